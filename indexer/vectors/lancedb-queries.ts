/** Searches of LanceDB's two tables. docs/search.md has the measurements behind the settings. */
import lancedb, { type Table } from '@lancedb/lancedb';
import { phrasePositions, searchedTerms, tokenize } from '../analyze.js';
import type { ChunkHit, ChunkSearchOptions, ItemHit, KeywordQuery, SearchFilter } from '../ports.js';
import { chunkKey, isZero, textsOf } from './keys.js';
import { toSql } from './lancedb-filter.js';
import { bm25, chunkHits, columnsFor, cosine, itemHits } from './lancedb-hits.js';
import { readChunks } from './lancedb-lookups.js';
import { countRows, filtered } from './lancedb-matching.js';
import { numbers, texts, type Tables } from './lancedb-schema.js';
import { readTexts } from './read-texts.js';

/**
 * Partitions to probe when the filter matches everything; more, by the root of its share, when it matches less. The
 * engine's default is all.
 */
const PROBES = 40;
/** Hits of quantised vectors are scored again from the full ones: twice as many for short lists, whose end matters. */
const REFINE_SHORT = 2;
const REFINE_LONG = 1;
const LONG_LIST = 400;
/** Few matching rows are scanned, which is exact: probing would cost as much and find less. */
const SCAN_ROWS = 2_000;
const SCAN_SHARE = 1 / 10;
const MAX_SCAN_ROWS = 60_000;
/** Words of a query that are searched. */
const MAX_TERMS = 64;
/** Rows outside the index that are searched for a phrase. */
const PHRASE_FALLBACK_ROWS = 500;

const NO_LIMIT = 10_000_000;

async function nearest(
  table: Table,
  name: string,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  columns: string[],
) {
  const where = toSql(filter);
  if (where === null || limit < 1 || isZero(vector)) return null;
  const version = await table.version();
  const total = await countRows(table, version);
  const matching = total <= SCAN_ROWS ? total : await countRows(table, version, where);
  if (matching === 0) return null;
  const scan = matching <= Math.max(SCAN_ROWS, Math.min(MAX_SCAN_ROWS, total * SCAN_SHARE));
  return filtered(table, filter, where, (condition) => {
    const query = table.query().nearestTo(vector).column(name).distanceType('cosine');
    if (condition) query.where(condition);
    if (scan) query.bypassVectorIndex();
    else {
      query.nprobes(Math.ceil(PROBES * Math.sqrt(total / matching)));
      query.refineFactor(limit > LONG_LIST ? REFINE_LONG : REFINE_SHORT);
    }
    return query
      .select([...columns, '_distance'])
      .withRowId()
      .limit(limit)
      .toArrow();
  });
}

interface KeywordSearch {
  query: lancedb.FullTextQuery;
  limit: number;
  columns: string[];
  withRowId?: boolean;
  maintainedOnly?: boolean;
}

function keyword(
  table: Table,
  where: string | null,
  { query, limit, columns, withRowId, maintainedOnly }: KeywordSearch,
) {
  const search = table
    .query()
    .fullTextSearch(query)
    .select([...columns, '_score'])
    .limit(limit);
  if (where) search.where(where);
  if (withRowId) search.withRowId();
  return (maintainedOnly ? search.fastSearch() : search).toArrow();
}

/**
 * The limit that returns the best `limit` hits: without indexed rows the engine truncates in row order, so all are
 * fetched.
 */
async function limitFor(
  { indexedColumns }: Tables,
  table: Table,
  column: string,
  limit: number,
): Promise<number> {
  if (!indexedColumns.has(column) && (await table.indexStats(`${column}_idx`))?.numIndexedRows)
    indexedColumns.add(column);
  return indexedColumns.has(column) ? limit : NO_LIMIT;
}

const best = <T extends { score: number }>(hits: T[], limit: number): T[] =>
  hits.sort((a, b) => b.score - a.score).slice(0, limit);

