/** Ids of points in Qdrant: deterministic UUIDs that lead back to the item and the chunk. */
import { describe, expect, it } from 'vitest';
import {
  chunkPointId,
  itemPointId,
  pointItemId,
  pointRef,
  revisionAt,
} from '../../indexer/engines/qdrant/ids.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Qdrant point ids', () => {
  it.each([
    [1, { itemId: 1, ordinal: 0, revision: 1 }],
    [2 ** 28 - 1, { itemId: 2 ** 36 - 1, ordinal: 2 ** 16 - 1, revision: 2 ** 40 - 1 }],
    [77, { itemId: 2 ** 33 + 5, ordinal: 4_097, revision: revisionAt(Date.UTC(2059, 11, 31)) }],
  ])('are UUIDs that encode account %i and chunk %o', (account, chunk) => {
    const id = chunkPointId(account, chunk);
    expect(id).toMatch(UUID);
    expect(pointRef(id)).toEqual(chunk);
    expect(pointItemId(itemPointId(account, chunk.itemId))).toBe(chunk.itemId);
  });

  it('differ in each of their parts', () => {
    const ref = { itemId: 1, ordinal: 1, revision: 1 };
    const ids = [
      chunkPointId(1, ref),
      chunkPointId(2, ref),
      ...Object.keys(ref).map((part) => chunkPointId(1, { ...ref, [part]: 2 })),
    ];
    expect(new Set(ids).size).toBe(5);
  });

  it('reject values out of range', () => {
    expect(() => itemPointId(2 ** 28, 1)).toThrow('The index cannot hold the account 268435456');
    const ref = { itemId: 1, ordinal: 2 ** 16, revision: 1 };
    expect(() => chunkPointId(1, ref)).toThrow('The index cannot hold the ordinal 65536');
  });
});
