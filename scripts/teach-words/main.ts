/**
 * `npm run teach-words [-- language…]`: teaches the tables of the included model the words of `words.tsv` beside them.
 */
import { basename, dirname, resolve } from 'node:path';
import { includedModel } from '../../indexer/index.js';
import { note } from '../../src/cli/output.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { teachTables } from './teach.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** @returns the exit code */
export const main = (languages: readonly string[]): number => {
  const { model, tables = {} } = includedModel(ROOT);
  const unknown = languages.filter((language) => !Object.hasOwn(tables, language));
  if (unknown.length > 0) {
    note(`teach-words: no table for ${unknown.join(', ')}; there are ${Object.keys(tables).join(', ')}`);
    return 2;
  }
  const names = (languages.length > 0 ? languages : Object.keys(tables)).map((language) => tables[language]!);
  try {
    for (const { name, taught, added } of teachTables(dirname(model), basename(model), names))
      note(`${name}: ${taught} words, ${added} of them new to the table`);
    return 0;
  } catch (error) {
    note(messageOf(error));
    return 1;
  }
};
