/**
 * Writes to Qdrant's collections, all awaited and under the mutex of the index.
 *
 * An item is replaced in four steps: delete what a failed attempt left, write the new chunks under the next revision,
 * update the item's own point (which makes the new revision current, atomically), delete the old chunks. A reader that
 * meets both revisions keeps the current one; a process that dies in between leaves the old or the new item intact.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import type { ItemAttributes, ItemRecord, ItemUpdate } from '../../ports.js';
import { attributesPayload, headPayload, ofItems, chunkPoint, itemPoint, wordVectors } from './schema.js';
import { itemKey } from '../keys.js';
import { itemPointId } from './ids.js';
import { chunksOf } from './items.js';
import { revisionsOf, type Store } from './store.js';
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

export async function replaceItems(store: Store, items: readonly ItemRecord[]): Promise<void> {
  for (const [accountId, ofAccount] of byAccount(items)) {
    const current = await revisionsOf(store, accountId, ofAccount);
    const next = new Map(ofAccount.map(({ itemId }) => [itemId, (current.get(itemId) ?? 0) + 1] as const));
    await deleteOtherRevisions(store, accountId, ofAccount, current);
    await upsert(
      store,
      store.names.chunks,
      ofAccount.flatMap((item) =>
        item.chunks.map((chunk) => chunkPoint(item, chunk, next.get(item.itemId)!)),
      ),
    );
    // Before the item itself: a word too many does no harm.
    await upsert(store, store.names.words, ofAccount.map(wordsPoint));
    await upsert(
      store,
      store.names.items,
      ofAccount.map((item) => itemPoint(item, next.get(item.itemId)!)),
    );
    await deleteOtherRevisions(store, accountId, ofAccount, next);
  }
}

/** Deletes the items' chunks of all revisions but these. */
async function deleteOtherRevisions(
  { client, names }: Store,
  accountId: number,
  items: readonly ItemAttributes[],
  revisions: ReadonlyMap<number, number>,
): Promise<void> {
  const should = items.map(({ itemId }): Schemas['Filter'] => ({
    must: [{ key: 'itemId', match: { value: itemId } }],
    must_not: [{ key: 'revision', match: { value: revisions.get(itemId) ?? 0 } }],
  }));
  const filter = { must: [{ key: 'account', match: { value: String(accountId) } }], should };
  await client.delete(names.chunks, filter);
}

async function upsert(
  { client }: Store,
  collection: string,
  points: Schemas['PointStruct'][],
): Promise<void> {
  for (let at = 0; at < points.length; at += POINTS_PER_REQUEST) {
    await client.upsert(collection, points.slice(at, at + POINTS_PER_REQUEST));
  }
}

export async function updateAttributes(store: Store, updates: readonly ItemUpdate[]): Promise<void> {
  const { client, names } = store;
  for (const [accountId, ofAccount] of byAccount(updates)) {
    const current = await revisionsOf(store, accountId, ofAccount);
    const known = ofAccount.filter(({ itemId }) => current.has(itemId));
    if (known.length === 0) continue;
    const changes = (payloadOf: (update: ItemUpdate) => Record<string, unknown>): Schemas['SetPayload'][] =>
      known.map((update) => ({ payload: payloadOf(update), filter: ofItems(accountId, [update.itemId]) }));
    await client.setPayloads(names.chunks, changes(attributesPayload));
    await updateWords(store, accountId, known);
    const ofItem = (update: ItemUpdate) => ({
      ...attributesPayload(update),
      ...(update.words && headPayload(update.words)),
    });
    await client.setPayloads(names.items, changes(ofItem));
    await client.setPayloads(names.words, changes(ownerPayload));
  }
}

/** An item's words include its title, so they are made again from its chunks. */
async function updateWords(store: Store, accountId: number, updates: readonly ItemUpdate[]): Promise<void> {
  const changed = updates.filter((update) => update.words);
  if (changed.length === 0) return;
  const { client, names } = store;
  const itemIds = changed.map(({ itemId }) => itemId);
  const revisions = await revisionsOf(store, accountId, changed);
  const chunks = await chunksOf(store, accountId, itemIds, { vectors: false });
  const items = changed.flatMap(({ itemId, words }) => {
    const revision = revisions.get(itemId);
    if (revision === undefined) return [];
    const own = chunks.filter((chunk) => chunk.itemId === itemId && chunk.revision === revision);
    own.sort((a, b) => a.ordinal - b.ordinal);
    return [{ itemId, ...words!, chunks: own }];
  });
  if (items.length === 0) return;
  const payloads = items.map((item) => ({
    payload: wordsPayload(item),
    filter: ofItems(accountId, [item.itemId]),
  }));
  await client.setPayloads(names.words, payloads);
  const points = items.map((item) => ({
    id: itemPointId(accountId, item.itemId),
    vector: wordVectors(item),
  }));
  await client.updateVectors(names.items, points);
}

/** The items' own points first: without them their chunks are ignored. */
export async function removeItems(
  { client, names }: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const filter = ofItems(accountId, itemIds);
  await client.delete(names.items, filter);
  await client.delete(names.chunks, filter);
  await client.delete(names.words, filter);
}
