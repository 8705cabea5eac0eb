/** The included embedding model: English, with a table for each further language in the same space. */
import { join } from 'node:path';
import type { TransformersOptions } from './transformers-embedder.js';

const LANGUAGES = ['de', 'es', 'fr', 'pt'];

/** @param root the project's folder */
export const includedModel = (root: string): Pick<TransformersOptions, 'model' | 'tables'> => ({
  model: join(root, 'models', 'lectern-en'),
  tables: Object.fromEntries(LANGUAGES.map((language) => [language, `lectern-${language}`])),
});
