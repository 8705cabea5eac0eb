/** The included embedding model: English, with a table for each further language in the same space. */
import { join } from 'node:path';
import { FOREIGN_LANGUAGES } from '../text/search-languages.js';
import type { TransformersOptions } from './transformers-embedder.js';

/** @param root the project's folder */
export const includedModel = (root: string): Pick<TransformersOptions, 'model' | 'tables'> => ({
  model: join(root, 'models', 'lectern-en'),
  tables: Object.fromEntries(FOREIGN_LANGUAGES.map((language) => [language, `lectern-${language}`])),
});
