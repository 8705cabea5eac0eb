/** Reads whole items from Qdrant's two collections. */
import type { ChunkHit, ItemAttributes, StoredItem } from '../../ports.js';
import { numberDate } from '../keys.js';
import { itemPointId, pointRef, type PointRef } from './ids.js';
import { itemsFilter } from './schema.js';
import { currentOnly, type Store } from './store.js';

const NO_LIMIT = 1_000_000;

type ItemPayload = Omit<ItemAttributes, 'accountId' | 'date'> & {
  date: number;
  title: string;
  description: string;
};

export type ChunkText = Pick<ChunkHit, 'text' | 'startMs' | 'endMs' | 'mediaAssetId'>;

export const TEXT_PAYLOAD = ['text', 'startMs', 'endMs', 'mediaAssetId'] satisfies (keyof ChunkText)[];

interface StoredChunk extends PointRef, ChunkText {
  vector: Float32Array;
}

export async function readItems(
  store: Store,
  accountId: number,
  itemIds: readonly number[],
  { chunks: withChunks = true, centroids = withChunks }: { chunks?: boolean; centroids?: boolean } = {},
): Promise<StoredItem[]> {
  if (itemIds.length === 0) return [];
  const { client, names } = store;
  const chunks = withChunks
    ? await currentOnly(store, accountId, () => chunksOf(store, accountId, itemIds, { vectors: true }))
    : [];
  const found = await client.retrieve(names.items, {
    ids: itemIds.map((itemId) => itemPointId(accountId, itemId)),
    with_payload: true,
    with_vector: centroids && ['centroid'],
  });
  return found.map(({ payload, vector }) => {
    const { itemId, date, title, description, ...more } = payload as unknown as ItemPayload;
    const own = chunks.filter((chunk) => chunk.itemId === itemId);
    return {
      ...more,
      accountId,
      itemId,
      date: numberDate(date),
      title,
      description,
      mediaAssetId: own[0]?.mediaAssetId ?? null,
      centroid: Float32Array.from((vector as { centroid: number[] } | undefined)?.centroid ?? []),
      chunks: own
        .sort((a, b) => a.ordinal - b.ordinal)
        .map(({ ordinal, text, startMs, endMs, vector: values }) => ({
          ordinal,
          text,
          startMs,
          endMs,
          vector: values,
        })),
    };
  });
}

/** All chunks of these items, of any revision. */
export async function chunksOf(
  { client, names }: Store,
  accountId: number,
  itemIds: readonly number[],
  { vectors }: { vectors: boolean },
): Promise<StoredChunk[]> {
  const points = await client.scroll(names.chunks, {
    filter: itemsFilter(accountId, itemIds),
    with_payload: TEXT_PAYLOAD,
    with_vector: vectors && ['vector'],
    limit: NO_LIMIT,
  });
  return points.map(({ id, payload, vector }) => ({
    ...pointRef(String(id)),
    ...(payload as unknown as ChunkText),
    vector: Float32Array.from((vector as { vector: number[] } | undefined)?.vector ?? []),
  }));
}
