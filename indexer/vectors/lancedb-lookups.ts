/** What LanceDB's two tables hold of given items and passages: exact scores, centroids, texts. */
import type { Table } from '@lancedb/lancedb';
import type { PassageHit, PassageRef, PassageScore, ItemScore } from '../ports.js';
import { ints, ofItems } from './lancedb-filter.js';
import { cosine, isZero, PASSAGE_COLUMNS, passageHits } from './lancedb-queries.js';
import { numbers, vectors } from './lancedb-schema.js';

/** More than any items hold. */
const ALL = 10_000_000;

export async function passageScores(
  table: Table,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<PassageScore[]> {
  if (itemIds.length === 0 || isZero(vector)) return [];
  const found = await table
    .query()
    .nearestTo(vector)
    .column('vector')
    .distanceType('cosine')
    .where(ofItems(accountId, itemIds))
    .bypassVectorIndex()
    .select(['itemId', 'ordinal', '_distance'])
    .limit(ALL)
    .toArrow();
  return passageHits(found, cosine(found)).map(({ itemId, ordinal, score }) => ({
    itemId,
    ordinal,
    cosine: score,
  }));
}

export async function itemScores(
  table: Table,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<ItemScore[]> {
  if (itemIds.length === 0) return [];
  const found = await table
    .query()
    .where(ofItems(accountId, itemIds))
    .select(['itemId', 'centroid', 'titleVector'])
    .toArrow();
  const itemId = numbers(found, 'itemId');
  const centroid = vectors(found, 'centroid');
  const title = vectors(found, 'titleVector');
  return Array.from({ length: found.numRows }, (_, at) => ({
    itemId: itemId(at),
    centroid: cosineOf(vector, centroid(at)),
    title: cosineOf(vector, title(at)),
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

/** 0 where either has no length. */
function cosineOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squareA = 0;
  let squareB = 0;
  for (let at = 0; at < a.length; at++) {
    product += a[at]! * b[at]!;
    squareA += a[at]! ** 2;
    squareB += b[at]! ** 2;
  }
  return squareA === 0 || squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
}

/** By their rows where the refs name them, which is a fraction of the work; by a filter what that did not find. */
export async function readPassages(
  table: Table,
  accountId: number,
  refs: readonly PassageRef[],
): Promise<PassageHit[]> {
  if (refs.length === 0) return [];
  const read = await readRows(table, accountId, refs);
  const known = new Set(read.map(keyOf));
  const missing = refs.filter((ref) => !known.has(keyOf(ref)));
  return [...read, ...(await findPassages(table, accountId, missing))];
}

const keyOf = ({ itemId, ordinal }: PassageRef): string => `${itemId}:${ordinal}`;

/** Rows move when the table is compacted: what stands there now counts only where it is what was asked for. */
async function readRows(table: Table, accountId: number, refs: readonly PassageRef[]): Promise<PassageHit[]> {
  const rows = refs.flatMap(({ row }) => row ?? []);
  if (rows.length === 0) return [];
  const wanted = new Set(refs.map(keyOf));
  const found = await table
    .takeRowIds(rows)
    .select([...PASSAGE_COLUMNS, 'text', 'accountId'])
    .toArrow()
    .catch(() => null);
  if (!found) return [];
  const account = numbers(found, 'accountId');
  return passageHits(found, (at) => (account(at) === accountId ? 0 : Number.NaN)).filter((hit) =>
    wanted.has(keyOf(hit)),
  );
}

async function findPassages(
  table: Table,
  accountId: number,
  refs: readonly PassageRef[],
): Promise<PassageHit[]> {
  if (refs.length === 0) return [];
  const ordinals = new Map<number, number[]>();
  for (const ref of refs) ordinals.set(ref.itemId, [...(ordinals.get(ref.itemId) ?? []), ref.ordinal]);
  const which = [...ordinals].map(([itemId, of]) => `(itemId = ${itemId} AND ordinal IN (${ints(of)}))`);
  const found = await table
    .query()
    .where(`${ofItems(accountId, [...ordinals.keys()])} AND (${which.join(' OR ')})`)
    .select([...PASSAGE_COLUMNS, 'text'])
    .toArrow();
  return passageHits(found, () => 0);
}
