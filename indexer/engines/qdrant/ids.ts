/**
 * Ids of Qdrant's points. They say which item and chunk a point is of, so that candidates need no payload: the server
 * reads a point's whole payload from disk, texts included, whatever part of it is asked for.
 */

/** Tells an item's chunk from those of its other revisions. */
export interface PointRef {
  itemId: number;
  ordinal: number;
  revision: number;
}

/** Hexadecimal digits of each part: the 30 of a UUID beside its version and its variant. */
const DIGITS = { account: 8, revision: 7, ordinal: 5, item: 10 };
/** Where the item's digits begin in an id. */
const ITEM_AT = 26;

/**
 * A UUID of version 8 (RFC 9562, section 5.8). A new revision never overwrites the one that is being read.
 * @throws {RangeError} when a part has too many digits
 */
export function chunkPointId(accountId: number, { itemId, ordinal, revision }: PointRef): string {
  const [first, second] = split('revision', revision, 4);
  const [third, fourth] = split('ordinal', ordinal, 3);
  return `${hex('account', accountId)}-${first}-8${second}-8${third}-${fourth}${hex('item', itemId)}`;
}

/** Changes atomically, unlike the points of an item's chunks. */
export const itemPointId = (accountId: number, itemId: number): string =>
  chunkPointId(accountId, { itemId, ordinal: 0, revision: 0 });

/** The chunk of a chunk's point. */
export const pointRef = (id: string): PointRef => ({
  itemId: pointItemId(id),
  revision: Number.parseInt(id.slice(9, 13) + id.slice(15, 18), 16),
  ordinal: Number.parseInt(id.slice(20, 23) + id.slice(24, ITEM_AT), 16),
});

/** The item of any point. */
export const pointItemId = (id: string): number => Number.parseInt(id.slice(ITEM_AT), 16);

function hex(part: keyof typeof DIGITS, value: number): string {
  const digits = value.toString(16).padStart(DIGITS[part], '0');
  if (digits.length > DIGITS[part]) throw new RangeError(`The index cannot hold the ${part} ${value}`);
  return digits;
}

function split(part: keyof typeof DIGITS, value: number, at: number): [string, string] {
  const digits = hex(part, value);
  return [digits.slice(0, at), digits.slice(at)];
}
