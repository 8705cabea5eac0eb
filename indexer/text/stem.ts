/**
 * Stems of English words by Snowball's algorithm ("Porter 2"), as in Lucene and Qdrant. To replace the package, change
 * this file. `snowball-stemmers` has no maintainer, but no package that has one produces equal stems: on the 46,954
 * words of our test texts, stemr differs in 4, wink-porter2-stemmer in 511, natural and stemmer (Porter 1) in 1,896.
 * Stored indexes contain stems: with other stems they must be built again.
 */
import { createRequire } from 'node:module';
import { createWordCache } from './word-cache.js';
import type { SearchLanguage } from './search-languages.js';

const require = createRequire(import.meta.url);
// An import would take five times as long, because Node would scan 870 kB for export names.
const { newStemmer } = require('snowball-stemmers') as {
  newStemmer(algorithm: string): { stem(word: string): string };
};
const english = newStemmer('english');

/** The stem of an English word in lower case: the terms of the index are made of these, whatever the language. */
export const stem = (word: string): string => english.stem(word);

/** Snowball's algorithms by language, ISO 639-1. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  es: 'spanish',
  fr: 'french',
  pt: 'portuguese',
} satisfies Record<SearchLanguage, string>;
/** Snowball's Portuguese leaves this plural apart: "corações" of "coração". */
const PORTUGUESE_PLURAL = /[õo]es$/u;
const stemmers = new Map<string, (text: string, start: number, end: number) => string>();

/** The stem of a word in lower case; the word itself if there is no algorithm for the language. @param language ISO 639-1 */
export function stemIn(word: string, language: string): string {
  const algorithm = ALGORITHMS[language];
  if (algorithm === undefined) return word;
  let cached = stemmers.get(language);
  if (!cached) {
    const stemmer = newStemmer(algorithm);
    stemmers.set(
      language,
      (cached = createWordCache((written) =>
        stemmer.stem(language === 'pt' ? written.replace(PORTUGUESE_PLURAL, 'ão') : written),
      )),
    );
  }
  return cached(word, 0, word.length);
}
