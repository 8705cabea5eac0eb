/** Searches of LanceDB's two tables. docs/search.md has the measurements behind the settings. */
import lancedb, { type Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { phrasePositions, searchedTerms, tokenize } from '../analyze.js';
import type { ChunkHit, ChunkSearchOptions, ItemHit, KeywordQuery, SearchFilter } from '../ports.js';
import { chunkKey, isZero } from './keys.js';
import { toSql } from './lancedb-filter.js';
import { numbers, optionalNumbers, texts, type ArrowTable, type Tables } from './lancedb-schema.js';

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

export const CHUNK_COLUMNS = ['itemId', 'ordinal', 'startMs', 'endMs', 'mediaAssetId'];

/** Rows by filter, of a table's version. */
const counted = new WeakMap<Table, { version: number; rows: LRUCache<string, number> }>();
const MAX_COUNTED = { max: 100 };
/** Letters of a filter; longer ones name items. */
const MAX_COUNTED_FILTER = 500;

async function countRows(table: Table, where: string): Promise<number> {
  const version = await table.version();
  let known = counted.get(table);
  if (known?.version !== version) {
    known = { version, rows: new LRUCache(MAX_COUNTED) };
    counted.set(table, known);
  }
  const rows = known.rows.get(where) ?? (await table.countRows(where));
  if (where.length <= MAX_COUNTED_FILTER) known.rows.set(where, rows);
  return rows;
}

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
  const total = await table.countRows();
  const matching = total <= SCAN_ROWS ? total : await countRows(table, where);
  if (matching === 0) return null;
  const query = table.query().nearestTo(vector).column(name).distanceType('cosine').where(where);
  const scan = matching <= Math.max(SCAN_ROWS, Math.min(MAX_SCAN_ROWS, total * SCAN_SHARE));
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
}

function keyword(
  table: Table,
  query: lancedb.FullTextQuery,
  where: string,
  limit: number,
  columns: string[],
  maintainedOnly = false,
) {
  const search = table
    .query()
    .fullTextSearch(query)
    .where(where)
    .select([...columns, '_score'])
    .limit(limit);
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

export function chunkHits(found: ArrowTable | null, score: (at: number) => number): ChunkHit[] {
  if (!found) return [];
  const itemId = numbers(found, 'itemId');
  const ordinal = numbers(found, 'ordinal');
  const text = texts(found, 'text');
  const startMs = optionalNumbers(found, 'startMs');
  const endMs = optionalNumbers(found, 'endMs');
  const mediaAssetId = optionalNumbers(found, 'mediaAssetId');
  const rows = found.getChild('_rowid') as { get(at: number): bigint } | null;
  return Array.from({ length: found.numRows }, (_, at) => ({
    itemId: itemId(at),
    ordinal: ordinal(at),
    text: text(at),
    startMs: startMs(at),
    endMs: endMs(at),
    mediaAssetId: mediaAssetId(at),
    score: score(at),
    ...(rows && { row: rows.get(at) }),
  })).filter((hit) => !Number.isNaN(hit.score));
}

function itemHits(found: ArrowTable | null, score: (at: number) => number): ItemHit[] {
  if (!found) return [];
  const itemId = numbers(found, 'itemId');
  const hits = Array.from({ length: found.numRows }, (_, at) => ({ itemId: itemId(at), score: score(at) }));
  return hits.filter((hit) => !Number.isNaN(hit.score));
}

export const cosine = (found: ArrowTable | null) => {
  const distance = found && numbers(found, '_distance');
  return (at: number): number => 1 - distance!(at);
};

const bm25 = (found: ArrowTable) => numbers(found, '_score');

const columnsFor = (options?: ChunkSearchOptions): string[] =>
  options?.text === false ? ['itemId', 'ordinal'] : [...CHUNK_COLUMNS, 'text'];

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
  const found = await keyword(
    tables.chunks,
    words,
    where,
    await limitFor(tables, tables.chunks, 'text', limit),
    columnsFor(options),
  );
  return best(chunkHits(found, bm25(found)), limit);
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
  const found = await keyword(tables.items, words, where, fetched, ['itemId']);
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
  const indexed = await keyword(
    table,
    new lancedb.PhraseQuery(words, 'text'),
    where,
    limit,
    columnsFor(options),
  );
  const hits = chunkHits(indexed, bm25(indexed));
  if (options?.maintainedOnly) return hits;
  const stats = await table.indexStats('text_idx');
  if (!stats?.numUnindexedRows) return hits;
  const all = new lancedb.MatchQuery(words, 'text', { operator: lancedb.Operator.And });
  const candidates = await keyword(table, all, where, PHRASE_FALLBACK_ROWS, columnsFor());
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
    keyword(tables.items, all, where, NO_LIMIT, ['itemId', ...heads], maintainedOnly),
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
