/** Reads of given items and chunks from LanceDB: exact scores, centroids, texts. */
import type { Table } from '@lancedb/lancedb';
import type { ChunkHit, ChunkRef, ChunkScore } from '../ports.js';
import { ints, ofItems } from './lancedb-filter.js';
import { chunkKey, isZero } from './keys.js';
import { CHUNK_COLUMNS, chunkHits, cosine } from './lancedb-hits.js';
import { numbers, vectors } from './lancedb-schema.js';

/** More chunks than any items have. */
const NO_LIMIT = 10_000_000;

export async function chunkScores(
  table: Table,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<ChunkScore[]> {
  if (itemIds.length === 0 || isZero(vector)) return [];
  const found = await table
    .query()
    .nearestTo(vector)
    .column('vector')
    .distanceType('cosine')
    .where(ofItems(accountId, itemIds))
    .bypassVectorIndex()
    .select(['itemId', 'ordinal', '_distance'])
    .limit(NO_LIMIT)
    .toArrow();
  return chunkHits(found, cosine(found)).map(({ itemId, ordinal, score }) => ({
    itemId,
    ordinal,
    cosine: score,
  }));
}

export async function itemCentroid(
  table: Table,
  accountId: number,
  itemId: number,
): Promise<Float32Array | null> {
  const found = await table
    .query()
    .where(ofItems(accountId, [itemId]))
    .select(['centroid'])
    .toArrow();
  const centroid = found.numRows > 0 ? vectors(found, 'centroid')(0) : null;
  return centroid && !isZero(centroid) ? centroid : null;
}

/** By row id where a ref has one, which is far cheaper; the rest by a filter. */
export async function readChunks(
  table: Table,
  accountId: number,
  refs: readonly ChunkRef[],
): Promise<ChunkHit[]> {
  if (refs.length === 0) return [];
  const read = await readRows(table, accountId, refs);
  const found = new Set(read.map(chunkKey));
  const missing = refs.filter((ref) => !found.has(chunkKey(ref)));
  return [...read, ...(await findChunks(table, accountId, missing))];
}

/** Compaction moves rows, so a row counts only if it still is one of the requested chunks. */
async function readRows(table: Table, accountId: number, refs: readonly ChunkRef[]): Promise<ChunkHit[]> {
  const rows = refs.flatMap(({ row }) => row ?? []);
  if (rows.length === 0) return [];
  const requested = new Set(refs.map(chunkKey));
  const found = await table
    .takeRowIds(rows)
    .select([...CHUNK_COLUMNS, 'text', 'accountId'])
    .toArrow()
    .catch(() => null);
  if (!found) return [];
  const account = numbers(found, 'accountId');
  return chunkHits(found, (at) => (account(at) === accountId ? 0 : Number.NaN)).filter((hit) =>
    requested.has(chunkKey(hit)),
  );
}

async function findChunks(table: Table, accountId: number, refs: readonly ChunkRef[]): Promise<ChunkHit[]> {
  if (refs.length === 0) return [];
  const ordinals = new Map<number, number[]>();
  for (const ref of refs) ordinals.set(ref.itemId, [...(ordinals.get(ref.itemId) ?? []), ref.ordinal]);
  const conditions = [...ordinals].map(([itemId, of]) => `(itemId = ${itemId} AND ordinal IN (${ints(of)}))`);
  const found = await table
    .query()
    .where(`${ofItems(accountId, [...ordinals.keys()])} AND (${conditions.join(' OR ')})`)
    .select([...CHUNK_COLUMNS, 'text'])
    .toArrow();
  return chunkHits(found, () => 0);
}
