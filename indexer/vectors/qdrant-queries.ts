/**
 * Searches over Qdrant's two collections.
 *
 * Qdrant has no transaction over several points. A talk's passages carry a generation, and the talk's own point, which changes in one
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
  TalkHit,
  TalkScore,
} from '../ports.js';
import { sparseQuery } from './bm25.js';
import { ofItems, talkPointId, toFilter, type Names } from './qdrant-schema.js';

interface PassagePayload {
  itemId: number;
  ordinal: number;
  generation: number;
  text?: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
}

type Found = PassagePayload & { score: number };

/** Searches are asked again while talks change under them, this often at most. */
const TRIES = 4;
const MAX_TERMS = 64;
const ALL = 1_000_000;
const PAYLOAD = ['itemId', 'ordinal', 'generation', 'startMs', 'endMs', 'mediaAssetId'];
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

/** Leaves only passages of their talk's generation; asks again where a talk moved on between the two questions. */
async function currentOnly<T extends PassagePayload>(
  store: Store,
  accountId: number,
  ask: () => Promise<T[]>,
): Promise<T[]> {
  for (let tries = 1; ; tries++) {
    const found = await ask();
    const generations = await generationsOf(store, accountId, found);
    const movedOn = found.some((hit) => hit.generation < (generations.get(hit.itemId) ?? 0));
    if (movedOn && tries < TRIES) continue;
    return found.filter((hit) => hit.generation === generations.get(hit.itemId));
  }
}

export async function generationsOf(
  { client, names }: Store,
  accountId: number,
  of: readonly { itemId: number }[],
): Promise<Map<number, number>> {
  const ids = [...new Set(of.map(({ itemId }) => itemId))].map((itemId) => talkPointId(accountId, itemId));
  if (ids.length === 0) return new Map();
  const talks = await client.retrieve(names.talks, { ids, with_payload: ['itemId', 'generation'] });
  return new Map(
    talks.map(({ payload }) => [payload!.itemId as number, payload!.generation as number] as const),
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

async function searchTalks({ client, names }: Store, search: Schemas['QueryRequest']): Promise<TalkHit[]> {
  const { points } = await client.query(names.talks, { ...search, with_payload: ['itemId'] });
  return points.map((point) => ({ itemId: point.payload!.itemId as number, score: point.score }));
}

export async function nearestTalks(
  store: Store,
  vector: Float32Array,
  filter: SearchFilter,
  limit: number,
  by: 'centroid' | 'title',
): Promise<TalkHit[]> {
  if (matchesNothing(filter, limit) || isZero(vector)) return [];
  return searchTalks(store, { query: [...vector], using: by, filter: toFilter(filter), limit });
}

export async function keywordTalks(
  store: Store,
  text: string,
  filter: SearchFilter,
  limit: number,
  over: 'whole' | 'title',
): Promise<TalkHit[]> {
  const terms = analyzeQuery(text).terms.slice(0, MAX_TERMS);
  if (terms.length === 0 || matchesNothing(filter, limit)) return [];
  const using = over === 'title' ? 'titleWords' : 'words';
  return searchTalks(store, { query: sparseQuery(terms), using, filter: toFilter(filter), limit });
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
export async function talkScores(
  { client, names }: Store,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<TalkScore[]> {
  if (itemIds.length === 0) return [];
  const length = Math.hypot(...vector) || 1;
  const dot = (other: number[]): number =>
    other.reduce((sum, value, at) => sum + value * vector[at]!, 0) / length;
  const talks = await client.retrieve(names.talks, {
    ids: itemIds.map((itemId) => talkPointId(accountId, itemId)),
    with_payload: ['itemId'],
    with_vector: ['centroid', 'title'],
  });
  return talks.map((talk) => {
    const { centroid, title } = talk.vector as { centroid: number[]; title: number[] };
    return { itemId: talk.payload!.itemId as number, centroid: dot(centroid), title: dot(title) };
  });
}

export async function talkCentroid(
  { client, names }: Store,
  accountId: number,
  itemId: number,
): Promise<Float32Array | null> {
  const ids = [talkPointId(accountId, itemId)];
  const [talk] = await client.retrieve(names.talks, { ids, with_payload: false, with_vector: ['centroid'] });
  const centroid = talk && Float32Array.from((talk.vector as { centroid: number[] }).centroid);
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

/** Every passage of these talks, of any generation. */
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
