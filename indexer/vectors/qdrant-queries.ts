/**
 * Searches of Qdrant's two collections.
 *
 * Qdrant has no transaction over several points. An item's chunks carry a revision, and the item's own point, which
 * changes atomically, names the current one: hits of any other are dropped here. See qdrant-writes.ts.
 */
import { setTimeout } from 'node:timers/promises';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { searchedTerms, tokenize } from '../analyze.js';
import type {
  ChunkHit,
  ChunkRef,
  ChunkScore,
  ChunkSearchOptions,
  ItemHit,
  KeywordQuery,
  SearchFilter,
} from '../ports.js';
import { sparseQuery } from './bm25.js';
import { chunkKey, isZero } from './keys.js';
import { ofItems, itemPointId, toFilter, type Names } from './qdrant-schema.js';

export interface ChunkPayload {
  itemId: number;
  ordinal: number;
  revision: number;
  text?: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
}

type Found = ChunkPayload & { score: number };

/** A search is repeated when items change while it runs, up to this many attempts. */
const MAX_ATTEMPTS = 12;
/** The same where nothing was found. */
const EMPTY_ATTEMPTS = 3;
const RETRY_MS = 10;
const MAX_TERMS = 64;
const NO_LIMIT = 1_000_000;
const PAYLOAD = ['itemId', 'ordinal', 'revision', 'startMs', 'endMs', 'mediaAssetId'];
/** Hits are found by int8 vectors, twice as many as requested, and scored again from the full ones. */
const RESCORED: Schemas['SearchParams'] = { quantization: { rescore: true, oversampling: 2 } };
const EXACT: Schemas['SearchParams'] = { exact: true, quantization: { ignore: true } };

export interface Store {
  client: QdrantClient;
  names: Names;
}

const matchesNothing = (filter: SearchFilter, limit: number): boolean =>
  limit < 1 || filter.itemIds?.length === 0;

async function searchChunks(
  store: Store,
  accountId: number,
  search: Schemas['QueryRequest'],
  options?: ChunkSearchOptions,
): Promise<Found[]> {
  const request = { ...search, with_payload: options?.text === false ? PAYLOAD : [...PAYLOAD, 'text'] };
  return currentOnly(store, accountId, async () => {
    const { points } = await store.client.query(store.names.chunks, request);
    return points.map((point) => ({ ...(point.payload as unknown as ChunkPayload), score: point.score }));
  });
}

/**
 * Drops chunks that are not of their item's current revision. A query and the reading of revisions are two moments: where
 * an item was replaced in between, so that chunks are out of date or none of its chunks is left, both are repeated; so they
 * are where nothing was found, as a query may see the old chunks gone before it sees the new.
 */
export async function currentOnly<T extends ChunkPayload>(
  store: Store,
  accountId: number,
  query: () => Promise<T[]>,
): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    const found = await query();
    const revisions = await revisionsOf(store, accountId, found);
    const current = found.filter((hit) => hit.revision === revisions.get(hit.itemId));
    if (attempt === MAX_ATTEMPTS) return current;
    const whole = new Set(current.map(({ itemId }) => itemId));
    const changed = found.some(({ itemId, revision }) => {
      const known = revisions.get(itemId);
      return known !== undefined && (revision < known || !whole.has(itemId));
    });
    if (!changed && (found.length > 0 || attempt >= EMPTY_ATTEMPTS)) return current;
    await setTimeout(RETRY_MS);
  }
}

