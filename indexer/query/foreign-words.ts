/** Removes words from a query that are in a language which the library does not contain: "mit" is not MIT. */
import { QUOTED, tokenize, type Token } from '../text/analyze.js';
import type { SearchFilter, SearchReader } from '../ports.js';
import { openTokens } from './content-words.js';
import { ENGLISH, isWordOf, languagesIn } from '../text/language.js';

/** Number of best chunks with a word that are read to tell whether it is a name. */
const READ_CHUNKS = 8;
/** Maximum number of words that are checked for being names; further words are left out. */
const MAX_LOOKED_UP = 16;

type Filter = Pick<SearchFilter, 'accountId' | 'publishedOnly'>;

export interface ForeignQuery {
  /** ISO 639-1; several if the words do not distinguish them. */
  languages: readonly string[];
  /** The text for keyword search: names, which texts capitalise, and what is quoted or ends in an asterisk. */
  text: string;
}

/**
 * Null unless the query is in a language in which there is no item. English is assumed to be present.
 *
 * @param read the language in which the query is read, if that is certain, and which words are of that language
 */
export async function foreignQuery(
  index: SearchReader,
  text: string,
  { accountId, publishedOnly }: Filter,
  read?: { language: string; knows: (words: readonly string[]) => Promise<ReadonlySet<string>> },
): Promise<ForeignQuery | null> {
  const { languages, isCertain } = read
    ? { languages: [read.language], isCertain: true }
    : languagesIn(text.replace(QUOTED, ' '));
  if (languages.length === 0 || languages.includes(ENGLISH)) return null;
  const filter = { accountId, publishedOnly };
  const holds = await languagesHeld(index, languages, filter);
  if (holds.length > 0) return null;
  const plain = openTokens(text);
  const known = await read?.knows(plain.map(({ word }) => word));
  const others = plain.filter(({ word }) => !isWordOf(word, languages) && !known?.has(word));
  const named = await Promise.all(
    others.slice(0, MAX_LOOKED_UP).map((token) => isName(index, text, token, filter)),
  );
  const names = others.filter((_, at) => named[at]);
  // A single word says little: "el" is Spanish, but El Shaddai is English if texts have the other word as their
  // own.
  if (!isCertain && names.length < others.length) return null;
  const left = plain.filter((token) => !names.includes(token));
  return { languages, text: blanked(text, left) };
}

/** Those of the languages in which there is an item. */
export async function languagesHeld(
  index: Pick<SearchReader, 'languages'>,
  languages: readonly string[],
  filter: Filter,
): Promise<string[]> {
  const held = (await index.languages?.(filter)) ?? [];
  return languages.filter((language) => held.includes(language));
}

/** Whether texts capitalise the word or, if none contains it, a title or description has it. */
async function isName(index: SearchReader, query: string, token: Token, filter: Filter): Promise<boolean> {
  const hits = await index.keywordChunks(token.word, filter, READ_CHUNKS);
  const written = query.slice(token.start, token.end);
  if (hits.length === 0) return (await index.keywordItems(token.word, filter, 1)).length > 0;
  return hits.every(({ text }) =>
    tokenize(text)
      .filter(({ term }) => term === token.term)
      .map(({ start, end }) => text.slice(start, end))
      .every((inText) => (isCapital(inText) ? isCapital(written) : inText[0] !== inText[0]!.toLowerCase())),
  );
}

/** "MIT" */
const isCapital = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

function blanked(text: string, tokens: readonly Token[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of tokens) {
    rest += text.slice(at, start);
    at = end;
  }
  return (rest + text.slice(at)).replace(/\s+/g, ' ').trim();
}
