/** Reads the words of a query: in which language, how they are spelled, and what they are in the library's languages. */
import { dividedAndJoined, inLibrarySpelling, withUmlauts } from './library-spelling.js';
import {
  newReading,
  withSubject,
  readingOfText,
  type QueryContext,
  type Reading,
  type ForeignQuery,
} from './reading.js';
import { corrected } from './spelling.js';
import { withSynonyms } from './synonyms.js';
import { translated } from './translations.js';
import { withForms, withOtherSpellings } from './word-forms.js';
import { tokenize, type Token } from '../text/analyze.js';
import { ENGLISH, isWordOf, certainLanguage, languagesOf, primarySubtag } from '../text/language.js';
import type { Vocabulary } from '../ports.js';
import { BUILDS_COMPOUNDS, knownParts } from './compounds.js';

export async function readQueryWords(context: QueryContext): Promise<Reading> {
  const { text, spelling, synonyms } = context.request;
  const isExact = spelling === 'exact';
  const typed = newReading(text);
  const written = isExact ? typed : await dividedAndJoined(await withUmlauts(typed, context), context);
  const inLanguage = await inItsLanguage(written, context);
  const foreign = await foreignQuery(inLanguage, context);
  const respelled = await respell({ ...inLanguage, foreign }, context);
  const translation = await translated(respelled, context);
  if (foreign && !translation) return withSynonyms(withNamesOnly(respelled, foreign.names, text), synonyms);
  const read = foreign && translation ? translation : await withForms(translation ?? respelled, context);
  return withSynonyms(isExact ? read : await withOtherSpellings(read, context), synonyms);
}

/** Corrects the query, by the words of its language, and spells it as the library does. */
async function respell(reading: Reading, context: QueryContext): Promise<Reading> {
  const { foreign, table } = reading;
  const isWithoutTable = foreign && table === undefined;
  const spelled = await corrected(isWithoutTable ? readingOfText(reading, foreign.names) : reading, context);
  // "color" is Spanish as well, and "colour" is not.
  return context.request.spelling === 'exact' || table !== undefined
    ? spelled
    : inLibrarySpelling(spelled, context);
}

/** A query that cannot be read is searched for its names alone, and embedded as typed if the model has no table. */
const withNamesOnly = (reading: Reading, names: string, typed: string): Reading => ({
  ...withSubject(reading, names),
  meant: reading.table === undefined ? typed : reading.meant,
  isUnread: true,
});

/** Number of best chunks with a word that are read to tell whether it is a name. */
const READ_CHUNKS = 8;
/** Maximum number of words that are checked for being names; further words are left out. */
const MAX_CHECKED_NAMES = 16;

/** Null unless the query is in a language in which there is no item. English is assumed to be present. */
async function foreignQuery(reading: Reading, context: QueryContext): Promise<ForeignQuery | null> {
  const { text, table, possible, openTokens } = reading;
  const { languages, isCertain } = table === undefined ? possible : { languages: [table], isCertain: true };
  if (languages.length === 0 || languages.includes(ENGLISH)) return null;
  if (languages.some((language) => context.languages.includes(language))) return null;
  const words = openTokens.map(({ word }) => word);
  const known = table === undefined ? undefined : await context.queries.listed(words, table);
  const unknown = openTokens.filter(({ word }) => !isWordOf(word, languages) && !known?.has(word));
  const looked = unknown.slice(0, MAX_CHECKED_NAMES);
  const areNames = await Promise.all(looked.map((token) => isName(token, text, context)));
  const names = looked.filter((_, at) => areNames[at]);
  // A single word says little: "el" is Spanish, but El Shaddai is English if texts have the other word as their
  // own.
  if (!isCertain && names.length < unknown.length) return null;
  const rest = openTokens
    .filter((token) => !names.includes(token))
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return { languages, names: rest.replace(/\s+/g, ' ').trim() };
}

/** Whether texts capitalise the word or, if none contains it, a title or description has it. */
async function isName(token: Token, query: string, { reader, account }: QueryContext): Promise<boolean> {
  const hits = await reader.keywordChunks(token.word, account, READ_CHUNKS);
  const written = query.slice(token.start, token.end);
  if (hits.length === 0) return (await reader.keywordItems(token.word, account, 1)).length > 0;
  return hits.every(({ text }) =>
    tokenize(text)
      .filter(({ term }) => term === token.term)
      .map(({ start, end }) => text.slice(start, end))
      .every((inText) => (isCapital(inText) ? isCapital(written) : inText[0] !== inText[0]!.toLowerCase())),
  );
}

/** "MIT" */
const isCapital = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** Maximum number of words of a query that are looked up in the tables of languages. */
const MAX_LOOKED_UP = 12;
/** Shorter words are names, numbers or syllables in any language. */
const MIN_LETTERS = 3;
/** What a word that may be a compound counts: its parts may be such by chance ("Achi-tophel"). */
const COMPOUND = 0.5;

/** The language in which a query is read: it decides which table embeds it, and how its words are searched. */
async function inItsLanguage(reading: Reading, context: QueryContext): Promise<Reading> {
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
