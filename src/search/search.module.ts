/** Wires search: the engine and the embedder behind their ports, queries, autocomplete and index maintenance. */
import { join } from 'node:path';
import { createTransformersEmbedder, includedModel } from '../../indexer/index.js';
import { packageFolder } from '../platform/lib/package-folder.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { createEmbedderProvider } from './indexing/embedder-provider.js';
import { embeddedEngine, qdrantEngine } from './indexing/engines.js';
import { indexMaintenanceHandlers } from './indexing/index-maintenance.handlers.js';
import { indexInfoRoutes } from './indexing/index-info.routes.js';
import { createIndexInfoService } from './indexing/index-info.service.js';
import { createIndexProvider } from './indexing/index-provider.js';
import { reconcileAll, type ReconcileReport } from './indexing/compare-index.js';
import { reindex, type ReindexOptions, type ReindexReport } from './indexing/reindex.js';
import { createQueryGroups } from './query/query-groups.js';
import { relatedItemRoutes } from './query/related-items.routes.js';
import { createRelatedItemService } from './query/related-items.service.js';
import { createSearchService } from './query/search.service.js';
import { checkRoutes } from './checks/check.routes.js';
import { createCheckService } from './checks/check.service.js';
import { pinRoutes, synonymRoutes, ruleRevisionRoutes } from './rules/rule.routes.js';
import { assertPinValid } from './rules/pin-queries.js';
import { createSearchRules } from './rules/search-rules.js';
import { pinList } from './rules/pin.schema.js';
import { createRuleRevisionService } from './rules/rule-revision.service.js';
import { createRuleService } from './rules/rule.service.js';
import { synonymList } from './rules/synonym.schema.js';
import { createAutocompleteProvider } from './autocomplete/autocomplete-provider.js';

export type LoadEmbedder = typeof createTransformersEmbedder;

export interface SearchOptions {
  dataDir: string;
  /** null for the embedded engine. */
  qdrant: { urls: readonly string[]; apiKey?: string } | null;
  /** Memory limit of the embedded engine for the accounts that are searched. */
  searchMemoryBytes: number;
  /** Memory limit of the cache of search responses. */
  searchAnswerBytes: number;
  /** `model` is a folder or hub id; undefined for the bundled one. */
  embedding: Partial<Omit<Parameters<LoadEmbedder>[0], 'cacheDir'>>;
  loadEmbedder?: LoadEmbedder;
  /** Observes the parts of a search, ms by name. */
  observe?: ((parts: Record<string, number>) => void) | undefined;
  /** Without these settings, the process does not return freed memory. */
  missingAllocatorSettings: string[];
}

export const createSearchModule = (context: ModuleContext, options: SearchOptions) => {
  const { db, clock, log, owner } = context;
  const { loadEmbedder = createTransformersEmbedder, missingAllocatorSettings } = options;
  const { model, ...use } = options.embedding;
  const embedder = createEmbedderProvider(() =>
    loadEmbedder({
      ...(model ? { model } : includedModel(packageFolder())),
      cacheDir: join(options.dataDir, 'models'),
      ...use,
    }),
  );
  const autocomplete = createAutocompleteProvider({ db, clock, log });
  const engine = options.qdrant
    ? qdrantEngine(options.qdrant)
    : embeddedEngine({
        dataDir: options.dataDir,
        memoryBytes: options.searchMemoryBytes,
        answerBytes: options.searchAnswerBytes,
      });
  const index = createIndexProvider({ db, clock, log, engine, embedder });
  const searchService = createSearchService({ db, clock, log, index, observe: options.observe });
  const deps = { db, clock, log, index, embedder };
  const rules = createSearchRules({ db });
  const ruleDeps = { db, clock, rules };
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...relatedItemRoutes(createRelatedItemService({ db, searchService })),
        ...synonymRoutes(createRuleService(ruleDeps, synonymList)),
        ...pinRoutes(createRuleService(ruleDeps, pinList, assertPinValid)),
        ...ruleRevisionRoutes(createRuleRevisionService(ruleDeps)),
        ...checkRoutes(createCheckService({ db, clock })),
        ...indexInfoRoutes(createIndexInfoService({ index, embedder })),
      ],
    },
    jobs: indexMaintenanceHandlers(deps),
    checks: {
      index: {
        required: false,
        check: index.check,
        notes: index.notes,
        metrics: async () => {
          const memory = await index.memory();
          return memory && { ...memory, missingAllocatorSettings: missingAllocatorSettings.length };
        },
      },
      embedder: { required: false, check: embedder.check },
    },
    close: async () => {
      await autocomplete.close();
      await index.close();
      await embedder.close();
    },
    index,
    embedder,
    searchService,
    groupQueries: createQueryGroups(embedder),
    rules,
    autocomplete,
    /** Builds a new version of the index from SQL and switches to it. */
    reindex: (reindexing?: ReindexOptions): Promise<ReindexReport> => reindex({ ...deps, owner }, reindexing),
    reconcile: (how: { repair: boolean }): Promise<ReconcileReport> => reconcileAll(deps, how),
  } satisfies Module & Record<string, unknown>;
};
