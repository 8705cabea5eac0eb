/**
 * `npm run teach-words [-- language…]`: adds the words of `words.tsv` beside each table of the included model to what
 * searches know of its language.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { includedModel, WORD_LIST } from '../../indexer/index.js';
import { note } from '../../src/cli/output.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { withTaught } from './taught.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** @returns the exit code */
export const main = (languages: readonly string[]): number => {
  const { tables = {} } = includedModel(ROOT);
  for (const language of languages.length > 0 ? languages : Object.keys(tables)) {
    const name = tables[language];
    if (name === undefined) {
      note(`teach-words: no table for ${language}; there are ${Object.keys(tables).join(', ')}`);
      return 2;
    }
    const folder = join(ROOT, 'models', name);
    const file = join(folder, WORD_LIST);
    try {
      const before = readFileSync(file, 'utf8').trimEnd().split('\n');
      const after = withTaught(folder, before);
      writeFileSync(file, `${after.join('\n')}\n`);
      note(`${language}: ${after.length} words, ${after.length - before.length} of them new`);
    } catch (error) {
      note(messageOf(error));
      return 1;
    }
  }
  return 0;
};