/** The words to search by, unstemmed: the engine stems them itself. Null without words. */
function matchQuery(query: KeywordQuery, column: string): lancedb.FullTextQuery | null {
  const byWeight = groupBy(searchedTerms(query), ({ weight }) => weight);
  const queries = [...byWeight].map(
    ([boost, terms]) => new lancedb.MatchQuery(terms.map(({ word }) => word).join(' '), column, { boost }),
  );
  if (queries.length < 2) return queries[0] ?? null;
  return new lancedb.BooleanQuery(queries.map((one) => [lancedb.Occur.Should, one]));
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

export async function nearestChunks(
  table: Table,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  const found = await nearest(table, 'vector', vector, filter, limit, columnsFor(options));
  return chunkHits(found, cosine(found));
}

export async function nearestItems(
  table: Table,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
): Promise<ItemHit[]> {
  const found = await nearest(table, 'centroid', vector, filter, limit, ['itemId']);
  return itemHits(found, cosine(found));
}

export async function keywordChunks(
  tables: Tables,
  query: KeywordQuery,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  const words = matchQuery(query, 'text');
  const where = toSql(filter);
  if (!words || where === null || limit < 1) return [];
  const fetched = await limitFor(tables, tables.chunks, 'text', limit);
  const withTexts = textsOf(options);
  const columns = columnsFor({ text: withTexts >= limit });
  const found = await filtered(tables.chunks, filter, where, (condition) =>
    keyword(tables.chunks, condition, { query: words, limit: fetched, columns, withRowId: true }),
  );
  const hits = best(chunkHits(found, bm25(found)), limit);
  if (withTexts >= limit) return hits;
  return readTexts(hits, withTexts, (some) => readChunks(tables.chunks, filter.accountId, some));
}

export async function keywordItems(
  tables: Tables,
  query: KeywordQuery,
  filter: SearchFilter,
  limit: number,
  over: 'whole' | 'title',
): Promise<ItemHit[]> {
  const column = over === 'title' ? 'title' : 'words';
  const words = matchQuery(query, column);
  const where = toSql(filter);
  if (!words || where === null || limit < 1) return [];
  const fetched = await limitFor(tables, tables.items, column, limit);
  const found = await filtered(tables.items, filter, where, (condition) =>
    keyword(tables.items, condition, { query: words, limit: fetched, columns: ['itemId'] }),
  );
  return best(itemHits(found, bm25(found)), limit);
}

/** The engine's phrase query covers indexed rows only: newer ones are found by their words and checked here. */
export async function phraseChunks(
  table: Table,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions & { maintainedOnly?: boolean },
): Promise<ChunkHit[]> {
  const tokens = tokenize(text).slice(0, MAX_TERMS);
  const where = toSql(filter);
  if (tokens.length < 2 || where === null || limit < 1) return [];
  const words = tokens.map((token) => token.word).join(' ');
  const phraseQuery = new lancedb.PhraseQuery(words, 'text');
  const indexed = await keyword(table, where, { query: phraseQuery, limit, columns: columnsFor(options) });
  const hits = chunkHits(indexed, bm25(indexed));
  if (options?.maintainedOnly) return hits;
  const stats = await table.indexStats('text_idx');
  if (!stats?.numUnindexedRows) return hits;
  const all = new lancedb.MatchQuery(words, 'text', { operator: lancedb.Operator.And });
  const candidates = await keyword(table, where, {
    query: all,
    limit: PHRASE_FALLBACK_ROWS,
    columns: columnsFor(),
  });
  const phrase = tokens.map((token) => token.term);
  const found = new Set(hits.map(chunkKey));
  const fresh = chunkHits(candidates, bm25(candidates)).filter(
    (hit) => !found.has(chunkKey(hit)) && phrasePositions(tokenize(hit.text), phrase).length > 0,
  );
  if (options?.text === false) for (const hit of fresh) hit.text = '';
  return [...hits, ...fresh].sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Titles and descriptions have no positions in the index: items with all of the words are read and checked. */
export async function itemsWith(
  tables: Tables,
  text: string,
  filter: SearchFilter,
  maintainedOnly?: boolean,
): Promise<number[]> {
  const tokens = tokenize(text).slice(0, MAX_TERMS);
  const where = toSql(filter);
  if (tokens.length === 0 || where === null) return [];
  const words = tokens.map((token) => token.word).join(' ');
  const all = new lancedb.MatchQuery(words, 'words', { operator: lancedb.Operator.And });
  const isPhrase = tokens.length > 1;
  const heads = isPhrase ? ['title', 'description'] : [];
  const [chunks, candidates] = await Promise.all([
    phraseChunks(tables.chunks, text, filter, NO_LIMIT, { text: false, maintainedOnly }),
    keyword(tables.items, where, {
      query: all,
      limit: NO_LIMIT,
      columns: ['itemId', ...heads],
      maintainedOnly,
    }),
  ]);
  const itemId = numbers(candidates, 'itemId');
  const [title, description] = [texts(candidates, 'title'), texts(candidates, 'description')];
  const phrase = tokens.map((token) => token.term);
  const hasPhrase = (head: string): boolean => phrasePositions(tokenize(head), phrase).length > 0;
  const found = new Set(chunks.map((hit) => hit.itemId));
  for (let at = 0; at < candidates.numRows; at++)
    if (!isPhrase || hasPhrase(title(at)) || hasPhrase(description(at))) found.add(itemId(at));
  return [...found];
}
