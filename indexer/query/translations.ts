/** Reads a query of another language in English too, word by word. */
import type { EnglishWord, WeightedWord } from '../ports.js';
import { isStopWord, QUOTED, searchedTerms, tokenize, type Token } from '../text/analyze.js';
import { ENGLISH, isFunctionWord } from '../text/language.js';
import type { QueryEmbedder } from './query-embedder.js';
import type { SpelledQuery } from './spelling.js';
import type { QuerySynonym } from './synonyms.js';

/** A word of the query that says what it is about. */
interface ContentWord extends Pick<Token, 'word' | 'start' | 'end'> {
  /** Nearest first; none if the word is unknown. */
  english: readonly EnglishWord[];
}

/** Maximum number of words that are read. */
const MAX_WORDS = 32;
/** The least length of each part of a compound, and what may link them: "Zukunft-s-angst". */
const MIN_PART = 4;
const LINKS = ['', 's', 'n', 'en', 'es'];
/** Maximum length of an unknown word whose parts are looked up. */
const MAX_UNKNOWN = 40;
/** The least length of a beginning that stands for a word, in letters and as a share of the word. */
const MIN_BEGINNING = 5;
const MIN_SHARE = 0.65;
const BUILDS_COMPOUNDS = 'de';

/** Weight of an English word beside a word of the query's own language, which the library contains too. */
const BESIDE = 0.6;
/** Weight of the query in English, when its meaning is compared, relative to what was typed. */
const ENGLISH_READING = 1;

export interface TranslatedQuery {
  query: SpelledQuery;
  /** The words that texts are expected to have. */
  subject: string;
  /** The English words that may stand for these. */
  synonyms: QuerySynonym[];
}

interface Translation {
  /** ISO 639-1 */
  language: string;
  /** If the library does not contain the language: the query's names and quoted parts, which are searched as they are. */
  names: string | undefined;
  queries: Pick<QueryEmbedder, 'english'>;
}

/**
 * Adds English words to the query. If the library does not contain its language, they replace its own, which might be
 * English words of another meaning ("Gift"). Undefined if no word is known in English.
 */
export async function translated(
  query: SpelledQuery,
  { language, names, queries }: Translation,
): Promise<TranslatedQuery | undefined> {
  const words = await contentWords(query.text, language, queries);
  if (!words.some(({ english }) => english.length > 0)) return undefined;
  const readings = [
    ...(query.readings ?? [{ text: query.text, weight: 1 }]),
    { text: inEnglish(words), weight: ENGLISH_READING, language: ENGLISH },
  ];
  if (names === undefined) {
    const own = (query.words ?? searchedTerms(query.text)).filter(
      ({ word }) => !isFunctionWord(word, language),
    );
    return {
      query: { ...query, readings, words: [...own, ...englishWords(words, BESIDE)] },
      subject: words.map(({ word }) => word).join(' '),
      synonyms: asSynonyms(words),
    };
  }
  const subject = [names, inEnglish(words.filter(({ english }) => english.length > 0))].join(' ').trim();
  return {
    query: { ...query, text: subject, readings, words: [...searchedTerms(names), ...englishWords(words, 1)] },
    subject,
    synonyms: words.flatMap(({ english: [first, ...others] }) =>
      first && others.length > 0 ? { typed: first.word, instead: others.map(({ word }) => word) } : [],
    ),
  };
}

/** The content words of the query, without those in quotation marks and prefixes. */
async function contentWords(
  text: string,
  language: string,
  queries: Pick<QueryEmbedder, 'english'>,
): Promise<ContentWord[]> {
  const open = text.replace(QUOTED, (part) => ' '.repeat(part.length));
  const tokens = tokenize(open)
    .filter(({ word, end }) => !isFunctionWord(word, language) && open[end] !== '*')
    .slice(0, MAX_WORDS);
  const english = await queries.english(
    tokens.map(({ word }) => word),
    language,
  );
  return Promise.all(
    tokens.map(async ({ word, start, end }, at) => {
      const meant = english[at]!.length > 0 ? english[at]! : await ofUnknown(word, language, queries);
      return { word, start, end, english: meant.filter(({ word: one }) => !isStopWord(one)) };
    }),
  );
}

/** Of a compound's parts or, if it is an inflection that the table lacks, of the longest known beginning. */
async function ofUnknown(
  word: string,
  language: string,
  queries: Pick<QueryEmbedder, 'english'>,
): Promise<EnglishWord[]> {
  if (word.length > MAX_UNKNOWN) return [];
  const parts = language === BUILDS_COMPOUNDS ? await ofParts(word, queries) : [];
  if (parts.length > 0) return parts;
  const least = Math.max(MIN_BEGINNING, Math.ceil(MIN_SHARE * word.length));
  const beginnings = Array.from({ length: Math.max(0, word.length - least) }, (_, at) =>
    word.slice(0, word.length - 1 - at),
  );
  const english = await queries.english(beginnings, language);
  return english.find((words) => words.length > 0) ?? [];
}

/** The English words of both parts of a German compound. */
async function ofParts(word: string, queries: Pick<QueryEmbedder, 'english'>): Promise<EnglishWord[]> {
  const splits: [first: string, second: string][] = [];
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++)
    for (const link of LINKS)
      if (word.slice(0, at).endsWith(link) && at - link.length >= MIN_PART)
        splits.push([word.slice(0, at - link.length), word.slice(at)]);
  const english = await queries.english(splits.flat(), BUILDS_COMPOUNDS);
  // The longest second part says most: it is what the compound is a kind of.
  for (let at = 0; at < splits.length; at++) {
    const [first, second] = [english[2 * at]![0], english[2 * at + 1]![0]];
    if (first && second) return [second, first];
  }
  return [];
}

/** The English words of the content words, each weighted by its cosine. */
const englishWords = (words: readonly ContentWord[], weight: number): WeightedWord[] =>
  words.flatMap(({ english }) => english.map(({ word, cosine }) => ({ word, weight: weight * cosine })));

/** The content words in order, each as its nearest English word; unknown ones as they are. */
const inEnglish = (words: readonly ContentWord[]): string =>
  words.map(({ word, english }) => english[0]?.word ?? word).join(' ');

const asSynonyms = (words: readonly ContentWord[]): QuerySynonym[] =>
  words.flatMap(({ word, english }) =>
    english.length > 0 ? { typed: word, instead: english.map((one) => one.word) } : [],
  );
