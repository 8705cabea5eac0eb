/** Reads words as the library writes them: together ("grandmother") or apart ("car park"). */
import type { SearchFilter, SearchReader, Vocabulary } from '../ports.js';
import { beginningsOf, isStopWord, phrasePositions, termsOf, tokenize, type Token } from '../text/analyze.js';
import { openTokens } from './content-words.js';

/** Shorter parts of words are too often words by chance. */
const MIN_PART = 3;
/** Maximum number of words that are read, and of places to divide one at that are searched for. */
const MAX_WORDS = 32;
const MAX_DIVISIONS = 3;
/** Maximum number of searches per query. */
const MAX_SEARCHES = 6;
/** Number of chunks, the best by both words, that are read to tell whether texts have these as neighbours. */
const READ_CHUNKS = 30;
/** Between words that may be one. */
const GAP = /^[ -]$/;

interface Library {
  reader: Pick<SearchReader, 'keywordChunks'>;
  filter: SearchFilter;
  vocabulary: () => Promise<Vocabulary | undefined>;
  /** Those of the words that the model knows as a whole: they are not divided. */
  whole: (words: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Whether texts have the words as neighbours; undefined after too many searches. */
type Occurs = (phrase: string) => Promise<boolean | undefined>;

/** A part of the text, and what stands for it. */
interface Replacement {
  start: number;
  end: number;
  instead: string;
}

/**
 * Divides words that the library has only as two neighbouring ones, and joins neighbouring words that it has only as
 * one.
 */
export async function asInLibrary(
  text: string,
  { reader, filter, vocabulary, whole }: Library,
): Promise<string> {
  const tokens = openTokens(text).slice(0, MAX_WORDS);
  if (!tokens.some(({ word }) => word.length >= MIN_PART)) return text;
  const words = await vocabulary();
  if (!words || words.isPartial) return text;
  let searches = 0;
  const occurs: Occurs = async (phrase) => {
    if (++searches > MAX_SEARCHES) return undefined;
    const hits = await reader.keywordChunks(phrase, filter, READ_CHUNKS);
    const terms = termsOf(phrase);
    const beginnings = beginningsOf(terms);
    return hits.some(({ text: read }) => phrasePositions(tokenize(read, beginnings), terms).length > 0);
  };
  const replaced: Replacement[] = [];
  for (const [at, token] of tokens.entries()) {
    if ((replaced.at(-1)?.end ?? 0) > token.start) continue;
    const next = tokens[at + 1];
    const divided = words.has(token.word)
      ? undefined
      : await divisionOf(token.word, words, { occurs, whole });
    if (divided !== undefined) replaced.push({ start: token.start, end: token.end, instead: divided });
    else if (next && GAP.test(text.slice(token.end, next.start)) && isPair(token, next, words)) {
      if ((await occurs(`${token.word} ${next.word}`)) !== false) continue;
      replaced.push({ start: token.start, end: next.end, instead: token.word + next.word });
    }
  }
  return replaced.reduceRight(
    (read, { start, end, instead }) => read.slice(0, start) + instead + read.slice(end),
    text,
  );
}

/** Whether the library has both words as one. */
const isPair = (one: Token, other: Token, vocabulary: Vocabulary): boolean =>
  [one.word, other.word].every((word) => word.length >= MIN_PART && !isStopWord(word)) &&
  vocabulary.has(one.word + other.word);

/** Two words of the library that together are the word and are neighbours in some text. */
async function divisionOf(
  word: string,
  vocabulary: Vocabulary,
  { occurs, whole }: Pick<Library, 'whole'> & { occurs: Occurs },
): Promise<string | undefined> {
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * MIN_PART + 1) }, (_, at) => at + MIN_PART);
  const divisions = cuts
    .map((cut) => [word.slice(0, cut), word.slice(cut)] as const)
    .filter((parts) => parts.every((part) => vocabulary.has(part) && !isStopWord(part)))
    .slice(0, MAX_DIVISIONS);
  if (divisions.length === 0 || (await whole([word])).has(word)) return undefined;
  for (const parts of divisions) if (await occurs(parts.join(' '))) return parts.join(' ');
  return undefined;
}
