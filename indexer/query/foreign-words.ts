/** Finds what can be searched of a query in a language that the library does not contain: "mit" is not MIT. */
import { tokenize, type Token } from '../text/analyze.js';
import { ENGLISH, isWordOf } from '../text/language.js';
import type { ForeignQuery, QueryContext, Reading } from './reading.js';

/** Number of best chunks with a word that are read to tell whether it is a name. */
const READ_CHUNKS = 8;
/** Maximum number of words that are checked for being names; further words are left out. */
const MAX_LOOKED_UP = 16;

/** Null unless the query is in a language in which there is no item. English is assumed to be present. */
export async function foreignQuery(reading: Reading, context: QueryContext): Promise<ForeignQuery | null> {
  const { text, table, possible, openTokens } = reading;
  const { languages, isCertain } = table === undefined ? possible : { languages: [table], isCertain: true };
  if (languages.length === 0 || languages.includes(ENGLISH)) return null;
  if (languages.some((language) => context.languages.includes(language))) return null;
  const words = openTokens.map(({ word }) => word);
  const known = table === undefined ? undefined : await context.queries.listed(words, table);
  const unknown = openTokens.filter(({ word }) => !isWordOf(word, languages) && !known?.has(word));
  const looked = unknown.slice(0, MAX_LOOKED_UP);
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
