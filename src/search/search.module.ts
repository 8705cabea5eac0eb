/** Wires search: the engine and the embedder behind the ports, the index jobs and the health checks. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createLanceIndex,
  createQdrantIndex,
  createTransformersEmbedder,
  dropLanceIndex,
  dropQdrantIndex,
  openLanceIndex,
  openQdrantIndex,
} from '../../indexer/index.js';
import type { Config } from '../config.js';
import type { Db } from '../platform/db/dialect.js';
import type { HealthChecks } from '../platform/http/health.js';
import { jobsLagMs } from '../platform/jobs/job.repository.js';
import { createWorker, INDEX_LEASE, type Worker } from '../platform/jobs/worker.js';
import type { Clock } from '../platform/lib/clock.js';
import type { Log } from '../platform/lib/log.js';
import type { IndexJobHandlers } from '../platform/jobs/job.types.js';
import { followItemHandlers } from './indexing/follow-item.handlers.js';
import { indexMaintenanceHandlers } from './indexing/index-maintenance.handlers.js';
import { reconcileAll, type ReconcileReport } from './indexing/reconcile.js';
import { reindex, type ReindexOptions, type ReindexReport } from './indexing/reindex.js';
import { createEmbedderProvider } from './indexing/embedder-provider.js';
import { createSearchService } from './query/search.service.js';
import type { IndexVersion } from './indexing/index-version.repository.js';
import { createIndexProvider, type VectorEngine } from './indexing/index-provider.js';

/** A job that is due this long has nobody who takes it. */
const LAG_LIMIT_MS = 5 * 60_000;

export const composeSearch = ({
  config,
  db,
  clock,
  log,
  owner,
}: {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  /** The name of this process in leases. */
  owner: string;
}) => {
  const { model = shippedModel(), ...use } = config.embedding;
  const embedder = createEmbedderProvider(() =>
    createTransformersEmbedder({ model, cacheDir: join(config.dataDir, 'models'), ...use }),
  );
  const engine = config.qdrant ? qdrantEngine(config.qdrant) : lanceEngine(join(config.dataDir, 'vectors'));
  const index = createIndexProvider({ db, clock, log, engine, model: embedder.get });
  const searchService = createSearchService({ db, log, index, embedder });
  const deps = { db, clock, log, index, embedder };

  const checks: HealthChecks = {
    index: { required: false, check: index.check },
    embedder: { required: false, check: embedder.check },
    jobs: {
      required: false,
      check: async () => {
        const lag = await jobsLagMs(db, clock);
        if (lag > LAG_LIMIT_MS)
          throw new Error(`Jobs have been waiting for ${Math.round(lag / 1_000)} s. Is a worker running?`);
      },
    },
  };

  return {
    checks,
    searchService,
    index,
    embedder,
    /** What handlers of index jobs need. */
    deps,
    /** @param processItem the handler of the one index job that belongs to processing */
    createWorker: (processItem: IndexJobHandlers['processItem']): Worker =>
      createWorker({
        db,
        clock,
        log,
        owner,
        lease: INDEX_LEASE,
        handlers: { processItem, ...followItemHandlers(deps), ...indexMaintenanceHandlers(deps) },
      }),
    /** Builds a new version of the index from SQL and switches to it. */
    reindex: (options?: ReindexOptions): Promise<ReindexReport> => reindex({ ...deps, owner }, options),
    reconcile: (options: { repair: boolean }): Promise<ReconcileReport> => reconcileAll(deps, options),
    close: async (): Promise<void> => {
      await index.close();
      await embedder.close();
    },
  };
};

/** The time is for other installations on the same engine, whose ids begin at 1 too. */
const named = ({ id, modelId, dimensions, entryDate }: IndexVersion) => ({
  modelId,
  dimensions,
  tableSuffix: `${id}-${Date.parse(entryDate).toString(36)}`,
});

const lanceEngine = (uri: string): VectorEngine => ({
  name: 'lancedb',
  open: async (version, { create }) => {
    const options = { uri, ...named(version) };
    return create ? createLanceIndex(options) : openLanceIndex(options);
  },
  drop: (version) => dropLanceIndex(uri, named(version)),
});

const qdrantEngine = (server: { url: string; apiKey?: string }): VectorEngine => ({
  name: 'qdrant',
  open: async (version, { create }) => {
    const options = { ...server, ...named(version) };
    return create ? createQdrantIndex(options) : openQdrantIndex(options);
  },
  drop: (version) => dropQdrantIndex(server, named(version)),
});

/** The folder of the model that ships with the project, whether this runs compiled or from source. */
const shippedModel = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'models', 'lectern-en');
};
