/** The numbers of an account's words and terms, given inside a transaction that writes an item with one. */
import type { OpenFile } from './index-file.js';

/** The numbers of a word and of its term. */
export interface WordNumbers {
  word: number;
  term: number;
}

interface KnownNumbers {
  words: Map<string, WordNumbers>;
  terms: Map<string, number>;
  /** The greatest number of a word, plus one. */
  next: number;
}

/** Words of all accounts whose numbers are remembered from one item to the next. */
const MAX_KNOWN = 50_000;

/** By account. Numbers never change, and none is given back. */
const known = new WeakMap<OpenFile, Map<number, KnownNumbers>>();

/**
 * Numbers the words and their terms, inside a transaction.
 * @param words in lower case, each with its term
 * @returns the numbers of each, in their order
 */
export function numberWords(
  file: OpenFile,
  accountId: number,
  words: Iterable<readonly [word: string, term: string]>,
): WordNumbers[] {
  const numbered = knownNumbers(file, accountId);
  const numbers: WordNumbers[] = [];
  const missing = new Map<string, string>();
  /** Where these are among the numbers. */
  const places: [at: number, word: string][] = [];
  for (const [word, term] of words) {
    const found = numbered.words.get(word);
    if (!found) {
      missing.set(word, term);
      places.push([numbers.length, word]);
    }
    numbers.push(found!);
  }
  if (missing.size > 0) numberMissing(file, accountId, missing, numbered);
  for (const [at, word] of places) numbers[at] = numbered.words.get(word)!;
  return numbers;
}

/** Adds the numbers of these words. */
function numberMissing(
  file: OpenFile,
  accountId: number,
  missing: Map<string, string>,
  numbered: KnownNumbers,
): void {
  const stored = file
    .sql(
      'SELECT word.word, word.number, word.term FROM json_each(?) AS one CROSS JOIN word ON word.accountId = ? AND word.word = one.value',
    )
    .raw()
    .all(JSON.stringify([...missing.keys()]), accountId) as [string, number, number][];
  for (const [word, number, term] of stored) {
    numbered.words.set(word, { word: number, term });
    numbered.terms.set(missing.get(word)!, term);
    missing.delete(word);
  }
  numberTerms(file, accountId, new Set(missing.values()), numbered.terms);
  const add = file.sql('INSERT INTO word (accountId, number, word, term) VALUES (?, ?, ?, ?)');
  for (const [word, term] of missing) {
    const numbers = { word: numbered.next++, term: numbered.terms.get(term)! };
    add.run(accountId, numbers.word, word, numbers.term);
    numbered.words.set(word, numbers);
  }
}

/** Must be called when a transaction that numbered words has failed: others may be given the same numbers. */
export const forgetNumbers = (file: OpenFile): void => void known.delete(file);

function knownNumbers(file: OpenFile, accountId: number): KnownNumbers {
  const accounts = known.get(file) ?? new Map<number, KnownNumbers>();
  known.set(file, accounts);
  const size = Array.from(accounts.values()).reduce((sum, { words }) => sum + words.size, 0);
  if (size > MAX_KNOWN) accounts.clear();
  const next = nextNumber(file, 'word', accountId);
  let numbers = accounts.get(accountId);
  // Fewer than before: the file has been replaced by an older one.
  if (!numbers || next < numbers.next)
    accounts.set(accountId, (numbers = { words: new Map(), terms: new Map(), next }));
  numbers.next = next;
  return numbers;
}

/** Adds those terms to `numbers` that it lacks. */
function numberTerms(
  file: OpenFile,
  accountId: number,
  terms: ReadonlySet<string>,
  numbers: Map<string, number>,
): void {
  const missing = [...terms].filter((term) => !numbers.has(term));
  if (missing.length === 0) return;
  const stored = file
    .sql(
      'SELECT term.term, term.number FROM json_each(?) AS one CROSS JOIN term ON term.accountId = ? AND term.term = one.value',
    )
    .raw()
    .all(JSON.stringify(missing), accountId) as [string, number][];
  for (const [term, number] of stored) numbers.set(term, number);
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
