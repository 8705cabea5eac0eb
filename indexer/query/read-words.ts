/** Reads the words of a query: in which language, how they are spelled, and what they are in the library's languages. */
import { foreignQuery } from './foreign-words.js';
import { dividedAndJoined, inLibrarySpelling, withUmlauts } from './library-spelling.js';
import { inItsLanguage } from './query-language.js';
import { newReading, withSubject, readingOfText, type QueryContext, type Reading } from './reading.js';
import { corrected } from './spelling.js';
import { withSynonyms } from './synonyms.js';
import { translated } from './translations.js';
import { withForms, withOtherSpellings } from './word-forms.js';

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
