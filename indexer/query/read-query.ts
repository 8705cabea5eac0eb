/** Interprets a query: its language, spelling, meaning and restrictions. */
import { foreignQuery, type LibraryLanguages } from './foreign-words.js';
import type { SearchFilter, SearchIndex, SearchReader, Vocabulary } from '../ports.js';
import type { Meaning, QueryEmbedder } from './query-embedder.js';
import { restricted, restrictionOf, type Restriction } from './restriction.js';
import type { SearchRequest } from './request.js';
import { spelled, type SpelledQuery } from './spelling.js';
import { synonymReadings, synonymWords } from './synonyms.js';
import { searchedTerms, tokenize } from '../text/analyze.js';

export interface QueryReaders {
  index: SearchReader & Pick<SearchIndex, 'reader'>;
  queries: QueryEmbedder;
  libraryLanguages: LibraryLanguages;
}

export interface ReadQuery {
  /** Reader for the account. */
  reader: SearchReader;
  /** `text` is searched by keyword, `meant` is embedded. */
  query: SpelledQuery & { meant: string };
  /** Whether the query is in a language that the library does not contain. */
  foreign: boolean;
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
  const { scripture, synonyms = [] } = request;
  const embedded = request.mode === 'keyword' ? NO_MEANING : queries.embed(request.text);
  embedded.catch(() => undefined);
  const reader = (await index.reader?.(request.filter.accountId)) ?? index;
  const mode = reader.byWordsOnly ? 'keyword' : request.mode;
  const foreign = await foreignQuery(reader, request.text, request.filter, libraryLanguages);
  const vocabulary = async (): Promise<Vocabulary | undefined> => reader.vocabulary?.(request.filter);
  const respelled = await spelled(
    reader,
    { ...request, text: foreign?.text ?? request.text },
    {
      ...request,
      known: new Set(synonyms.flatMap(({ typed }) => tokenize(typed)).map(({ word }) => word)),
      ...((foreign || scripture?.isWholeQuery) && { spelling: 'exact' }),
      vocabulary,
      dictionary: queries.dictionary,
      whole: queries.whole,
      knows: queries.knows,
    },
  );
  const meant = foreign ? request.text : respelled.text;
  const query = synonyms.length > 0 ? withSynonyms(respelled, meant, synonyms) : respelled;
  const hasMeaning = mode !== 'keyword' && (!foreign || (await queries.knows(foreign.languages)));
  const meaning = !hasMeaning
    ? NO_MEANING
    : query.readings
      ? queries.embedAll(query.readings)
      : meant === request.text
        ? embedded
        : queries.embed(meant);
  meaning.catch(() => undefined);
  const restriction = await restrictionOf(reader, request, request.filter, vocabulary);
  return {
    reader,
    query: { ...query, meant },
    foreign: foreign !== null,
    meaning,
    restriction,
    filter: restriction ? restricted(request.filter, restriction) : request.filter,
  };
}

const withSynonyms = (
  query: SpelledQuery,
  meant: string,
  synonyms: NonNullable<SearchRequest['synonyms']>,
): SpelledQuery => ({
  ...query,
  words: [...(query.words ?? searchedTerms(query.text)), ...synonymWords(synonyms)],
  readings: [...(query.readings?.slice(1) ?? []), ...synonymReadings(meant, synonyms)],
});
