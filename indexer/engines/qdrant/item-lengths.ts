/** The length of each item of an account in chunks, which searches ask for, as of the last reading. */
import { createAccountCache } from '../account-cache.js';
import type { QdrantClient } from './client.js';
import { pointItemId } from './ids.js';
import { accountFilter, type Names } from './schema.js';

/** Items of one account that are counted. */
const MAX_ITEMS = 200_000;
/** Maximum size of the cache for all accounts, at `ITEM_BYTES` per item. */
const MAX_BYTES = 32 * 2 ** 20;
const ITEM_BYTES = 40;

export function createItemLengths(
  client: QdrantClient,
  names: Names,
): (accountId: number) => Promise<(itemId: number) => number | undefined> {
  const read = createAccountCache(MAX_BYTES, async ({ accountId }) => {
    const asked = { filter: accountFilter(accountId), with_payload: ['chunks'], limit: MAX_ITEMS };
    const points = await client.scroll(names.items, asked);
    const lengths = new Map(
      points.map(({ id, payload }) => [pointItemId(String(id)), Number(payload!.chunks)]),
    );
    return { value: (itemId: number) => lengths.get(itemId), bytes: points.length * ITEM_BYTES };
  });
  return (accountId) => read({ accountId, publishedOnly: false });
}
