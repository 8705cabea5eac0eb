/** Searches over LanceDB's two tables. Metrics behind the settings are in docs/search.md. */
import lancedb, { type Table } from '@lancedb/lancedb';
import { analyzeQuery, phrasePlaces, tokenize } from '../analyze.js';
import type { PassageHit, PassageSearchOptions, SearchFilter, ItemHit } from '../ports.js';
import { toSql } from './lancedb-filter.js';
import { numbers, optionalNumbers, texts, type ArrowTable } from './lancedb-schema.js';

/** Partitions looked into where the filter leaves everything, and by the root of its share more where it leaves less. Left to itself the engine takes all. */
const PROBES = 40;
/** Quantised distances are no cosines: every hit is scored again from its vector, twice as many for the short lists whose end matters. */
const REFINE_SHORT = 2;
const REFINE_LONG = 1;
const LONG_LIST = 400;
/** What a filter leaves is scanned, which is exact, where that is little: probing for it costs as much and finds less. */
const SCAN_ROWS = 2_000;
const SCAN_SHARE = 1 / 10;
const SCAN_ROWS_MOST = 60_000;
/** Words of a query that are searched; its length is limited elsewhere. */
const MAX_TERMS = 64;
/** Rows that are not in the index yet and may hold a phrase: as many are looked at. */
const PHRASE_FALLBACK_ROWS = 500;

const EVERY_HIT = 10_000_000;

export const PASSAGE_COLUMNS = ['itemId', 'ordinal', 'startMs', 'endMs', 'mediaAssetId'];

export const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);

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
  const matching = total <= SCAN_ROWS ? total : await table.countRows(where);
  if (matching === 0) return null;
  const query = table.query().nearestTo(vector).column(name).distanceType('cosine').where(where);
  const scan = matching <= Math.max(SCAN_ROWS, Math.min(SCAN_ROWS_MOST, total * SCAN_SHARE));
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
) {
  return table
    .query()
    .fullTextSearch(query)
    .where(where)
    .select([...columns, '_score'])
    .limit(limit)
    .toArrow();
}

/** Columns, by table, whose index is known to hold rows. */
const begun = new WeakMap<Table, Set<string>>();

/** What to ask for so that the best `limit` are among it: an index that holds no row yet gives hits in the order of rows, and cuts them so. */
async function limitFor(table: Table, column: string, limit: number): Promise<number> {
  const known = begun.get(table) ?? new Set();
  begun.set(table, known);
  if (!known.has(column) && (await table.indexStats(`${column}_idx`))?.numIndexedRows) known.add(column);
  return known.has(column) ? limit : EVERY_HIT;
}

const best = <T extends { score: number }>(hits: T[], limit: number): T[] =>
  hits.sort((a, b) => b.score - a.score).slice(0, limit);

/** The words to search by, as written: the engine stems them itself. */
function searchWords(text: string): string {
  const { tokens, terms } = analyzeQuery(text);
  const byTerm = new Map(tokens.map((token) => [token.term, token.word]));
  return terms
    .slice(0, MAX_TERMS)
    .map((term) => byTerm.get(term)!)
    .join(' ');
}

export function passageHits(found: ArrowTable | null, score: (at: number) => number): PassageHit[] {
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

const columnsFor = (options?: PassageSearchOptions): string[] =>
  options?.text === false ? ['itemId', 'ordinal'] : [...PASSAGE_COLUMNS, 'text'];

export async function nearestPassages(
  table: Table,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
  const found = await nearest(table, 'vector', vector, filter, limit, columnsFor(options));
  return passageHits(found, cosine(found));
}

export async function nearestItems(
  table: Table,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  by: 'centroid' | 'title',
): Promise<ItemHit[]> {
  const found = await nearest(table, by === 'title' ? 'titleVector' : 'centroid', vector, filter, limit, [
    'itemId',
  ]);
  return itemHits(found, cosine(found));
}

export async function keywordPassages(
  table: Table,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
  const words = searchWords(text);
  const where = toSql(filter);
  if (words === '' || where === null || limit < 1) return [];
  const found = await keyword(
    table,
    new lancedb.MatchQuery(words, 'text'),
    where,
    await limitFor(table, 'text', limit),
    columnsFor(options),
  );
  return best(passageHits(found, bm25(found)), limit);
}

export async function keywordItems(
  table: Table,
  text: string,
  filter: SearchFilter,
  limit: number,
  over: 'whole' | 'title',
): Promise<ItemHit[]> {
  const words = searchWords(text);
  const where = toSql(filter);
  if (words === '' || where === null || limit < 1) return [];
  const column = over === 'title' ? 'title' : 'words';
  const wanted = await limitFor(table, column, limit);
  const found = await keyword(table, new lancedb.MatchQuery(words, column), where, wanted, ['itemId']);
  return best(itemHits(found, bm25(found)), limit);
}

/** The engine's phrase query sees indexed rows only: newer ones are found by their words and read here. */
export async function phrasePassages(
  table: Table,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
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
  const hits = passageHits(indexed, bm25(indexed));
  const stats = await table.indexStats('text_idx');
  if (!stats?.numUnindexedRows) return hits;
  const all = new lancedb.MatchQuery(words, 'text', { operator: lancedb.Operator.And });
  const candidates = await keyword(table, all, where, PHRASE_FALLBACK_ROWS, columnsFor());
  const phrase = tokens.map((token) => token.term);
  const known = new Set(hits.map((hit) => `${hit.itemId}:${hit.ordinal}`));
  const fresh = passageHits(candidates, bm25(candidates)).filter(
    (hit) =>
      !known.has(`${hit.itemId}:${hit.ordinal}`) && phrasePlaces(tokenize(hit.text), phrase).length > 0,
  );
  if (options?.text === false) for (const hit of fresh) hit.text = '';
  return [...hits, ...fresh].sort((a, b) => b.score - a.score).slice(0, limit);
}
