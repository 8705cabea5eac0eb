/** Interprets a query: its language, spelling, meaning and restrictions. */
import type { SearchFilter, SearchIndex, SearchReader } from '../ports.js';
import { likelyLanguage } from '../text/language.js';
import { queryContext, type Reading } from './reading.js';
import { readQueryWords } from './read-words.js';
import { restricted, restrictionOf, type Restriction } from './restriction.js';
import type { SearchRequest } from './request.js';
import type { QueryEmbedder, QueryEmbedding } from './query-embedder.js';

export interface QueryReaders {
  index: SearchReader & Pick<SearchIndex, 'reader'>;
  queries: QueryEmbedder;
}

export interface ReadQuery {
  /** Reader for the account. */
  reader: SearchReader;
  reading: Reading;
  /** Languages of the library other than English that the model has tables for. */
  held: readonly string[];
  /**
   * The pending embedding; resolves to null if the query has no meaning to compare, or the embedder is
   * unavailable.
   */
  embedding: Promise<QueryEmbedding | null>;
  restriction: Restriction | null;
  /** The filter of the request, combined with the restriction. */
  filter: SearchFilter;
}

const NO_EMBEDDING = Promise.resolve(null);

export async function readQuery(
  { index, queries }: QueryReaders,
  request: SearchRequest,
): Promise<ReadQuery> {
  const likely = likelyLanguage(request.text);
  const early =
    request.mode === 'keyword' ? NO_EMBEDDING : queries.embed([{ text: request.text, weight: 1 }], likely);
  early.catch(() => undefined);
  const reader = (await index.reader?.(request.filter.accountId, request.filter.publishedOnly)) ?? index;
  const mode = reader.byWordsOnly ? 'keyword' : request.mode;
  const context = await queryContext(request, reader, queries);
  const reading = await readQueryWords(context);
  const { meant, variants, language, foreign, isUnread } = reading;
  const hasMeaning = mode !== 'keyword' && (!isUnread || (await queries.knows(foreign!.languages)));
  const isAsTyped = !variants && meant === request.text && language === likely;
  const embedding = !hasMeaning
    ? NO_EMBEDDING
    : isAsTyped
      ? early
      : queries.embed(variants ?? [{ text: meant, weight: 1 }], language);
  embedding.catch(() => undefined);
  const restriction = await restrictionOf(context);
  return {
    reader,
    reading,
    held: context.held,
    embedding,
    restriction,
    filter: restriction ? restricted(request.filter, restriction) : request.filter,
  };
}
