/**
 * Writes to Qdrant's two collections, always waited for. All of them run in the lane of their index (see lane.ts).
 *
 * A item is replaced in four steps: clear what a broken attempt left, write the new passages under the next version, put the item's
 * own point in place (one point, one step: from here on the new version counts), delete the old passages. A reader that meets both
 * versions keeps the one the item's point names; a process that dies in between leaves the old or the new item whole.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import type { ItemFacts, ItemRecord, ItemUpdate } from '../ports.js';
import { factsPayload, ofItems, passagePoint, itemPoint, itemPointId, itemVectors } from './qdrant-schema.js';
import { indexVersionsOf, passagesOf, type Store } from './qdrant-queries.js';

/** Points a request: about 5 kB each as JSON, far below the server's 32 MB. */
const POINTS = 500;

const keyOf = (item: { accountId: number; itemId: number }): string => `${item.accountId}:${item.itemId}`;

function byAccount<T extends ItemFacts>(items: readonly T[]): Map<number, T[]> {
  const last = new Map(items.map((item) => [keyOf(item), item]));
  const accounts = new Map<number, T[]>();
  for (const item of last.values())
    accounts.set(item.accountId, [...(accounts.get(item.accountId) ?? []), item]);
  return accounts;
}

export async function replaceItems(store: Store, items: readonly ItemRecord[]): Promise<void> {
  for (const [accountId, ofAccount] of byAccount(items)) {
    const held = await indexVersionsOf(store, accountId, ofAccount);
    const next = new Map(ofAccount.map(({ itemId }) => [itemId, (held.get(itemId) ?? 0) + 1] as const));
    await keepIndexVersion(store, accountId, ofAccount, held);
    await upsert(
      store,
      store.names.passages,
      ofAccount.flatMap((item) =>
        item.passages.map((passage) => passagePoint(item, passage, next.get(item.itemId)!)),
      ),
    );
    await upsert(
      store,
      store.names.items,
      ofAccount.map((item) => itemPoint(item, next.get(item.itemId)!)),
    );
    await keepIndexVersion(store, accountId, ofAccount, next);
  }
}

/** Deletes the items' passages of every version but the given one. */
async function keepIndexVersion(
  { client, names }: Store,
  accountId: number,
  items: readonly ItemFacts[],
  versions: ReadonlyMap<number, number>,
): Promise<void> {
  const should = items.map(({ itemId }): Schemas['Filter'] => ({
    must: [{ key: 'itemId', match: { value: itemId } }],
    must_not: [{ key: 'version', match: { value: versions.get(itemId) ?? 0 } }],
  }));
  const filter = { must: [{ key: 'account', match: { value: String(accountId) } }], should };
  await client.delete(names.passages, { filter, wait: true });
}

async function upsert(
  { client }: Store,
  collection: string,
  points: Schemas['PointStruct'][],
): Promise<void> {
  for (let at = 0; at < points.length; at += POINTS) {
    await client.upsert(collection, { points: points.slice(at, at + POINTS), wait: true });
  }
}

export async function updateFacts(store: Store, updates: readonly ItemUpdate[]): Promise<void> {
  const { client, names } = store;
  for (const [accountId, ofAccount] of byAccount(updates)) {
    const held = await indexVersionsOf(store, accountId, ofAccount);
    const known = ofAccount.filter(({ itemId }) => held.has(itemId));
    if (known.length === 0) continue;
    const operations = known.map((update): Schemas['SetPayloadOperation'] => ({
      set_payload: { payload: factsPayload(update), filter: ofItems(accountId, [update.itemId]) },
    }));
    await client.batchUpdate(names.passages, { operations, wait: true });
    await updateWords(store, accountId, known);
    await client.batchUpdate(names.items, { operations, wait: true });
  }
}

/** The words of a whole item hold its title: they are made again from its passages. */
async function updateWords(store: Store, accountId: number, updates: readonly ItemUpdate[]): Promise<void> {
  const changed = updates.filter((update) => update.words);
  if (changed.length === 0) return;
  const { client, names } = store;
  const items = await client.retrieve(names.items, {
    ids: changed.map(({ itemId }) => itemPointId(accountId, itemId)),
    with_payload: ['itemId', 'version'],
    with_vector: ['centroid'],
  });
  const passages = await passagesOf(store, accountId, changed);
  const points = items.map((item) => {
    const itemId = item.payload!.itemId as number;
    const own = passages.filter((hit) => hit.itemId === itemId && hit.version === item.payload!.version);
    const { words } = changed.find((update) => update.itemId === itemId)!;
    const texts = own.sort((a, b) => a.ordinal - b.ordinal).map((hit) => ({ text: hit.text ?? '' }));
    const { centroid } = item.vector as { centroid: number[] };
    const vector = itemVectors({ ...words!, centroid: Float32Array.from(centroid), passages: texts });
    return { id: item.id, vector };
  });
  await client.updateVectors(names.items, { points, wait: true });
}

/** The items' own points first: without them their passages count no more. */
export async function removeItems(
  { client, names }: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const filter = ofItems(accountId, itemIds);
  await client.delete(names.items, { filter, wait: true });
  await client.delete(names.passages, { filter, wait: true });
}
