/** Searches British and American spellings of English words as one word. */
import type { SearchReader, Vocabulary } from '../ports.js';
import { searchedTerms, tokenize } from '../text/analyze.js';
import { otherSpelling, respellable } from '../text/english-spellings.js';
import { ENGLISH } from '../text/language.js';
import { inflectionsOf } from './library-forms.js';
import { weightedAsOne } from './own-words.js';
import type { SpelledQuery } from './spelling.js';
import type { QuerySynonym } from './synonyms.js';
import { withWords } from './syntax.js';
import type { TranslatedQuery } from './translations.js';

const wordsOf = (some: readonly { word: string }[]): string[] => some.map(({ word }) => word);

/**
 * Spells words as the library does, if it has them in the other spelling alone: the results are then the same for both.
 */
export async function inLibrarySpelling(
  query: SpelledQuery,
  vocabulary: () => Promise<Vocabulary | undefined>,
): Promise<SpelledQuery> {
  const asked = respellable(wordsOf([...tokenize(query.text), ...(query.words ?? [])]));
  const words = asked.length > 0 ? await vocabulary() : undefined;
  if (!words || words.isPartial) return query;
  const others = new Map(
    asked.flatMap((word): [string, string][] =>
      !words.has(word) && words.has(otherSpelling(word)) ? [[word, otherSpelling(word)]] : [],
    ),
  );
  if (others.size === 0) return query;
  const respelled = <T extends { text: string }>(one: T): T => ({
    ...one,
    text: withWords(one.text, others),
  });
  return {
    ...respelled(query),
    ...(query.words && {
      words: query.words.map((one) => ({ ...one, word: others.get(one.word) ?? one.word })),
    }),
    ...(query.readings && { readings: query.readings.map(respelled) }),
  };
}

interface Library {
  vocabulary: () => Promise<Vocabulary | undefined>;
  reader: Pick<SearchReader, 'rarityOf'>;
}

/** Adds the other spellings of its words that the library has. Returns the query as it is if there are none. */
export async function withOtherSpellings(
  read: TranslatedQuery,
  { vocabulary, reader }: Library,
): Promise<TranslatedQuery> {
  const searched = read.query.words ?? searchedTerms(read.query.text);
  const expected = wordsOf(tokenize(read.subject));
  const instead = read.synonyms.flatMap((synonym) => synonym.instead);
  const respelled = respellable([...wordsOf(searched), ...expected, ...instead]);
  const words = respelled.length > 0 ? await vocabulary() : undefined;
  if (!words) return read;
  await words.prepare?.();
  const others = new Map(respelled.map((word) => [word, spelledOtherwise(word, words)]));
  if ([...others.values()].every((some) => some.length === 0)) return read;
  const othersOf = (word: string): readonly string[] => others.get(word) ?? [];
  return {
    ...read,
    query: {
      ...read.query,
      words: searched.flatMap(({ word, weight }) =>
        weightedAsOne([word, ...othersOf(word)], reader).map((one) => ({
          ...one,
          weight: one.weight * weight,
        })),
      ),
    },
    synonyms: [
      ...read.synonyms.map((synonym) => ({
        ...synonym,
        instead: [...synonym.instead, ...synonym.instead.flatMap(othersOf)],
      })),
      ...respellable(expected).map((word): QuerySynonym => ({ typed: word, instead: othersOf(word) })),
    ],
  };
}

/** The words of the library that have the word's other spelling, perhaps in another inflection. */
function spelledOtherwise(word: string, vocabulary: Vocabulary): string[] {
  const other = otherSpelling(word);
  const inflections = inflectionsOf(other, ENGLISH, vocabulary);
  return vocabulary.has(other) ? [other, ...inflections] : inflections;
}
