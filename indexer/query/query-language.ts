/** The language in which a query is read: it decides which table embeds it, and how its words are searched. */
import type { Vocabulary } from '../ports.js';
import { certainLanguage, ENGLISH, isWordOf, languagesOf, primarySubtag } from '../text/language.js';
import { BUILDS_COMPOUNDS, knownParts } from './compounds.js';
import type { QueryContext, Reading } from './reading.js';

/** Maximum number of words of a query that are looked up. */
const MAX_LOOKED_UP = 12;
/** Shorter words are names, numbers or syllables in any language. */
const MIN_LETTERS = 3;
/** What a word that may be a compound counts: its parts may be such by chance ("Achi-tophel"). */
const COMPOUND = 0.5;

export async function inItsLanguage(reading: Reading, context: QueryContext): Promise<Reading> {
  const certain = certainLanguage(reading.possible);
  const language = certain ?? (await likeliest(reading, context));
  const table = context.tables.find((known) => known === language);
  return { ...reading, language, certainLanguage: certain, table };
}

/** The language whose table knows most of the words; where the tables do not tell, that of the page, then English. */
async function likeliest(reading: Reading, context: QueryContext): Promise<string> {
  const { tables, held, queries, vocabulary } = context;
  const { prefixes = [], language: ofVisitor } = context.request;
  if (tables.length === 0) return ENGLISH;
  const hasLetters = reading.unquoted.some(({ word }) => /\p{L}/u.test(word));
  const typed = (hasLetters ? reading.unquoted : reading.tokens).map(({ word }) => word);
  const words = [...new Set(typed)]
    .filter((word) => word.length >= MIN_LETTERS && !prefixes.includes(word))
    .slice(0, MAX_LOOKED_UP);
  if (words.length === 0) return ENGLISH;
  const ofPage = primarySubtag(ofVisitor) ?? ENGLISH;
  const isPageKnown = tables.includes(ofPage);
  if (!isPageKnown && held.length === 0 && (await areOrdinary(words, await vocabulary()))) return ENGLISH;
  const inEnglish = await queries.whole(words);
  const counts = await Promise.all(
    tables.map(async (language) => {
      const english = await queries.english(words, language);
      const unknown = words.filter((word, at) => english[at]!.length === 0 && !isWordOf(word, [language]));
      const listed = words.length - unknown.length;
      if (language !== BUILDS_COMPOUNDS) return listed;
      const divided = unknown.filter((word) => !inEnglish.has(word));
      return listed + COMPOUND * (await countCompounds(divided, context));
    }),
  );
  const most = Math.max(...counts);
  if (most === 0 && !isPageKnown) return ENGLISH;
  const englishWords = words.filter((word) => inEnglish.has(word) || isWordOf(word, [ENGLISH])).length;
  const best = tables.filter((_language, at) => counts[at] === most);
  // Words that no table knows are probably mistyped ones of the page's language.
  if (most >= englishWords && best.includes(ofPage)) return ofPage;
  if (most <= englishWords) return ENGLISH;
  const { languages } = hasLetters ? reading.possible : languagesOf(typed);
  return languages.find((language) => best.includes(language)) ?? best[0]!;
}

/** Whether a library in English has all words, or others that they may be mistyped for. */
async function areOrdinary(words: readonly string[], vocabulary: Vocabulary | undefined): Promise<boolean> {
  if (!vocabulary || words.every((word) => vocabulary.has(word))) return true;
  await vocabulary.prepare?.();
  return words.every((word) => vocabulary.has(word) || vocabulary.near(word, 1).length > 0);
}

/** The number of words that consist of two German words, the first of which is no English one. */
async function countCompounds(words: readonly string[], { queries }: QueryContext): Promise<number> {
  let compounds = 0;
  for (const word of words) {
    const found = await knownParts(word, queries);
    if (found && (await queries.whole(found.parts.slice(0, 1))).size === 0) compounds++;
  }
  return compounds;
}
