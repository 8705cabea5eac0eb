/** Wires search: the engine and the embedder behind the ports, queries, suggestions and the upkeep of the index. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTransformersEmbedder, loadLanceEngine, loadQdrantEngine } from '../../indexer/index.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { createEmbedderProvider } from './indexing/embedder-provider.js';
import { followItemHandlers } from './indexing/follow-item.handlers.js';
import { indexMaintenanceHandlers } from './indexing/index-maintenance.handlers.js';
import { createIndexProvider } from './indexing/index-provider.js';
import { versionKey, type IndexVersion } from './indexing/index-version.repository.js';
import { reconcileAll, type ReconcileReport } from './indexing/reconcile.js';
import type { VectorEngine } from './indexing/serving-index.js';
import { reindex, type ReindexOptions, type ReindexReport } from './indexing/reindex.js';
import { relatedItemRoutes } from './query/related-items.routes.js';
import { createRelatedItemService } from './query/related-items.service.js';
import { createSearchService } from './query/search.service.js';
import { createSuggestProvider } from './suggest/suggest-provider.js';

export type LoadEmbedder = typeof createTransformersEmbedder;

export interface SearchOptions {
  dataDir: string;
  /** null for the embedded engine. */
  qdrant: { url: string; apiKey?: string } | null;
  /** Memory for the accounts that are searched and for the embedded engine's own cache, together. */
  searchCacheBytes: number;
  /** Memory for answers to the last searches. */
  searchAnswerBytes: number;
  /** `model` is a folder or hub id; undefined for the one that ships. */
  embedding: Partial<Omit<Parameters<LoadEmbedder>[0], 'cacheDir'>>;
  loadEmbedder?: LoadEmbedder;
  /** Without which the process keeps memory that is no longer used. */
  missingAllocatorSettings: string[];
}

export const createSearchModule = (context: ModuleContext, options: SearchOptions) => {
  const { db, clock, log, owner } = context;
  const { loadEmbedder = createTransformersEmbedder, missingAllocatorSettings } = options;
  const { model = shippedModel(), ...use } = options.embedding;
  const embedder = createEmbedderProvider(() =>
    loadEmbedder({ model, cacheDir: join(options.dataDir, 'models'), ...use }),
  );
  const engine = options.qdrant
    ? qdrantEngine(options.qdrant)
    : lanceEngine(join(options.dataDir, 'vectors'));
  const index = createIndexProvider({
    db,
    clock,
    log,
    engine,
    cacheBytes: options.searchCacheBytes,
    answerBytes: options.searchAnswerBytes,
    snapshotFolder: join(options.dataDir, 'search'),
    embedder,
  });
  const suggestions = createSuggestProvider({ db, clock, log });
  const searchService = createSearchService({ db, log, index, suggestions });
  const deps = { db, clock, log, index, embedder };
  return {
    ...emptyModule,
    endpoints: { private: relatedItemRoutes(createRelatedItemService({ db, searchService })) },
    jobs: { ...followItemHandlers(deps), ...indexMaintenanceHandlers(deps) },
    checks: {
      index: {
        required: false,
        check: index.check,
        metrics: async () => {
          const memory = await index.memory();
          return memory && { ...memory, missingAllocatorSettings: missingAllocatorSettings.length };
        },
      },
      embedder: { required: false, check: embedder.check },
    },
    close: async () => {
      await suggestions.close();
      await index.close();
      await embedder.close();
    },
    index,
    embedder,
    searchService,
    suggestions,
    /** Builds a new version of the index from SQL and switches to it. */
    reindex: (reindexing?: ReindexOptions): Promise<ReindexReport> => reindex({ ...deps, owner }, reindexing),
    reconcile: (how: { repair: boolean }): Promise<ReconcileReport> => reconcileAll(deps, how),
  } satisfies Module & Record<string, unknown>;
};

const named = (version: IndexVersion) => ({
  modelId: version.modelId,
  dimensions: version.dimensions,
  tableSuffix: versionKey(version),
});

const lanceEngine = (uri: string): VectorEngine => ({
  name: 'lancedb',
  open: async (version, { create, cacheBytes }) => {
    const { createLanceIndex, openLanceIndex } = await loadLanceEngine();
    const table = { uri, cacheBytes, ...named(version) };
    return create ? createLanceIndex(table) : openLanceIndex(table);
  },
  drop: async (version) => (await loadLanceEngine()).dropLanceIndex(uri, named(version)),
});

const qdrantEngine = (server: { url: string; apiKey?: string }): VectorEngine => ({
  name: 'qdrant',
  open: async (version, { create }) => {
    const { createQdrantIndex, openQdrantIndex } = await loadQdrantEngine();
    const collection = { ...server, ...named(version) };
    return create ? createQdrantIndex(collection) : openQdrantIndex(collection);
  },
  drop: async (version) => (await loadQdrantEngine()).dropQdrantIndex(server, named(version)),
});

/** The folder of the model that ships with the project, whether this runs compiled or from source. */
const shippedModel = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'models', 'lectern-en');
};
