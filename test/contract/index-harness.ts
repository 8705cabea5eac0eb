/** Search indexes to run the contract on, and talks to put into them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lancedb from '@lancedb/lancedb';
import { QdrantClient } from '@qdrant/js-client-rest';
import {
  loadLanceEngine,
  loadQdrantEngine,
  type ChunkRecord,
  type SearchFilter,
  type SearchIndex,
  type ItemRecord,
} from '../../indexer/index.js';
import { randomFrom } from '../../scripts/random.js';
import { engineUsed } from '../support/engines.js';

export const DIMENSIONS = 128;
const modelId = 'contract_model-0.1_ab12';

/** A store of its own for one test. */
export interface Store {
  create(tableSuffix?: string, dimensions?: number): Promise<SearchIndex>;
  open(tableSuffix?: string): SearchIndex;
  /** Suffixes of the indexes in the store. */
  suffixes(): Promise<string[]>;
  drop(tableSuffix: string): Promise<void>;
  /** Deletes the index behind the back of open handles. */
  wreck(): Promise<void>;
  /** Adds the title vectors that indexes of an earlier version of Lectern have. */
  addTitleVectors?(): Promise<void>;
  dispose(): Promise<void>;
}

const suffixesAmong = (names: readonly string[], model: string): string[] =>
  names.flatMap((name) => name.split(`chunks_${model}_`)[1] ?? []);

/** The index, once its engine has made it. */
const used = async (name: 'LanceDB' | 'Qdrant', made: Promise<SearchIndex>): Promise<SearchIndex> => {
  const index = await made;
  engineUsed(name);
  return index;
};

async function lanceStore(): Promise<Store> {
  const { createLanceIndex, dropLanceIndex, openLanceIndex } = await loadLanceEngine();
  const uri = await mkdtemp(join(tmpdir(), 'lectern-lance-'));
  const options = (tableSuffix: string) => ({ uri, modelId, dimensions: DIMENSIONS, tableSuffix });
  return {
    create: (suffix = '1', dimensions = DIMENSIONS) =>
      used('LanceDB', createLanceIndex({ ...options(suffix), dimensions })),
    open: (suffix = '1') => openLanceIndex(options(suffix)),
    suffixes: async () => suffixesAmong(await (await lancedb.connect(uri)).tableNames(), modelId),
    drop: (tableSuffix) => dropLanceIndex(uri, { modelId, tableSuffix }),
    wreck: () => rm(uri, { recursive: true, force: true }),
    addTitleVectors: async () => {
      const items = await (await lancedb.connect(uri)).openTable(`items_${modelId}_1`);
      await items.addColumns([{ name: 'titleVector', valueSql: 'centroid' }]);
      await items.createIndex('titleVector', { config: lancedb.Index.ivfFlat({ numPartitions: 1 }) });
    },
    dispose: () => rm(uri, { recursive: true, force: true }),
  };
}

let stores = 0;

async function qdrantStore(url: string): Promise<Store> {
  const { createQdrantIndex, dropQdrantIndex, openQdrantIndex } = await loadQdrantEngine();
  const model = `${modelId}-${process.pid}-${Date.now()}-${++stores}`;
  const options = (tableSuffix: string) => ({ url, modelId: model, dimensions: DIMENSIONS, tableSuffix });
  const client = new QdrantClient({ url, checkCompatibility: false });
  const suffixes = async () =>
    suffixesAmong(
      (await client.getCollections()).collections.map(({ name }) => name),
      model,
    );
  const dropAll = async () => {
    for (const tableSuffix of await suffixes())
      await dropQdrantIndex({ url }, { modelId: model, tableSuffix });
  };
  return {
    create: (suffix = '1', dimensions = DIMENSIONS) =>
      used('Qdrant', createQdrantIndex({ ...options(suffix), dimensions })),
    open: (suffix = '1') => openQdrantIndex(options(suffix)),
    suffixes,
    drop: (tableSuffix) => dropQdrantIndex({ url }, { modelId: model, tableSuffix }),
    wreck: dropAll,
    dispose: dropAll,
  };
}

const qdrantUrl = process.env.TEST_QDRANT_URL;

export const engines: { name: string; make: (() => Promise<Store>) | null }[] = [
  { name: 'LanceDB', make: lanceStore },
  {
    name: `Qdrant${qdrantUrl ? '' : ' (TEST_QDRANT_URL is not set)'}`,
    make: qdrantUrl ? () => qdrantStore(qdrantUrl) : null,
  },
];

export const everyone: SearchFilter = { accountId: 1, publishedOnly: false };
export const ids = (hits: readonly { itemId: number }[]): number[] => hits.map((hit) => hit.itemId);
export const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);
export const key = (hit: { itemId: number; ordinal: number }): string => `${hit.itemId}:${hit.ordinal}`;

function unit(values: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(values)) || 1;
  return Float32Array.from(values, (value) => value / length);
}

export const randomVector = (random: () => number): Float32Array =>
  unit(Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5));

/** Another vector of the same neighbourhood: what chunks of one talk are to each other. */
export const nearVector = (centre: Float32Array, random: () => number): Float32Array =>
  unit(
    centre.map((value) => value + (0.5 * (random() + random() + random() - 1.5)) / Math.sqrt(DIMENSIONS / 4)),
  );

export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

export function chunks(texts: readonly string[], random: () => number): ChunkRecord[] {
  return texts.map((text, ordinal) => ({
    ordinal,
    text,
    startMs: ordinal * 40_000,
    endMs: (ordinal + 1) * 40_000,
    speaker: null,
    vector: randomVector(random),
  }));
}

export function talk(itemId: number, texts: readonly string[], more: Partial<ItemRecord> = {}): ItemRecord {
  const random = randomFrom(itemId * 7919 + texts.length);
  const own = more.chunks ?? chunks(texts, random);
  const sum = Float32Array.from({ length: DIMENSIONS }, (_, at) =>
    own.reduce((total, chunk) => total + chunk.vector[at]!, 0.0001),
  );
  return {
    accountId: 1,
    itemId,
    collectionId: 1,
    seriesId: null,
    speakerIds: [],
    topicIds: [],
    books: [],
    chapters: [],
    date: '2024-01-01',
    published: true,
    title: `Talk ${itemId}`,
    description: '',
    mediaAssetId: itemId + 1000,
    centroid: unit(sum),
    chunks: own,
    ...more,
  };
}
