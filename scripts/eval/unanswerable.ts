/**
 * Queries that no sermon answers: nonsense, keyboard runs beside real words, and questions about other subjects; in five
 * languages, beside questions that nearly every library answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random } from '../random.js';
import { questionsByLanguage } from './foreign.js';
import { unanswerableQuestions } from './queries.js';

const SEED = 'unanswerable';
const NONSENSE = 200;
const MIXED = 50;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const CONSONANTS = 'bdfgklmnprstvwz';
const VOWELS = 'aeiou';
/** Endings of invented words. */
const ENDINGS = ['', '', 'n', 't', 'k', 'p', 'zt', 'lf', 'rb'];

const WORDS = (
  'sunday grace music parking hello love service prayer time church help book water family job today world children video peace ' +
  'house money friend heart letter garden road king sermon light morning school test song name life'
).split(' ');

const letters = (random: Random): string =>
  Array.from({ length: 4 + random.int(6) }, () => random.pick(Array.from(LETTERS))).join('');

/** Four to eight neighbouring keys of a row, in either direction. */
function keyboardRun(random: Random): string {
  const row = random.pick(ROWS);
  const length = Math.min(row.length, 4 + random.int(5));
  const from = random.int(row.length - length + 1);
  const run = row.slice(from, from + length);
  return random.chance(0.3) ? Array.from(run).reverse().join('') : run;
}

const inventedWord = (random: Random): string =>
  Array.from(
    { length: 2 + random.int(2) },
    () => random.pick(Array.from(CONSONANTS)) + random.pick(Array.from(VOWELS)),
  ).join('') + random.pick(ENDINGS);

const several = (random: Random, make: (random: Random) => string): string[] =>
  Array.from({ length: 1 + random.int(3) }, () => make(random));

const KINDS = [letters, keyboardRun, inventedWord];

export interface UnanswerableGroup {
  name: string;
  queries: readonly string[];
}

/** Returns the same groups at every call. */
export function unanswerable(): UnanswerableGroup[] {
  const random = createRandom(SEED);
  const nonsense = Array.from({ length: NONSENSE }, (_, at) =>
    several(random, KINDS[at % KINDS.length]!).join(' '),
  );
  const mixed = Array.from({ length: MIXED }, () => {
    const words = [keyboardRun(random), random.pick(WORDS)];
    if (random.chance(0.5)) words.push(random.chance(0.5) ? keyboardRun(random) : random.pick(WORDS));
    return (random.chance(0.5) ? words : words.toReversed()).join(' ');
  });
  return [
    { name: 'nonsense', queries: nonsense },
    { name: 'keyboard runs beside words', queries: mixed },
    { name: 'questions about other things', queries: unanswerableQuestions() },
  ];
}

export interface LanguageQuestion {
  text: string;
  /** ISO 639-1 */
  language: string;
  isAnswered: boolean;
}

/** @param folder of `unanswerable.tsv`, whose second column tells whether `some` library answers, and `languages.tsv` */
export function languageQuestions(folder: string): LanguageQuestion[] {
  const lines = readFileSync(join(folder, 'unanswerable.tsv'), 'utf8').trim().split('\n').slice(1);
  const labelled = lines.map((line) => {
    const [language = '', kind, text = ''] = line.split('\t');
    return { text, language, isAnswered: kind === 'some' };
  });
  const topics = [...questionsByLanguage(join(folder, 'languages.tsv'))].flatMap(([language, texts]) =>
    texts.map((text) => ({ text, language, isAnswered: true })),
  );
  return [...labelled, ...topics];
}
