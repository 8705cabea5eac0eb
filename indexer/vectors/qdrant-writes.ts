/**
 * Writes to Qdrant's two collections, always waited for. All of them run in the lane of their index (see lane.ts).
 *
 * A talk is replaced in four steps: clear what a broken attempt left, write the new passages under the next generation, put the talk's
 * own point in place (one point, one step: from here on the new generation counts), delete the old passages. A reader that meets both
 * generations keeps the one the talk's point names; a process that dies in between leaves the old or the new talk whole.
 */
import type { Schemas } from '@qdrant/js-client-rest';
import type { TalkFacts, TalkRecord, TalkUpdate } from '../ports.js';
import { factsPayload, ofItems, passagePoint, talkPoint, talkPointId, talkVectors } from './qdrant-schema.js';
import { generationsOf, passagesOf, type Store } from './qdrant-queries.js';

/** Points a request: about 5 kB each as JSON, far below the server's 32 MB. */
const POINTS = 500;

const keyOf = (talk: { accountId: number; itemId: number }): string => `${talk.accountId}:${talk.itemId}`;

function byAccount<T extends TalkFacts>(talks: readonly T[]): Map<number, T[]> {
  const last = new Map(talks.map((talk) => [keyOf(talk), talk]));
  const accounts = new Map<number, T[]>();
  for (const talk of last.values())
    accounts.set(talk.accountId, [...(accounts.get(talk.accountId) ?? []), talk]);
  return accounts;
}

export async function replaceTalks(store: Store, talks: readonly TalkRecord[]): Promise<void> {
  for (const [accountId, ofAccount] of byAccount(talks)) {
    const held = await generationsOf(store, accountId, ofAccount);
    const next = new Map(ofAccount.map(({ itemId }) => [itemId, (held.get(itemId) ?? 0) + 1] as const));
    await keepGeneration(store, accountId, ofAccount, held);
    await upsert(
      store,
      store.names.passages,
      ofAccount.flatMap((talk) =>
        talk.passages.map((passage) => passagePoint(talk, passage, next.get(talk.itemId)!)),
      ),
    );
    await upsert(
      store,
      store.names.talks,
      ofAccount.map((talk) => talkPoint(talk, next.get(talk.itemId)!)),
    );
    await keepGeneration(store, accountId, ofAccount, next);
  }
}

/** Deletes the talks' passages of every generation but the given one. */
async function keepGeneration(
  { client, names }: Store,
  accountId: number,
  talks: readonly TalkFacts[],
  generations: ReadonlyMap<number, number>,
): Promise<void> {
  const should = talks.map(({ itemId }): Schemas['Filter'] => ({
    must: [{ key: 'itemId', match: { value: itemId } }],
    must_not: [{ key: 'generation', match: { value: generations.get(itemId) ?? 0 } }],
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

export async function updateFacts(store: Store, updates: readonly TalkUpdate[]): Promise<void> {
  const { client, names } = store;
  for (const [accountId, ofAccount] of byAccount(updates)) {
    const held = await generationsOf(store, accountId, ofAccount);
    const known = ofAccount.filter(({ itemId }) => held.has(itemId));
    if (known.length === 0) continue;
    const operations = known.map((update): Schemas['SetPayloadOperation'] => ({
      set_payload: { payload: factsPayload(update), filter: ofItems(accountId, [update.itemId]) },
    }));
    await client.batchUpdate(names.passages, { operations, wait: true });
    await updateWords(store, accountId, known);
    await client.batchUpdate(names.talks, { operations, wait: true });
  }
}

/** The words of a whole talk hold its title: they are made again from its passages. */
async function updateWords(store: Store, accountId: number, updates: readonly TalkUpdate[]): Promise<void> {
  const changed = updates.filter((update) => update.words);
  if (changed.length === 0) return;
  const { client, names } = store;
  const talks = await client.retrieve(names.talks, {
    ids: changed.map(({ itemId }) => talkPointId(accountId, itemId)),
    with_payload: ['itemId', 'generation'],
    with_vector: ['centroid'],
  });
  const passages = await passagesOf(store, accountId, changed);
  const points = talks.map((talk) => {
    const itemId = talk.payload!.itemId as number;
    const own = passages.filter(
      (hit) => hit.itemId === itemId && hit.generation === talk.payload!.generation,
    );
    const { words } = changed.find((update) => update.itemId === itemId)!;
    const texts = own.sort((a, b) => a.ordinal - b.ordinal).map((hit) => ({ text: hit.text ?? '' }));
    const { centroid } = talk.vector as { centroid: number[] };
    const vector = talkVectors({ ...words!, centroid: Float32Array.from(centroid), passages: texts });
    return { id: talk.id, vector };
  });
  await client.updateVectors(names.talks, { points, wait: true });
}

/** The talks' own points first: without them their passages count no more. */
export async function removeTalks(
  { client, names }: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const filter = ofItems(accountId, itemIds);
  await client.delete(names.talks, { filter, wait: true });
  await client.delete(names.passages, { filter, wait: true });
}
