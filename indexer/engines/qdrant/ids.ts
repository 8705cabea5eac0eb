/**
 * Ids of Qdrant's points. They say which item and chunk a point is of, so that candidates need no payload: the server
 * reads a point's whole payload from disk, texts included, whatever part of it is asked for.
 */

/** Tells an item's chunk from those of its other revisions. */
export interface PointRef {
  itemId: number;
  ordinal: number;
  /** When the item was written, as by `revisionAt`. */
  revision: number;
}

/** Hexadecimal digits of each part: the 30 of a UUID beside its version and its variant. */
const DIGITS = { account: 7, revision: 10, ordinal: 4, item: 9 };
/** Where the item's digits begin in an id. */
const ITEM_AT = 27;

/** Revisions are ms since then; there is room for 34 years. */
const FIRST_REVISION_AT = Date.UTC(2026, 0, 1);

/** @param time ms since 1970 */
export const revisionAt = (time: number): number => Math.max(1, time - FIRST_REVISION_AT);

/**
 * A UUID of version 8 (RFC 9562, section 5.8). A new revision never overwrites the one that is being read.
 * @throws {RangeError} when a part has too many digits
 */
export function chunkPointId(accountId: number, { itemId, ordinal, revision }: PointRef): string {
  const digits =
    hex('account', accountId) + hex('revision', revision) + hex('ordinal', ordinal) + hex('item', itemId);
  const part = (from: number, to?: number): string => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18)}`;
}

/** Changes atomically, unlike the points of an item's chunks. */
export const itemPointId = (accountId: number, itemId: number): string =>
  chunkPointId(accountId, { itemId, ordinal: 0, revision: 0 });

/** The chunk of a chunk's point. */
export const pointRef = (id: string): PointRef => ({
  itemId: pointItemId(id),
  revision: Number.parseInt(id[7]! + id.slice(9, 13) + id.slice(15, 18) + id.slice(20, 22), 16),
  ordinal: Number.parseInt(id[22]! + id.slice(24, ITEM_AT), 16),
});

/** The item of any point. */
export const pointItemId = (id: string): number => Number.parseInt(id.slice(ITEM_AT), 16);

function hex(part: keyof typeof DIGITS, value: number): string {
  const digits = value.toString(16).padStart(DIGITS[part], '0');
  if (digits.length > DIGITS[part]) throw new RangeError(`The index cannot hold the ${part} ${value}`);
  return digits;
}