export async function revisionsOf(
  { client, names }: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Map<number, number>> {
  const ids = [...new Set(of.map(({ itemId }) => itemId))].map((itemId) => itemPointId(accountId, itemId));
  if (ids.length === 0) return new Map();
  const items = await client.retrieve(names.items, { ids, with_payload: ['itemId', 'revision'] });
  return new Map(
    items.map(({ payload }) => [payload!.itemId as number, payload!.revision as number] as const),
  );
}

const toHit = (found: Found): ChunkHit => ({
  itemId: found.itemId,
  ordinal: found.ordinal,
  text: found.text ?? '',
  startMs: found.startMs,
  endMs: found.endMs,
  mediaAssetId: found.mediaAssetId,
  score: found.score,
});

export async function nearestChunks(
  store: Store,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  if (matchesNothing(filter, limit) || isZero(vector)) return [];
  const search = { query: [...vector], using: 'vector', filter: toFilter(filter), limit, params: RESCORED };
  return (await searchChunks(store, filter.accountId, search, options)).map(toHit);
}

export async function keywordChunks(
  store: Store,
  query: KeywordQuery,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  const terms = searchedTerms(query);
  if (terms.length === 0 || matchesNothing(filter, limit)) return [];
  const search = { query: sparseQuery(terms), using: 'text', filter: toFilter(filter), limit };
  return (await searchChunks(store, filter.accountId, search, options)).map(toHit);
}

export async function phraseChunks(
  store: Store,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  const tokens = tokenize(text).slice(0, MAX_TERMS);
  if (tokens.length < 2 || matchesNothing(filter, limit)) return [];
  const phrase = tokens.map((token) => token.word).join(' ');
  const { must, ...rest } = toFilter(filter);
  const search = {
    query: sparseQuery(tokens.map(({ term }) => ({ term, weight: 1 }))),
    using: 'text',
    filter: { ...rest, must: [...must, { key: 'text', match: { phrase } }] },
    limit,
  };
  return (await searchChunks(store, filter.accountId, search, options)).map(toHit);
}

export async function itemsWith(store: Store, text: string, filter: SearchFilter): Promise<number[]> {
  const tokens = tokenize(text).slice(0, MAX_TERMS);
  if (tokens.length === 0 || matchesNothing(filter, NO_LIMIT)) return [];
  if (tokens.length === 1)
    return (await keywordItems(store, tokens[0]!.word, filter, NO_LIMIT, 'whole')).map(
      ({ itemId }) => itemId,
    );
  const match = { phrase: tokens.map((token) => token.word).join(' ') };
  const should = ['title', 'description'].map((key) => ({ key, match }));
  const [chunks, heads] = await Promise.all([
    phraseChunks(store, text, filter, NO_LIMIT, { text: false }),
    store.client.scroll(store.names.items, {
      filter: { ...toFilter(filter), should },
      with_payload: ['itemId'],
      limit: NO_LIMIT,
    }),
  ]);
  const named = heads.points.map(({ payload }) => payload!.itemId as number);
  return [...new Set([...chunks.map(({ itemId }) => itemId), ...named])];
}

async function searchItems({ client, names }: Store, search: Schemas['QueryRequest']): Promise<ItemHit[]> {
  const { points } = await client.query(names.items, { ...search, with_payload: ['itemId'] });
  return points.map((point) => ({ itemId: point.payload!.itemId as number, score: point.score }));
}

export async function nearestItems(
  store: Store,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
): Promise<ItemHit[]> {
  if (matchesNothing(filter, limit) || isZero(vector)) return [];
  return searchItems(store, { query: [...vector], using: 'centroid', filter: toFilter(filter), limit });
}

export async function keywordItems(
  store: Store,
  query: KeywordQuery,
  filter: SearchFilter,
  limit: number,
  over: 'whole' | 'title',
): Promise<ItemHit[]> {
  const terms = searchedTerms(query);
  if (terms.length === 0 || matchesNothing(filter, limit)) return [];
  const using = over === 'title' ? 'titleWords' : 'words';
  return searchItems(store, { query: sparseQuery(terms), using, filter: toFilter(filter), limit });
}

export async function chunkScores(
  store: Store,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<ChunkScore[]> {
  if (itemIds.length === 0 || isZero(vector)) return [];
  const filter = ofItems(accountId, itemIds);
  const search = { query: [...vector], using: 'vector', filter, limit: NO_LIMIT, params: EXACT };
  const found = await searchChunks(store, accountId, search, { text: false });
  return found.map(({ itemId, ordinal, score }) => ({ itemId, ordinal, cosine: score }));
}

export async function itemCentroid(
  { client, names }: Store,
  accountId: number,
  itemId: number,
): Promise<Float32Array | null> {
  const ids = [itemPointId(accountId, itemId)];
  const [item] = await client.retrieve(names.items, { ids, with_payload: false, with_vector: ['centroid'] });
  const centroid = item && Float32Array.from((item.vector as { centroid: number[] }).centroid);
  return centroid && !isZero(centroid) ? centroid : null;
}

export async function readChunks(
  store: Store,
  accountId: number,
  refs: readonly ChunkRef[],
): Promise<ChunkHit[]> {
  if (refs.length === 0) return [];
  const requested = new Set(refs.map(chunkKey));
  const found = await currentOnly(store, accountId, () => chunksOf(store, accountId, refs));
  return found.filter((hit) => requested.has(chunkKey(hit))).map(toHit);
}

/** All chunks of these items, of any revision. */
export async function chunksOf(
  { client, names }: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Found[]> {
  const { points } = await client.scroll(names.chunks, {
    filter: ofItems(accountId, [...new Set(of.map(({ itemId }) => itemId))]),
    with_payload: [...PAYLOAD, 'text'],
    limit: NO_LIMIT,
  });
  return points.map(({ payload }) => ({ ...(payload as unknown as ChunkPayload), score: 0 }));
}
