/** Teaches tables the words of the lists beside them. */
import { join } from 'node:path';
import { fold } from './fold.js';
import { readList, readTable, writeTable } from './table-folder.js';
import { readTaught, withTaught } from './taught.js';

export interface TeachReport {
  name: string;
  /** Number of words in `words.tsv`. */
  taught: number;
  /** Number of those that the table did not have as whole words. */
  added: number;
}

/**
 * Changes the tables, their tokenizers and their lists of English words. Nothing is written before all is computed, so
 * that a wrong line changes nothing.
 *
 * @param models folder of all models
 * @param english folder name of the English table
 * @param names folder names of the tables
 * @throws {Error} naming the line that is wrong, or the folder that cannot be read
 */
export function teachTables(models: string, english: string, names: readonly string[]): TeachReport[] {
  const lists = names.map((name) => ({ name, taught: readTaught(join(models, name)) }));
  const meanings = readTable(join(models, english));
  const folded = lists.map(({ name, taught }) => {
    const folder = join(models, name);
    const [table, list] = [readTable(folder), readList(folder)];
    const known = list.map((line) => line.slice(0, line.indexOf('\t')));
    const after = fold(table, meanings, taught, known);
    const added = after.vocabulary.size - table.vocabulary.size;
    return { folder, after, list: withTaught(list, taught), report: { name, taught: taught.length, added } };
  });
  for (const { folder, after, list } of folded) writeTable(folder, after, list);
  return folded.map(({ report }) => report);
}
