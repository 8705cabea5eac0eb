/** The numbers of an account's words and terms, given inside the transaction that writes the first item with one. */
import type { OpenFile } from './index-file.js';

/** By word, as in texts but lower-case: its term. */
export type Terms = ReadonlyMap<string, string>;

export interface Numbers {
  /** By word. */
  words: ReadonlyMap<string, number>;
  /** By term. */
  terms: ReadonlyMap<string, number>;
}

export function numberWords(file: OpenFile, accountId: number, terms: Terms): Numbers {
  const words = new Map<string, number>();
  const numbers = new Map<string, number>();
  const known = file
    .sql(
      'SELECT word.word, word.number, word.term FROM json_each(?) AS one CROSS JOIN word ON word.accountId = ? AND word.word = one.value',
    )
    .raw()
    .all(JSON.stringify([...terms.keys()]), accountId) as [string, number, number][];
  for (const [word, number, term] of known) {
    words.set(word, number);
    numbers.set(terms.get(word)!, term);
  }
  const fresh = [...terms].filter(([word]) => !words.has(word));
  if (fresh.length === 0) return { words, terms: numbers };
  numberTerms(file, accountId, new Set(fresh.map(([, term]) => term)), numbers);
  const add = file.sql('INSERT INTO word (accountId, number, word, term) VALUES (?, ?, ?, ?)');
  let number = nextNumber(file, 'word', accountId);
  for (const [word, term] of fresh) {
    add.run(accountId, number, word, numbers.get(term)!);
    words.set(word, number++);
  }
  return { words, terms: numbers };
}

/** Adds those terms to `numbers` that it lacks. */
function numberTerms(
  file: OpenFile,
  accountId: number,
  terms: ReadonlySet<string>,
  numbers: Map<string, number>,
): void {
  const missing = [...terms].filter((term) => !numbers.has(term));
  const known = file
    .sql(
      'SELECT term.term, term.number FROM json_each(?) AS one CROSS JOIN term ON term.accountId = ? AND term.term = one.value',
    )
    .raw()
    .all(JSON.stringify(missing), accountId) as [string, number][];
  for (const [term, number] of known) numbers.set(term, number);
  const add = file.sql('INSERT INTO term (accountId, number, term) VALUES (?, ?, ?)');
  let number = nextNumber(file, 'term', accountId);
  for (const term of missing) {
    if (numbers.has(term)) continue;
    add.run(accountId, number, term);
    numbers.set(term, number++);
  }
}

const nextNumber = (file: OpenFile, table: 'word' | 'term', accountId: number): number =>
  file
    .sql(`SELECT coalesce(max(number) + 1, 0) FROM ${table} WHERE accountId = ?`)
    .pluck()
    .get(accountId) as number;
