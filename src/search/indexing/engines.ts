/** The two search engines behind one interface: where they store index versions, and how these are searched. */
import { join } from 'node:path';
import {
  createEmbeddedIndex,
  createSearcher,
  createSearchThread,
  dropIndexFile,
  loadQdrantEngine,
  openEmbeddedIndex,
  type Embedder,
  type Searcher,
  type SearchIndex,
  type SearchThread,
} from '../../../indexer/index.js';
import { versionKey, type IndexVersion } from './index-version.repository.js';

/** An index version that is open for searches. */
export interface ServedIndex {
  index: SearchIndex;
  searcher: Searcher;
  /** For an engine that searches in memory: the thread with the accounts. */
  thread?: Pick<SearchThread, 'load' | 'state'>;
}

export interface ServeIndexOptions {
  embedder: Embedder;
  /** Receives warnings for the operator. */
  warn: (message: string) => void;
}

export interface VectorEngine {
  readonly name: string;
  /** @throws {IndexUnavailableError} when the engine is down, or the version is missing and `create` is false */
  open(version: IndexVersion, options: { create: boolean }): Promise<SearchIndex>;
  /** Opens the version for searches as well. */
  serve(version: IndexVersion, options: ServeIndexOptions): Promise<ServedIndex>;
  /** Deletes the version from the engine, if it exists. */
  drop(version: IndexVersion): Promise<void>;
}

const named = (version: IndexVersion) => ({
  modelId: version.modelId,
  dimensions: version.dimensions,
  tableSuffix: versionKey(version),
});

export interface EmbeddedEngineOptions {
  dataDir: string;
  /** Memory limit for the accounts that are searched. */
  memoryBytes: number;
  /** Memory limit of the cache of search responses. */
  answerBytes: number;
}

export const embeddedEngine = ({
  dataDir,
  memoryBytes,
  answerBytes,
}: EmbeddedEngineOptions): VectorEngine => {
  const fileOf = (version: IndexVersion) => ({ folder: join(dataDir, 'index'), ...named(version) });
  return {
    name: 'embedded',
    open: (version, { create }) => {
      const file = fileOf(version);
      return Promise.resolve(create ? createEmbeddedIndex(file) : openEmbeddedIndex(file));
    },
    serve: (version, { embedder, warn }) => {
      const file = { ...fileOf(version), limitBytes: memoryBytes };
      const index = openEmbeddedIndex(file);
      const thread = createSearchThread({ file, index, embedder, answerBytes, warn });
      const close = async (): Promise<void> => {
        await thread.close();
        await index.close();
      };
      return Promise.resolve({ index: { ...index, close }, searcher: thread, thread });
    },
    drop: (version) => Promise.resolve(dropIndexFile(fileOf(version))),
  };
};

export const qdrantEngine = (server: { urls: readonly string[]; apiKey?: string }): VectorEngine => {
  const open: VectorEngine['open'] = async (version, { create }) => {
    const { createQdrantIndex, openQdrantIndex } = await loadQdrantEngine();
    const collection = { ...server, ...named(version) };
    return create ? createQdrantIndex(collection) : openQdrantIndex(collection);
  };
  return {
    name: 'qdrant',
    open,
    serve: async (version, { embedder }) => {
      const index = await open(version, { create: false });
      return { index, searcher: createSearcher({ index, embedder }) };
    },
    drop: async (version) => (await loadQdrantEngine()).dropQdrantIndex(server, named(version)),
  };
};
