/** The search index as the rest of the app reaches it: the version that serves now, found again whenever another takes its place. */
import { IndexUnavailableError, type SearchIndex } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import { sleep } from '../../platform/lib/retry.js';
import {
  activateIndexVersion,
  activeIndexVersion,
  anyChunks,
  buildingIndexVersion,
  deleteIndexVersion,
  retiredIndexVersions,
  type IndexVersion,
  type IndexVersionModel,
} from './index-version.repository.js';

/** One engine and where its versions lie. */
export interface VectorEngine {
  readonly name: string;
  /** @throws IndexUnavailableError where the engine is away, or holds no such version and `create` is false */
  open(version: IndexVersion, options: { create: boolean }): Promise<SearchIndex>;
  /** Removes what the engine keeps of the version; nothing where it keeps nothing. */
  drop(version: IndexVersion): Promise<void>;
}

export interface OpenIndex {
  version: IndexVersion;
  index: SearchIndex;
}

export type IndexProvider = ReturnType<typeof createIndexProvider>;

/** How long a search may trust that the same version still serves, ms. */
const CACHE_TTL_MS = 500;
/** What the searches under way are given before an old version is closed, ms. */
const CLOSE_AFTER_MS = 5_000;

export const REINDEX_HINT = 'run `lectern reindex`';

/** @param model of the embedder that is configured now; rejects where it cannot be loaded */
export const createIndexProvider = ({
  db,
  clock,
  log,
  engine,
  model,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  engine: VectorEngine;
  model: () => Promise<IndexVersionModel>;
}) => {
  let open: { version: IndexVersion; index: Promise<SearchIndex> } | undefined;
  let trustedUntil = 0;
  const leaving = new Set<Promise<void>>();
  const closing = new AbortController();

  const closeOld = (index: Promise<SearchIndex>): void => {
    const closed = sleep(CLOSE_AFTER_MS, closing.signal)
      .then(async () => (await index).close())
      .catch((err: unknown) => log.warn({ err }, 'an old version of the index did not close'))
      .finally(() => leaving.delete(closed));
    leaving.add(closed);
  };

  const hold = async (version: IndexVersion): Promise<SearchIndex> => {
    if (open?.version.id !== version.id) {
      if (open) closeOld(open.index);
      open = { version, index: engine.open(version, { create: false }) };
    }
    const held = open;
    try {
      return await held.index;
    } catch (error) {
      if (open === held) open = undefined;
      throw error;
    }
  };

  /** The first version of an installation without content. @throws IndexUnavailableError where there is content that no version holds */
  const first = async (): Promise<IndexVersion> => {
    if (await anyChunks(db))
      throw new IndexUnavailableError(`The ${engine.name} index has not been built yet: ${REINDEX_HINT}`);
    const version = await buildingIndexVersion(db, clock, engine.name, await model());
    await (await engine.open(version, { create: true })).close();
    await activateIndexVersion(db, version);
    return (await activeIndexVersion(db, engine.name)) ?? version;
  };

  const current = async (): Promise<OpenIndex> => {
    const version = (await activeIndexVersion(db, engine.name)) ?? (await first());
    const index = await hold(version);
    trustedUntil = performance.now() + CACHE_TTL_MS;
    return { version, index };
  };

  const writable = async (): Promise<OpenIndex> => {
    const { modelId } = await model();
    const serving = await current();
    if (serving.version.modelId !== modelId) throw wrongModel(serving.version, modelId);
    return serving;
  };

  return {
    /** The index that answers searches. @throws IndexUnavailableError */
    serving: async (): Promise<OpenIndex> => {
      if (!open || performance.now() > trustedUntil) return current();
      const { version } = open;
      return { version, index: await hold(version) };
    },

    /** The same, found anew in SQL. */
    current,

    /** The index that new vectors go into. @throws IndexUnavailableError, EmbedderUnavailableError */
    writable,

    /** Writes into the version that serves, and again if another took its place meanwhile. `work` is safe to repeat. */
    write: async (work: (index: SearchIndex) => Promise<void>): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { version, index } = await writable();
        if (written === version.id) return;
        await work(index);
        written = version.id;
      }
    },

    /** Takes items out of the version that serves; needs no embedder. */
    remove: async (accountId: number, itemIds: readonly number[]): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { version, index } = await current();
        if (written === version.id) return;
        await index.removeItems(accountId, itemIds);
        written = version.id;
      }
    },

    /** The version being built beside the one that serves; whoever builds it closes it. */
    building: async (wanted: IndexVersionModel): Promise<OpenIndex> => {
      const version = await buildingIndexVersion(db, clock, engine.name, wanted);
      return { version, index: await engine.open(version, { create: true }) };
    },

    activate: (version: IndexVersion): Promise<void> => activateIndexVersion(db, version),

    /** Removes versions that no longer serve. */
    dropRetired: async (): Promise<void> => {
      for (const version of await retiredIndexVersions(db, engine.name)) {
        await engine.drop(version);
        await deleteIndexVersion(db, version.id);
      }
    },

    /** Opens the index anew at the next call: to be told of calls that failed. */
    failed: (): void => {
      if (open) closeOld(open.index);
      open = undefined;
    },

    /** Resolves when the index answers and fits the embedder. @throws Error that says what is wrong and what to do */
    check: async (): Promise<void> => {
      const { version, index } = await current();
      await index.ping();
      const known = await model().catch(() => undefined);
      if (known && known.modelId !== version.modelId) throw wrongModel(version, known.modelId);
    },

    close: async (): Promise<void> => {
      closing.abort();
      if (open) closeOld(open.index);
      open = undefined;
      await Promise.all(leaving);
    },
  };
};

export const wrongModel = (version: IndexVersion, modelId: string): Error =>
  new IndexUnavailableError(
    `The index was built with the model ${version.modelId}, the configured one is ${modelId}: ${REINDEX_HINT}`,
  );
