/**
 * Searches over Qdrant's two collections.
 *
 * Qdrant has no transaction over several points. A item's passages carry a version, and the item's own point, which changes in one
 * step, names the one that counts: hits of any other are left out here. See qdrant-writes.ts.
 */
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { analyzeQuery, tokenize } from '../analyze.js';
import type {
  PassageHit,
  PassageRef,
  PassageScore,
  PassageSearchOptions,
  SearchFilter,
  ItemHit,
  ItemScore,
} from '../ports.js';
import { sparseQuery } from './bm25.js';
import { ofItems, itemPointId, toFilter, type Names } from './qdrant-schema.js';

interface PassagePayload {
  itemId: number;
  ordinal: number;
  version: number;
  text?: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
}

type Found = PassagePayload & { score: number };

/** Searches are asked again while items change under them, this often at most. */
const TRIES = 4;
const MAX_TERMS = 64;
const ALL = 1_000_000;
const PAYLOAD = ['itemId', 'ordinal', 'version', 'startMs', 'endMs', 'mediaAssetId'];
/** Hits are taken from int8 vectors, twice as many as asked, and scored again from the whole ones. */
const RESCORED: Schemas['SearchParams'] = { quantization: { rescore: true, oversampling: 2 } };
const EXACT: Schemas['SearchParams'] = { exact: true, quantization: { ignore: true } };

export interface Store {
  client: QdrantClient;
  names: Names;
}

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);

const matchesNothing = (filter: SearchFilter, limit: number): boolean =>
  limit < 1 || filter.itemIds?.length === 0;

async function searchPassages(
  store: Store,
  accountId: number,
  search: Schemas['QueryRequest'],
  options?: PassageSearchOptions,
): Promise<Found[]> {
  const request = { ...search, with_payload: options?.text === false ? PAYLOAD : [...PAYLOAD, 'text'] };
  return currentOnly(store, accountId, async () => {
    const { points } = await store.client.query(store.names.passages, request);
    return points.map((point) => ({ ...(point.payload as unknown as PassagePayload), score: point.score }));
  });
}

/** Leaves only passages of their item's version; asks again where a item moved on between the two questions. */
async function currentOnly<T extends PassagePayload>(
  store: Store,
  accountId: number,
  ask: () => Promise<T[]>,
): Promise<T[]> {
  for (let tries = 1; ; tries++) {
    const found = await ask();
    const versions = await indexVersionsOf(store, accountId, found);
    const movedOn = found.some((hit) => hit.version < (versions.get(hit.itemId) ?? 0));
    if (movedOn && tries < TRIES) continue;
    return found.filter((hit) => hit.version === versions.get(hit.itemId));
  }
}

