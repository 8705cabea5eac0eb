/** The language in which a query is read: it decides which table embeds it, and how its words are searched. */
import { ENGLISH, isWordOf, languagesIn, primarySubtag, queryLanguage } from '../text/language.js';
import { QUOTED, tokenize } from '../text/analyze.js';
import { BUILDS_COMPOUNDS, knownParts } from './compounds.js';
import type { QueryEmbedder } from './query-embedder.js';
import type { SearchRequest } from './request.js';

/** Maximum number of words of a query that are looked up. */
const MAX_LOOKED_UP = 12;
/** Shorter words are names, numbers or syllables in any language. */
const MIN_LETTERS = 3;
/** What a word that may be a compound counts: its parts may be such by chance ("Achi-tophel"). */
const COMPOUND = 0.5;

/** The language that the words alone tell, else English. Costs microseconds. */
export const likelyLanguage = ({ text }: Pick<SearchRequest, 'text'>): string =>
  queryLanguage(text) ?? ENGLISH;

/**
 * The language of the words; where they do not tell, the one whose table knows most of them, then that of the page,
 * then English.
 *
 * @param isOrdinary whether the library has the word, perhaps mistyped, and is in English
 * @returns ISO 639-1
 */
export async function languageOfQuery(
  { text, prefixes = [], language: page }: Pick<SearchRequest, 'text' | 'prefixes' | 'language'>,
  queries: Pick<QueryEmbedder, 'languages' | 'english' | 'whole'>,
  isOrdinary: (word: string) => Promise<boolean>,
): Promise<string> {
  const certain = queryLanguage(text);
  if (certain) return certain;
  const tables = await queries.languages();
  if (tables.length === 0) return ENGLISH;
  const unquoted = text.replace(QUOTED, ' ');
  const open = /\p{L}/u.test(unquoted) ? unquoted : text;
  const words = [...new Set(tokenize(open).map(({ word }) => word))]
    .filter((word) => word.length >= MIN_LETTERS && !prefixes.includes(word))
    .slice(0, MAX_LOOKED_UP);
  const told = languagesIn(open).languages;
  const ofPage = primarySubtag(page) ?? ENGLISH;
  if (words.length === 0) return ENGLISH;
  if (!tables.includes(ofPage) && (await areAll(words, isOrdinary))) return ENGLISH;
  const inEnglish = await queries.whole(words);
  const known = await Promise.all(
    tables.map(async (language) => {
      const english = await queries.english(words, language);
      const unknown = words.filter((word, at) => english[at]!.length === 0 && !isWordOf(word, [language]));
      const listed = words.length - unknown.length;
      if (language !== BUILDS_COMPOUNDS) return listed;
      const divided = unknown.filter((word) => !inEnglish.has(word));
      return listed + COMPOUND * (await countCompounds(divided, queries));
    }),
  );
  const most = Math.max(...known);
  if (most === 0 && !tables.includes(ofPage)) return ENGLISH;
  const englishWords = words.filter((word) => inEnglish.has(word) || isWordOf(word, [ENGLISH])).length;
  const best = tables.filter((_language, at) => known[at] === most);
  // Words that no table knows are probably mistyped ones of the page's language.
  if (most >= englishWords && best.includes(ofPage)) return ofPage;
  if (most <= englishWords) return ENGLISH;
  return told.find((language) => best.includes(language)) ?? best[0]!;
}

/** The number of words that consist of two German words, the first of which is no English one. */
async function countCompounds(
  words: readonly string[],
  queries: Pick<QueryEmbedder, 'english' | 'whole'>,
): Promise<number> {
  let compounds = 0;
  for (const word of words) {
    const found = await knownParts(word, queries);
    if (found && (await queries.whole(found.parts.slice(0, 1))).size === 0) compounds++;
  }
  return compounds;
}

async function areAll(words: readonly string[], test: (word: string) => Promise<boolean>): Promise<boolean> {
  for (const word of words) if (!(await test(word))) return false;
  return true;
}
