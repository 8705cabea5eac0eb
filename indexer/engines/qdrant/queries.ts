/** Searches of Qdrant's two collections. */
import type { Schemas } from '@qdrant/js-client-rest';
import { searchedTerms, tokenize } from '../../text/analyze.js';
import type {
  ChunkHit,
  ChunkRef,
  ChunkScore,
  ChunkSearchOptions,
  ItemHit,
  KeywordQuery,
  SearchFilter,
} from '../../ports.js';
import { sparseQuery, type SparseVector } from './bm25.js';
import type { TextKind } from './frequencies.js';
import { isZero } from '../../embedding/vectors.js';
import { chunkKey, textsOf } from '../keys.js';
import { chunkPointId, itemPointId, pointItemId, pointRef, type PointRef } from './ids.js';
import type { QdrantReadOptions } from './client.js';
import { TEXT_PAYLOAD, type ChunkText } from './items.js';
import { itemsFilter, toFilter } from './schema.js';
import { currentOnly, revisionsOf, type Store } from './store.js';

/** A chunk as its point's id tells of it. */
interface Found extends PointRef {
  id: string;
  score: number;
  read?: ChunkText | undefined;
}

const NOT_READ: ChunkText = { text: '', startMs: null, endMs: null, mediaAssetId: null };
const MAX_TERMS = 64;
const NO_LIMIT = 1_000_000;
/** Hits are found by int8 vectors, twice as many as requested, and scored again from the full ones. */
const RESCORED: Schemas['SearchParams'] = { quantization: { rescore: true, oversampling: 2 } };
const EXACT: Schemas['SearchParams'] = { exact: true, quantization: { ignore: true } };

const matchesNothing = (filter: SearchFilter, limit: number): boolean =>
  limit < 1 || filter.itemIds?.length === 0;

async function searchChunks(
  store: Store,
  accountId: number,
  search: Schemas['QueryRequest'],
  options?: ChunkSearchOptions,
): Promise<ChunkHit[]> {
  const texts = textsOf(options);
  const find = async (options: QdrantReadOptions): Promise<Found[]> => {
    const points = await store.query.chunks(search, options);
    return points.map(({ id, score }) => ({ ...pointRef(String(id)), id: String(id), score }));
  };
  const read = async (found: Found[]): Promise<Found[] | null> => {
    const best = await withTexts(store, found.slice(0, texts));
    return best.every((one) => one.read) ? [...best, ...found.slice(texts)] : null;
  };
  return (await currentOnly(store, accountId, find, read)).map(toHit);
}

/** The terms, each weighed by how rare it is among the account's texts of a kind, or the published ones. */
async function weighed(
  store: Store,
  { accountId, publishedOnly }: SearchFilter,
  kind: TextKind,
  terms: readonly { term: string; weight: number }[],
): Promise<SparseVector> {
  const frequencies = await store.frequencies({ accountId, publishedOnly });
  return sparseQuery(terms, (dimension) => frequencies.rarity(kind, dimension));
}

/** Without texts for those that are gone. */
async function withTexts({ client, names }: Store, found: readonly Found[]): Promise<Found[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const points = await client.retrieve(names.chunks, { ids, with_payload: TEXT_PAYLOAD });
  const payloads = new Map(points.map(({ id, payload }) => [id, payload as unknown as ChunkText]));
  return found.map((one) => ({ ...one, read: payloads.get(one.id) }));
}

const toHit = ({ itemId, ordinal, revision, score, read }: Found): ChunkHit => ({
  itemId,
  ordinal,
  row: BigInt(revision),
  ...(read ?? NOT_READ),
  score,
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
  return searchChunks(store, filter.accountId, search, options);
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
  const words = await weighed(store, filter, 'chunk', terms);
  const search = { query: words, using: 'text', filter: toFilter(filter), limit };
  return searchChunks(store, filter.accountId, search, options);
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
  const terms = tokens.map(({ term }) => ({ term, weight: 1 }));
  const words = await weighed(store, filter, 'chunk', terms);
  const { must, ...rest } = toFilter(filter);
  const search = {
    query: words,
    using: 'text',
    filter: { ...rest, must: [...must, { key: 'text', match: { phrase } }] },
    limit,
  };
  return searchChunks(store, filter.accountId, search, options);
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
      with_payload: false,
      limit: NO_LIMIT,
    }),
  ]);
  const named = heads.map(({ id }) => pointItemId(String(id)));
  return [...new Set([...chunks.map(({ itemId }) => itemId), ...named])];
}

async function searchItems(store: Store, search: Schemas['QueryRequest']): Promise<ItemHit[]> {
  const points = await store.query.items(search);
  return points.map(({ id, score }) => ({ itemId: pointItemId(String(id)), score }));
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
  const isTitle = over === 'title';
  const words = await weighed(store, filter, isTitle ? 'title' : 'item', terms);
  const using = isTitle ? 'titleWords' : 'words';
  return searchItems(store, { query: words, using, filter: toFilter(filter), limit });
}

export async function chunkScores(
  store: Store,
  vector: Float32Array,
  accountId: number,
  itemIds: readonly number[],
): Promise<ChunkScore[]> {
  if (itemIds.length === 0 || isZero(vector)) return [];
  const filter = itemsFilter(accountId, itemIds);
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

/** A hit's row is its revision, so that its chunk is read by its id; where that is gone, its item was replaced. */
export async function readChunks(
  store: Store,
  accountId: number,
  refs: readonly ChunkRef[],
): Promise<ChunkHit[]> {
  const hits = refs.flatMap((ref) => (ref.row === undefined ? [] : found(accountId, ref, Number(ref.row))));
  const read = (await withTexts(store, hits)).filter((hit) => hit.read);
  const have = new Set(read.map(chunkKey));
  const others = refs.filter((ref) => !have.has(chunkKey(ref)));
  if (others.length === 0) return read.map(toHit);
  const current = await currentOnly(store, accountId, () => readCurrent(store, accountId, others));
  return [...read, ...current.filter((one) => one.read)].map(toHit);
}

/** The chunks of known items, as of their current revisions. */
async function readCurrent(store: Store, accountId: number, refs: readonly ChunkRef[]): Promise<Found[]> {
  const revisions = await revisionsOf(store, accountId, refs);
  const current = refs.flatMap((ref) => {
    const revision = revisions.get(ref.itemId);
    return revision === undefined ? [] : found(accountId, ref, revision);
  });
  return withTexts(store, current);
}

function found(accountId: number, { itemId, ordinal }: ChunkRef, revision: number): Found {
  const ref = { itemId, ordinal, revision };
  return { ...ref, id: chunkPointId(accountId, ref), score: 0 };
}
