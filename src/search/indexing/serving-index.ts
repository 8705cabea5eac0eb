/** Opens a version of the index for searches: the engine, the thread that searches in memory, and the embedder. */
import {
  createSearchThread,
  EmbedderUnavailableError,
  IndexUnavailableError,
  withChangeLog,
  type Embedder,
  type SearchIndex,
  type SearchThread,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Log } from '../../platform/lib/log.js';
import type { EmbedderProvider } from './embedder-provider.js';
import { indexChangeLog } from './index-change.repository.js';
import { cacheShares } from './cache-shares.js';
import { countChunks, versionKey, type IndexVersion } from './index-version.repository.js';

export const REINDEX_HINT = 'Run `lectern reindex`.';

interface OpenOptions {
  create: boolean;
  /** Memory for what the engine keeps of its tables, where it runs in this process. */
  cacheBytes?: number;
}

/** A vector engine and where it stores index versions. */
export interface VectorEngine {
  readonly name: string;
  /** @throws {IndexUnavailableError} when the engine is down, or the version is missing and `create` is false */
  open(version: IndexVersion, options: OpenOptions): Promise<SearchIndex>;
  /** Deletes the version from the engine, if it exists. */
  drop(version: IndexVersion): Promise<void>;
}

export interface OpenIndex {
  version: IndexVersion;
  index: SearchIndex;
}

/** The active index. Closing it closes its thread. */
export interface ServingIndex extends OpenIndex {
  /** Searches the accounts that fit in memory. */
  thread: SearchThread;
  /** The configured embedder, as long as it is of the version's model. */
  embedder: Embedder;
}

export interface ServingDeps {
  db: Db;
  log: Log;
  engine: VectorEngine;
  embedder: EmbedderProvider;
  /** Memory for the accounts that are searched, and for the engine's own cache. */
  cacheBytes: number;
  /** Memory for answers to the last searches. */
  answerBytes: number;
  /** Folder of what is kept of these accounts between starts. */
  snapshotFolder: string;
}

export const openServingIndex = async (
  { db, log, engine, embedder: provider, cacheBytes, answerBytes, snapshotFolder }: ServingDeps,
  version: IndexVersion,
): Promise<ServingIndex> => {
  const { memoryBytes, engineBytes } = cacheShares(cacheBytes, await countChunks(db), version.dimensions);
  const opened = await engine.open(version, { create: false, cacheBytes: engineBytes });
  const embedder = embedderFor(version, provider);
  const changes = indexChangeLog(db, version.id);
  const thread = createSearchThread({
    engine: opened,
    changes,
    embedder,
    dimensions: version.dimensions,
    limitBytes: memoryBytes,
    answerBytes,
    snapshots: { folder: snapshotFolder, name: `${engine.name}_${version.modelId}_${versionKey(version)}` },
    onError: (err) => log.warn({ err }, 'could not search in memory; using the engine'),
  });
  const index: SearchIndex = {
    ...withChangeLog(opened, changes),
    close: async () => {
      await thread.close();
      await opened.close();
    },
  };
  return { version, index, thread, embedder };
};

const embedderFor = (version: IndexVersion, provider: EmbedderProvider): Embedder => {
  const matching = async (): Promise<Embedder> => {
    const embedder = await provider.get();
    if (embedder.modelId === version.modelId) return embedder;
    throw new EmbedderUnavailableError(wrongModel(version, embedder.modelId).message);
  };
  return {
    modelId: version.modelId,
    dimensions: version.dimensions,
    embedDocuments: async (texts) => (await matching()).embedDocuments(texts),
    embedQuery: async (text) => (await matching()).embedQuery(text),
    countPieces: async (words) => (await (await matching()).countPieces?.(words)) ?? [],
    vocabulary: async () => (await (await matching()).vocabulary?.()) ?? [],
    close: () => Promise.resolve(),
  };
};

export const wrongModel = (version: IndexVersion, modelId: string): Error =>
  new IndexUnavailableError(
    `The index was built with the model ${version.modelId}, the configured one is ${modelId}. ${REINDEX_HINT}`,
  );