export async function indexVersionsOf(
  { client, names }: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Map<number, number>> {
  const ids = [...new Set(of.map(({ itemId }) => itemId))].map((itemId) => itemPointId(accountId, itemId));
  if (ids.length === 0) return new Map();
  const items = await client.retrieve(names.items, { ids, with_payload: ['itemId', 'version'] });
  return new Map(
    items.map(({ payload }) => [payload!.itemId as number, payload!.version as number] as const),
  );
}

const toHit = (found: Found): PassageHit => ({
  itemId: found.itemId,
  ordinal: found.ordinal,
  text: found.text ?? '',
  startMs: found.startMs,
  endMs: found.endMs,
  mediaAssetId: found.mediaAssetId,
  score: found.score,
});

export async function nearestPassages(
  store: Store,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
  if (matchesNothing(filter, limit) || isZero(vector)) return [];
  const search = { query: [...vector], using: 'vector', filter: toFilter(filter), limit, params: RESCORED };
  return (await searchPassages(store, filter.accountId, search, options)).map(toHit);
}

export async function keywordPassages(
  store: Store,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
  const terms = analyzeQuery(text).terms.slice(0, MAX_TERMS);
  if (terms.length === 0 || matchesNothing(filter, limit)) return [];
  const search = { query: sparseQuery(terms), using: 'text', filter: toFilter(filter), limit };
  return (await searchPassages(store, filter.accountId, search, options)).map(toHit);
}

export async function phrasePassages(
  store: Store,
  text: string,
  filter: SearchFilter,
  limit: number,
  options?: PassageSearchOptions,
): Promise<PassageHit[]> {
  const tokens = tokenize(text).slice(0, MAX_TERMS);
  if (tokens.length < 2 || matchesNothing(filter, limit)) return [];
  const phrase = tokens.map((token) => token.word).join(' ');
  const { must, ...rest } = toFilter(filter);
  const search = {
    query: sparseQuery(tokens.map((token) => token.term)),
    using: 'text',
    filter: { ...rest, must: [...must, { key: 'text', match: { phrase } }] },
    limit,
  };
  return (await searchPassages(store, filter.accountId, search, options)).map(toHit);
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
  by: 'centroid' | 'title',
): Promise<ItemHit[]> {
  if (matchesNothing(filter, limit) || isZero(vector)) return [];
  return searchItems(store, { query: [...vector], using: by, filter: toFilter(filter), limit });
}

export async function keywordItems(
  store: Store,
  text: string,
  filter: SearchFilter,
  limit: number,
  over: 'whole' | 'title',
): Promise<ItemHit[]> {
  const terms = analyzeQuery(text).terms.slice(0, MAX_TERMS);
  if (terms.length === 0 || matchesNothing(filter, limit)) return [];
  const using = over === 'title' ? 'titleWords' : 'words';
  return searchItems(store, { query: sparseQuery(terms), using, filter: toFilter(filter), limit });
}

export async function passageScores(
  store: Store,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<PassageScore[]> {
  if (itemIds.length === 0 || isZero(vector)) return [];
  const filter = ofItems(accountId, itemIds);
  const search = { query: [...vector], using: 'vector', filter, limit: ALL, params: EXACT };
  const found = await searchPassages(store, accountId, search, { text: false });
  return found.map(({ itemId, ordinal, score }) => ({ itemId, ordinal, cosine: score }));
}

/** Qdrant keeps these vectors at unit length, so a dot product with one of unit length is the cosine. */
export async function itemScores(
  { client, names }: Store,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<ItemScore[]> {
  if (itemIds.length === 0) return [];
  const length = Math.hypot(...vector) || 1;
  const dot = (other: number[]): number =>
    other.reduce((sum, value, at) => sum + value * vector[at]!, 0) / length;
  const items = await client.retrieve(names.items, {
    ids: itemIds.map((itemId) => itemPointId(accountId, itemId)),
    with_payload: ['itemId'],
    with_vector: ['centroid', 'title'],
  });
  return items.map((item) => {
    const { centroid, title } = item.vector as { centroid: number[]; title: number[] };
    return { itemId: item.payload!.itemId as number, centroid: dot(centroid), title: dot(title) };
  });
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

export async function readPassages(
  store: Store,
  accountId: number,
  refs: readonly PassageRef[],
): Promise<PassageHit[]> {
  if (refs.length === 0) return [];
  const wanted = new Set(refs.map((ref) => `${ref.itemId}:${ref.ordinal}`));
  const found = await currentOnly(store, accountId, () => passagesOf(store, accountId, refs));
  return found.filter((hit) => wanted.has(`${hit.itemId}:${hit.ordinal}`)).map(toHit);
}

/** Every passage of these items, of any version. */
export async function passagesOf(
  { client, names }: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Found[]> {
  const { points } = await client.scroll(names.passages, {
    filter: ofItems(accountId, [...new Set(of.map(({ itemId }) => itemId))]),
    with_payload: [...PAYLOAD, 'text'],
    limit: ALL,
  });
  return points.map(({ payload }) => ({ ...(payload as unknown as PassagePayload), score: 0 }));
}
