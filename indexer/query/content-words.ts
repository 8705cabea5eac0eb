/** The words that say what a query is about, with English words for them. */
import type { TranslatedWord } from '../ports.js';
import { contentTerms, isStopWord, QUOTED, tokenize, type Token } from '../text/analyze.js';
import { otherSpelling } from '../text/english-spellings.js';
import { ENGLISH, isFunctionWord } from '../text/language.js';
import { BUILDS_COMPOUNDS, knownParts } from './compounds.js';
import type { QueryEmbedder } from './query-embedder.js';

export interface ContentWord {
  word: string;
  /** Nearest first; none if the word is unknown. */
  english: readonly TranslatedWord[];
}

/** Maximum number of words that are read. */
const MAX_WORDS = 32;
/** Maximum length of an unknown word whose parts are looked up. */
const MAX_UNKNOWN = 40;
/** The least length of a beginning that stands for a word, in letters and as a share of the word. */
const MIN_BEGINNING = 5;
const MIN_SHARE = 0.65;

/** Keeps the offsets of what follows. */
const withoutQuoted = (text: string): string => text.replace(QUOTED, (part) => ' '.repeat(part.length));

/** The words of a query that are neither in quotation marks nor prefixes. */
export function openTokens(text: string): Token[] {
  const open = withoutQuoted(text);
  return tokenize(open).filter(({ end }) => open[end] !== '*');
}

/** The content words of the query, without those in quotation marks and prefixes. */
export async function contentWords(
  text: string,
  language: string,
  queries: Pick<QueryEmbedder, 'english'>,
): Promise<ContentWord[]> {
  if (language === ENGLISH)
    return [...contentTerms(withoutQuoted(text)).values()]
      .slice(0, MAX_WORDS)
      .map((word) => ({ word, english: spellingsOf(word).map((one) => ({ word: one, cosine: 1 })) }));
  const tokens = openTokens(text)
    .filter(({ word }) => !isFunctionWord(word, language))
    .slice(0, MAX_WORDS);
  const english = await queries.english(
    tokens.map(({ word }) => word),
    language,
  );
  return Promise.all(
    tokens.map(async ({ word }, at) => {
      const meant = english[at]!.length > 0 ? english[at]! : await ofUnknown(word, language, queries);
      const content = meant.filter(({ word: one }) => !isStopWord(one));
      return { word, english: content.length > 0 ? content : meant };
    }),
  );
}

const spellingsOf = (word: string): string[] => [...new Set([word, otherSpelling(word)])];

/** Of a compound's parts or, if it is an inflection that the table lacks, of the longest known beginning. */
async function ofUnknown(
  word: string,
  language: string,
  queries: Pick<QueryEmbedder, 'english'>,
): Promise<TranslatedWord[]> {
  if (word.length > MAX_UNKNOWN) return [];
  const compound = language === BUILDS_COMPOUNDS ? await knownParts(word, queries) : undefined;
  if (compound) return compound.english.toReversed();
  const least = Math.max(MIN_BEGINNING, Math.ceil(MIN_SHARE * word.length));
  const beginnings = Array.from({ length: Math.max(0, word.length - least) }, (_, at) =>
    word.slice(0, word.length - 1 - at),
  );
  const english = await queries.english(beginnings, language);
  return english.find((words) => words.length > 0) ?? [];
}
