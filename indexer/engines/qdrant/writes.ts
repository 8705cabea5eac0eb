/**
 * Writes to Qdrant's collections, all awaited and under the mutex of the index.
 *
 * Every write has a revision, in ms as by a clock, above that of all earlier writes of its items. An item is replaced in
 * three steps: write the new chunks under the revision, update the item's own point (which makes the revision current,
 * atomically), delete the chunks of earlier revisions. A reader that meets several keeps the current one; a process that
 * dies in between leaves the old or the new item intact.
 *
 * A write changes and deletes only what no later one has changed. So it does no harm when it comes late, for example from
 * a node that was stopped and goes on, and a read that lags behind never decides what is deleted.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import {
  IndexUnavailableError,
  type ItemAttributes,
  type IndexRecord,
  type IndexUpdate,
} from '../../ports.js';
import { itemKey } from '../keys.js';
import { itemPointId, pointItemId, revisionAt } from './ids.js';
import { chunksOf } from './items.js';
import {
  attributesPayload,
  changedBefore,
  headPayload,
  itemsFilter,
  chunkPoint,
  itemPoint,
  wordVectors,
} from './schema.js';
import type { ItemPayload, Store } from './store.js';
import { ownerPayload, wordsPayload, wordsPoint } from './words.js';

/** At about 5 kB of JSON each, far below the server's limit of 32 MB. */
const POINTS_PER_REQUEST = 500;

function byAccount<T extends ItemAttributes>(items: readonly T[]): Map<number, T[]> {
  const last = new Map(items.map((item) => [itemKey(item), item]));
  const accounts = new Map<number, T[]>();
  for (const item of last.values())
    accounts.set(item.accountId, [...(accounts.get(item.accountId) ?? []), item]);
  return accounts;
}

export async function replacePoints(store: Store, items: readonly IndexRecord[]): Promise<void> {
  const { client, names } = store;
  for (const [accountId, ofAccount] of byAccount(items)) {
    const itemIds = ofAccount.map(({ itemId }) => itemId);
    const { revision } = await beginWrite(store, accountId, itemIds);
    const unlessLater = changedBefore(revision);
    const chunks = ofAccount.flatMap((item) => item.chunks.map((chunk) => chunkPoint(item, chunk, revision)));
    await upsert(store, names.chunks, chunks);
    // Before the item itself: a word too many does no harm.
    await upsert(
      store,
      names.words,
      ofAccount.map((item) => wordsPoint(item, revision)),
      unlessLater,
    );
    await upsert(
      store,
      names.items,
      ofAccount.map((item) => itemPoint(item, revision)),
      unlessLater,
    );
    await client.delete(names.chunks, earlierChunks(accountId, itemIds, revision));
  }
}

/** The revision of a write, and what is known of its items, by item. */
async function beginWrite(
  store: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<{ revision: number; known: Map<number, ItemPayload> }> {
  const ids = itemIds.map((itemId) => itemPointId(accountId, itemId));
  const heads = await store.heads(ids, ['revision', 'changed', 'chunks']);
  const known = new Map(Array.from(heads, ([id, head]) => [pointItemId(id), head]));
  // The clocks of machines differ, and items may be written twice within a millisecond.
  const revision = Array.from(known.values()).reduce(
    (above, { changed }) => Math.max(above, Number(changed) + 1),
    revisionAt(Date.now()),
  );
  return { revision, known };
}

const earlierChunks = (
  accountId: number,
  itemIds: readonly number[],
  revision: number,
): Schemas['Filter'] => ({
  must: [itemsFilter(accountId, itemIds), { key: 'revision', range: { lt: revision } }],
});

async function upsert(
  { client }: Store,
  collection: string,
  points: Schemas['PointStruct'][],
  update_filter?: Schemas['Filter'],
): Promise<void> {
  for (let at = 0; at < points.length; at += POINTS_PER_REQUEST) {
    const some = points.slice(at, at + POINTS_PER_REQUEST);
    await client.upsert(collection, { points: some, ...(update_filter && { update_filter }) });
  }
}

/** @throws {IndexUnavailableError} when an item is not known, as a node may lag behind; nothing is changed then */
export async function updatePayloads(store: Store, updates: readonly IndexUpdate[]): Promise<void> {
  const { client, names } = store;
  for (const [accountId, ofAccount] of byAccount(updates)) {
    const itemIds = ofAccount.map(({ itemId }) => itemId);
    const { revision, known } = await beginWrite(store, accountId, itemIds);
    for (const itemId of itemIds)
      if (!known.has(itemId))
        throw new IndexUnavailableError(`The index does not know item ${itemId} of account ${accountId}`);
    const words = await wordsOf(store, accountId, ofAccount, known);
    const changes = (payloadOf: (update: IndexUpdate) => Record<string, unknown>): Schemas['SetPayload'][] =>
      ofAccount.map((update) => ({
        payload: payloadOf(update),
        filter: { ...itemsFilter(accountId, [update.itemId]), ...changedBefore(revision) },
      }));
    await client.setPayloads(
      names.chunks,
      changes((update) => attributesPayload(update, revision)),
    );
    if (words.size > 0) await updateWordVectors(store, accountId, words, revision);
    await client.setPayloads(
      names.items,
      changes((update) => ({
        ...attributesPayload(update, revision),
        ...(update.words && headPayload(update.words)),
      })),
    );
    await client.setPayloads(
      names.words,
      changes((update) => {
        const item = words.get(update.itemId);
        return { ...ownerPayload(update, revision), ...(item && wordsPayload(item)) };
      }),
    );
  }
}

type ItemTexts = Parameters<typeof wordsPayload>[0];

/**
 * The texts of the items that get new words, which include those of their chunks.
 * @throws {IndexUnavailableError} where chunks are missing
 */
async function wordsOf(
  store: Store,
  accountId: number,
  updates: readonly IndexUpdate[],
  known: ReadonlyMap<number, ItemPayload>,
): Promise<Map<number, ItemTexts>> {
  const changed = updates.filter((update) => update.words);
  if (changed.length === 0) return new Map();
  const itemIds = changed.map(({ itemId }) => itemId);
  const chunks = await chunksOf(store, accountId, itemIds, { vectors: false });
  return new Map(
    changed.map(({ itemId, words }) => {
      const head = known.get(itemId)!;
      const own = chunks.filter((chunk) => chunk.itemId === itemId && chunk.revision === head.revision);
      if (own.length !== head.chunks)
        throw new IndexUnavailableError(`The index lacks passages of item ${itemId} of account ${accountId}`);
      own.sort((a, b) => a.ordinal - b.ordinal);
      return [itemId, { ...words!, chunks: own }];
    }),
  );
}

async function updateWordVectors(
  { client, names }: Store,
  accountId: number,
  words: ReadonlyMap<number, ItemTexts>,
  revision: number,
): Promise<void> {
  const points = Array.from(words, ([itemId, item]) => ({
    id: itemPointId(accountId, itemId),
    vector: wordVectors(item),
  }));
  await client.updateVectors(names.items, { points, update_filter: changedBefore(revision) });
}

/** The items' own points first: without them their chunks are ignored. */
export async function removePoints(
  store: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const { client, names } = store;
  const { revision } = await beginWrite(store, accountId, itemIds);
  const filter = { ...itemsFilter(accountId, itemIds), ...changedBefore(revision) };
  await client.delete(names.items, filter);
  await client.delete(names.chunks, earlierChunks(accountId, itemIds, revision));
  await client.delete(names.words, filter);
}
