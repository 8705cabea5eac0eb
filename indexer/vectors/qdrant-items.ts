/** Reads whole items from Qdrant's two collections. */
import type { ItemAttributes, StoredItem } from '../ports.js';
import { numberDate } from './keys.js';
import { currentOnly, type ChunkPayload, type Store } from './qdrant-queries.js';
import { itemPointId, ofItems } from './qdrant-schema.js';

const NO_LIMIT = 1_000_000;

type ItemPayload = Omit<ItemAttributes, 'accountId' | 'date'> & {
  date: number;
  /** Absent in an index of an earlier version of Lectern. */
  title?: string;
  description?: string;
};

type StoredChunk = ChunkPayload & { vector: Float32Array };

export async function readItems(
  store: Store,
  accountId: number,
  itemIds: readonly number[],
  { chunks: withChunks = true }: { chunks?: boolean } = {},
): Promise<StoredItem[]> {
  if (itemIds.length === 0) return [];
  const { client, names } = store;
  const chunks = withChunks
    ? await currentOnly(store, accountId, () => chunksOf(store, accountId, itemIds))
    : [];
  const found = await client.retrieve(names.items, {
    ids: itemIds.map((itemId) => itemPointId(accountId, itemId)),
    with_vector: ['centroid'],
  });
  return found.map(({ payload, vector }) => {
    const { itemId, date, title, description, ...more } = payload as unknown as ItemPayload;
    if (title === undefined || description === undefined)
      throw new RangeError('The index of an earlier version of Lectern lacks titles. Run "lectern reindex".');
    const own = chunks.filter((chunk) => chunk.itemId === itemId);
    return {
      ...more,
      accountId,
      itemId,
      date: numberDate(date),
      title,
      description,
      mediaAssetId: own[0]?.mediaAssetId ?? null,
      centroid: Float32Array.from((vector as { centroid: number[] }).centroid),
      chunks: own
        .sort((a, b) => a.ordinal - b.ordinal)
        .map(({ ordinal, text = '', startMs, endMs, vector: values }) => ({
          ordinal,
          text,
          startMs,
          endMs,
          vector: values,
        })),
    };
  });
}

async function chunksOf(
  { client, names }: Store,
  accountId: number,
  itemIds: readonly number[],
): Promise<StoredChunk[]> {
  const { points } = await client.scroll(names.chunks, {
    filter: ofItems(accountId, [...itemIds]),
    with_payload: ['itemId', 'ordinal', 'revision', 'text', 'startMs', 'endMs', 'mediaAssetId'],
    with_vector: ['vector'],
    limit: NO_LIMIT,
  });
  return points.map(({ payload, vector }) => ({
    ...(payload as unknown as ChunkPayload),
    vector: Float32Array.from((vector as { vector: number[] }).vector),
  }));
}
