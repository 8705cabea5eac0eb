/** Interprets a query: its language, spelling, meaning and restrictions. */
import { foreignQuery, languagesHeld, type ForeignQuery, type LibraryLanguages } from './foreign-words.js';
import type { SearchFilter, SearchIndex, SearchReader, Vocabulary } from '../ports.js';
import type { Meaning, QueryEmbedder } from './query-embedder.js';
import { languageOfQuery, likelyLanguage } from './query-language.js';
import { restricted, restrictionOf, type Restriction } from './restriction.js';
import type { SearchRequest } from './request.js';
import { spelled, type SpelledQuery } from './spelling.js';
import { synonymReadings, synonymWords, type QuerySynonym } from './synonyms.js';
import { searchedTerms, tokenize } from '../text/analyze.js';
import { ENGLISH } from '../text/language.js';
import { translated } from './translations.js';

export interface QueryReaders {
  index: SearchReader & Pick<SearchIndex, 'reader'>;
  queries: QueryEmbedder;
  libraryLanguages: LibraryLanguages;
}

export interface ReadQuery {
  /** Reader for the account. */
  reader: SearchReader;
  /**
   * `text` is searched by keyword, `meant` is embedded, `subject` is what texts are expected to say: the same, or in
   * English what the library has no words for.
   */
  query: SpelledQuery & { meant: string; subject: string };
  /** ISO 639-1 */
  language: string;
  /** Whether the library has texts in languages other than English. */
  isMixed: boolean;
  /** Whether the query is in a language that the library does not contain, and cannot be read in English either. */
  foreign: boolean;
  /** Those of the request, and the English words of another language. */
  synonyms: readonly QuerySynonym[];
  /**
   * The pending embedding; resolves to null if the query has no meaning to compare, or the embedder is
   * unavailable.
   */
  meaning: Promise<Meaning | null>;
  restriction: Restriction | null;
  /** The filter of the request, combined with the restriction. */
  filter: SearchFilter;
}

const NO_MEANING = Promise.resolve(null);

export async function readQuery(
  { index, queries, libraryLanguages }: QueryReaders,
  request: SearchRequest,
): Promise<ReadQuery> {
  const likely = likelyLanguage(request);
  const embedded = request.mode === 'keyword' ? NO_MEANING : queries.embed(request.text, likely);
  embedded.catch(() => undefined);
  const reader = (await index.reader?.(request.filter.accountId)) ?? index;
  const mode = reader.byWordsOnly ? 'keyword' : request.mode;
  const vocabulary = async (): Promise<Vocabulary | undefined> => reader.vocabulary?.(request.filter);
  const tables = await queries.languages();
  const held = await languagesHeld(reader, tables, request.filter, libraryLanguages);
  const language = await languageOfQuery(
    request,
    queries,
    async (word) => held.length === 0 && isOrdinary(word, await vocabulary()),
  );
  const inTable = tables.includes(language) ? language : undefined;
  const foreign = await foreignQuery(
    reader,
    request.text,
    request.filter,
    libraryLanguages,
    inTable === undefined
      ? undefined
      : { language: inTable, knows: (words) => knownWords(queries, words, inTable) },
  );
  const respelled = await respell(reader, queries, request, { foreign, inTable, vocabulary });
  const isRead = inTable !== undefined || (language === ENGLISH && held.length > 0 && !foreign);
  const read = isRead
    ? await translated(respelled, {
        language,
        names: foreign?.text,
        held,
        has: await hasWord(vocabulary),
        queries,
      })
    : undefined;
  const isUnread = foreign !== null && !read;
  const searched = read?.query ?? (isUnread ? { ...respelled, text: foreign.text } : respelled);
  const synonyms = [...(request.synonyms ?? []), ...(read?.synonyms ?? [])];
  const meant = foreign && !inTable ? request.text : respelled.text;
  const query = request.synonyms?.length ? withSynonyms(searched, meant, request.synonyms) : searched;
  const hasMeaning = mode !== 'keyword' && (!isUnread || (await queries.knows(foreign.languages)));
  const meaning = !hasMeaning
    ? NO_MEANING
    : query.readings
      ? queries.embedAll(query.readings, language)
      : meant === request.text && language === likely
        ? embedded
        : queries.embed(meant, language);
  meaning.catch(() => undefined);
  const restriction = await restrictionOf(reader, request, request.filter, vocabulary);
  return {
    reader,
    query: { ...query, meant, subject: read?.subject ?? (isUnread ? query.text : meant) },
    language,
    isMixed: held.length > 0,
    foreign: isUnread,
    synonyms,
    meaning,
    restriction,
    filter: restriction ? restricted(request.filter, restriction) : request.filter,
  };
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
  const english = await queries.english(words, language);
  return new Set(words.filter((_word, at) => english[at]!.length > 0));
}

interface Interpreted {
  foreign: ForeignQuery | null;
  /** The language, if it has a table. */
  inTable: string | undefined;
  vocabulary: () => Promise<Vocabulary | undefined>;
}

/** Corrects the query, by the words of its language. */
function respell(
  reader: SearchReader,
  queries: QueryEmbedder,
  request: SearchRequest,
  { foreign, inTable, vocabulary }: Interpreted,
): Promise<SpelledQuery> {
  const { scripture, synonyms = [] } = request;
  /** The library has none of the language's words: only the model does. */
  const withoutNear = async (): Promise<Vocabulary | undefined> => {
    const words = await vocabulary();
    return words && { ...words, near: () => [] };
  };
  const isForeign = foreign !== null && !inTable;
  return spelled(
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
}

const withSynonyms = (
  query: SpelledQuery,
  meant: string,
  synonyms: readonly QuerySynonym[],
): SpelledQuery => ({
  ...query,
  words: [...(query.words ?? searchedTerms(query.text)), ...synonymWords(synonyms)],
  readings: [...(query.readings?.slice(1) ?? []), ...synonymReadings(meant, synonyms)],
});
