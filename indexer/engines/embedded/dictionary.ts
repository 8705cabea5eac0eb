/** The numbers of an account's words, given inside the transaction that writes the first item with a word. */
import type { OpenFile } from './index-file.js';

/** By word, as in texts but lower-case: its term. */
export type Terms = ReadonlyMap<string, string>;

/** @returns the number of each word */
export function numberWords(file: OpenFile, accountId: number, terms: Terms): Map<string, number> {
  const known = file
    .sql(
      'SELECT word.word, word.number FROM json_each(?) AS one CROSS JOIN word ON word.accountId = ? AND word.word = one.value',
    )
    .raw()
    .all(JSON.stringify([...terms.keys()]), accountId) as [string, number][];
  const numbers = new Map(known);
  if (numbers.size === terms.size) return numbers;
  const { next } = file
    .sql('SELECT coalesce(max(number) + 1, 0) AS next FROM word WHERE accountId = ?')
    .get(accountId) as { next: number };
  const add = file.sql('INSERT INTO word (accountId, number, word, term) VALUES (?, ?, ?, ?)');
  for (const [word, term] of terms) {
    if (numbers.has(word)) continue;
    const number = next + numbers.size - known.length;
    add.run(accountId, number, word, term === word ? null : term);
    numbers.set(word, number);
  }
  return numbers;
}
