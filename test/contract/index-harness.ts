/** Search indexes for the contract tests, and talks to store in them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { QdrantClient } from '@qdrant/js-client-rest';
import {
  createEmbeddedIndex,
  dropIndexFile,
  loadQdrantEngine,
  openEmbeddedIndex,
  type ChunkRecord,
  type SearchFilter,
  type SearchIndex,
  type IndexRecord,
} from '../../indexer/index.js';
import { randomFrom } from '../../scripts/random.js';
import { engineUsed } from '../support/engines.js';

export const DIMENSIONS = 128;
const modelId = 'contract_model-0.1_ab12';

/** A separate store for one test. */
export interface Store {
  create(tableSuffix?: string, dimensions?: number): Promise<SearchIndex>;
  open(tableSuffix?: string): SearchIndex;
  /** Suffixes of the indexes in the store. */
  suffixes(): Promise<string[]>;
  drop(tableSuffix: string): Promise<void>;
  /** Deletes the index while handles are open. */
  wreck(): Promise<void>;
  dispose(): Promise<void>;
}

const suffixesAmong = (names: readonly string[], model: string): string[] =>
  names.flatMap((name) => name.split(`chunks_${model}_`)[1] ?? []);

/** The index, once its engine has created it. */
const used = async (name: 'embedded index' | 'Qdrant', made: Promise<SearchIndex>): Promise<SearchIndex> => {
  const index = await made;
  engineUsed(name);
  return index;
};

async function embeddedStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
  const options = (tableSuffix: string, dimensions = DIMENSIONS) => ({
    folder,
    modelId,
    dimensions,
    tableSuffix,
  });
  return {
    create: (suffix = '1', dimensions) =>
      used('embedded index', Promise.resolve(createEmbeddedIndex(options(suffix, dimensions)))),
    open: (suffix = '1') => openEmbeddedIndex(options(suffix)),
    suffixes: async () =>
      (await readdir(folder)).flatMap((name) => /_([^_]+)\.sqlite$/.exec(name)?.[1] ?? []),
    drop: (tableSuffix) => Promise.resolve(dropIndexFile(options(tableSuffix))),
    wreck: () => rm(folder, { recursive: true, force: true }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

let stores = 0;

async function qdrantStore(url: string): Promise<Store> {
  const { createQdrantIndex, dropQdrantIndex, openQdrantIndex } = await loadQdrantEngine();
  const model = `${modelId}-${process.pid}-${Date.now()}-${++stores}`;
  const options = (tableSuffix: string) => ({
    urls: [url],
    modelId: model,
    dimensions: DIMENSIONS,
    tableSuffix,
  });
  const client = new QdrantClient({ url, checkCompatibility: false });
  const suffixes = async () =>
    suffixesAmong(
      (await client.getCollections()).collections.map(({ name }) => name),
      model,
    );
  const dropAll = async () => {
    for (const tableSuffix of await suffixes())
      await dropQdrantIndex({ urls: [url] }, { modelId: model, tableSuffix });
  };
  return {
    create: (suffix = '1', dimensions = DIMENSIONS) =>
      used('Qdrant', createQdrantIndex({ ...options(suffix), dimensions })),
    open: (suffix = '1') => openQdrantIndex(options(suffix)),
    suffixes,
    drop: (tableSuffix) => dropQdrantIndex({ urls: [url] }, { modelId: model, tableSuffix }),
    wreck: dropAll,
    dispose: dropAll,
  };
}

const qdrantUrl = inject('qdrantUrl');

interface Engine {
  name: string;
  make: () => Promise<Store>;
  /** Number of decimal places to which cosines are exact. */
  digits: number;
}

/** The engine of this test project. */
export const engine: Engine = qdrantUrl
  ? { name: 'Qdrant', make: () => qdrantStore(qdrantUrl), digits: 4 }
  : { name: 'embedded', make: embeddedStore, digits: 2 };

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

/** Another vector nearby: chunks of one talk are as close to each other. */
export const nearVector = (centre: Float32Array, random: () => number): Float32Array =>
  unit(
    centre.map((value) => value + (0.5 * (random() + random() + random() - 1.5)) / Math.sqrt(DIMENSIONS / 4)),
  );

export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

/**
 * Checks that the best results come first with correct cosines, as far as the engine's cosines are exact.
 * @param all everything that could be found, with exact cosines
 */
export function expectNearest(
  found: readonly { key: string | number; score: number }[],
  all: readonly { key: string | number; score: number }[],
  limit: number,
  digits: number,
): void {
  const exact = new Map(all.map(({ key: of, score }) => [of, score]));
  const best = all.toSorted((a, b) => b.score - a.score).slice(0, limit);
  expect(found.length).toBe(best.length);
  expect(new Set(found.map(({ key: of }) => of)).size).toBe(best.length);
  for (const [at, { key: of, score }] of found.entries()) {
    expect(exact.get(of)).toBeCloseTo(best[at]!.score, digits);
    expect(score).toBeCloseTo(exact.get(of)!, digits);
  }
}

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

export function talk(itemId: number, texts: readonly string[], more: Partial<IndexRecord> = {}): IndexRecord {
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

const WORDS = 'grace mercy patience bread shepherd winter lighthouse keeper river stone anger hope'.split(
  ' ',
);

/** Talks of random words, so that their BM25 scores differ. */
export const drawn = (count: number, chunks: number) => {
  const random = randomFrom(99);
  const sentence = (): string =>
    Array.from({ length: 6 + Math.floor(random() * 30) }, () => WORDS[Math.floor(random() ** 2 * 12)]!).join(
      ' ',
    );
  return Array.from({ length: count }, (_, at) =>
    talk(
      at + 1,
      Array.from({ length: chunks }, () => `${sentence()}.`),
      { title: `${WORDS[at % 12]!} ${WORDS[(at * 7) % 12]!}`, description: sentence() },
    ),
  );
};
