/** Reads the words of a query: in which language, how they are spelled, and what they are in the library's languages. */
import { foreignQuery, languagesHeld, type ForeignQuery } from './foreign-words.js';
import type { SearchReader, Vocabulary } from '../ports.js';
import type { QueryEmbedder } from './query-embedder.js';
import { asInLibrary } from './joined-words.js';
import { inLibrarySpelling, withOtherSpellings } from './other-spellings.js';
import { withOwnForms } from './own-words.js';
import { languageOfQuery } from './query-language.js';
import type { SearchRequest } from './request.js';
import { spelled, type SpelledQuery } from './spelling.js';
import { translated, type TranslatedQuery, type Translation } from './translations.js';
import { withUmlauts } from './umlauts.js';
import { tokenize } from '../text/analyze.js';
import { ENGLISH, queryLanguage } from '../text/language.js';

export interface ReadWords {
  /** Of the query, ISO 639-1. */
  language: string;
  /** Languages of the library's items, besides English, that have a table. */
  held: readonly string[];
  /** Null unless the library has no text in the language. */
  foreign: ForeignQuery | null;
  /** Whether the model has a table for the language, other than English. */
  hasTable: boolean;
  respelled: SpelledQuery;
  /** Undefined if the library is searched for the words of the query alone, or for none of them. */
  read: TranslatedQuery | undefined;
}

export interface WordReaders {
  reader: SearchReader;
  queries: QueryEmbedder;
  vocabulary: () => Promise<Vocabulary | undefined>;
}

export async function readWords(readers: WordReaders, typed: SearchRequest): Promise<ReadWords> {
  const { reader, queries, vocabulary } = readers;
  const request = typed.spelling === 'exact' ? typed : { ...typed, text: await asWritten(readers, typed) };
  const tables = await queries.languages();
  const all = await languagesHeld(reader, [ENGLISH, ...tables], request.filter);
  const held = all.filter((language) => language !== ENGLISH);
  const inEnglish = (words: readonly string[]) =>
    all.includes(ENGLISH) ? queries.whole(words) : Promise.resolve(NONE);
  const language = await languageOfQuery(
    request,
    queries,
    async (word) => held.length === 0 && isOrdinary(word, await vocabulary()),
  );
  const inTable = tables.includes(language) ? language : undefined;
  const readIn =
    inTable === undefined
      ? undefined
      : {
          language: inTable,
          knows: (words: readonly string[]) => knownWords(queries, words, inTable),
        };
  const foreign = await foreignQuery(reader, request.text, request.filter, readIn);
  const respelled = await respell(readers, request, { foreign, inTable });
  const isTranslated = inTable !== undefined || (language === ENGLISH && held.length > 0 && !foreign);
  const translation = { language, names: foreign?.text, held, inEnglish, queries };
  const read = isTranslated
    ? await translated(respelled, { ...translation, has: await hasWord(vocabulary) })
    : undefined;
  const plain = { query: respelled, subject: respelled.text, synonyms: [] };
  const withOwn = foreign
    ? read
    : await withForms(readers, read ?? plain, { certain: queryLanguage(request.text), ...translation });
  const whole =
    withOwn && request.spelling !== 'exact'
      ? await withOtherSpellings(withOwn, { reader, vocabulary })
      : withOwn;
  return {
    ...{ language, held, foreign, respelled },
    hasTable: inTable !== undefined,
    read: whole === plain ? undefined : whole,
  };
}

/** The query with its words as German and the library write them. */
async function asWritten(
  { reader, queries, vocabulary }: WordReaders,
  { text, filter: { accountId, publishedOnly } }: SearchRequest,
): Promise<string> {
  return asInLibrary(await withUmlauts(text, queries, vocabulary), {
    ...{ reader, vocabulary },
    filter: { accountId, publishedOnly },
    whole: queries.whole,
  });
}

const NONE: ReadonlySet<string> = new Set();

/** Adds the forms that the library has of the query's words in its own language, else in any of the library's. */
async function withForms(
  { reader, queries, vocabulary }: WordReaders,
  read: TranslatedQuery,
  { certain, held, inEnglish }: Pick<Translation, 'held' | 'inEnglish'> & { certain: string | null },
): Promise<TranslatedQuery> {
  const languages = certain === null ? held : held.filter((language) => language === certain);
  const words = languages.length > 0 ? await vocabulary() : undefined;
  if (!words) return read;
  return withOwnForms(read, {
    ...{ languages, reader, vocabulary: words },
    knows: (some, language) => knownWords(queries, some, language),
    inEnglish: certain === null ? inEnglish : () => Promise.resolve(NONE),
  });
}

/** Returns whether the library has a word; all words without a vocabulary. */
async function hasWord(
  vocabulary: () => Promise<Vocabulary | undefined>,
): Promise<(word: string) => boolean> {
  const words = await vocabulary();
  return words && !words.isPartial ? words.has : () => true;
}

/** Whether a library in English has the word, or one that it may be mistyped for. */
async function isOrdinary(word: string, vocabulary: Vocabulary | undefined): Promise<boolean> {
  if (!vocabulary || vocabulary.has(word)) return true;
  await vocabulary.prepare?.();
  return vocabulary.near(word, 1).length > 0;
}

/** The words that are known in the language. */
async function knownWords(
  queries: QueryEmbedder,
  words: readonly string[],
  language: string,
): Promise<ReadonlySet<string>> {
  const english = words.length > 0 ? await queries.english(words, language) : [];
  return new Set(words.filter((_word, at) => english[at]!.length > 0));
}

interface Interpreted {
  foreign: ForeignQuery | null;
  /** The language, if it has a table. */
  inTable: string | undefined;
}

/** Corrects the query, by the words of its language, and spells it as the library does. */
async function respell(
  { reader, queries, vocabulary }: WordReaders,
  request: SearchRequest,
  { foreign, inTable }: Interpreted,
): Promise<SpelledQuery> {
  const { scripture, synonyms = [] } = request;
  /** The library has none of the language's words: only the model does. */
  const withoutNear = async (): Promise<Vocabulary | undefined> => {
    const words = await vocabulary();
    return words && { ...words, near: () => [] };
  };
  const isForeign = foreign !== null && !inTable;
  const corrected = await spelled(
    reader,
    { ...request, text: isForeign ? foreign.text : request.text },
    {
      ...request,
      known: new Set(synonyms.flatMap(({ typed }) => tokenize(typed)).map(({ word }) => word)),
      ...((isForeign || scripture?.isWholeQuery) && { spelling: 'exact' }),
      vocabulary: foreign && inTable ? withoutNear : vocabulary,
      dictionary: () => queries.dictionary(inTable ?? ENGLISH),
      whole: (words) => queries.whole(words, inTable),
      knows: queries.knows,
      ...(inTable && { languages: [inTable] }),
    },
  );
  // "color" is Spanish as well, and "colour" is not.
  return request.spelling === 'exact' || inTable ? corrected : inLibrarySpelling(corrected, vocabulary);
}
