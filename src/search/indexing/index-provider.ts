/** Provides the search index: opens the active version, and switches to the next one when it is replaced. */
import { IndexUnavailableError, type SearchIndex } from '../../../indexer/index.js';
import type { StoreNotes } from '../../platform/http/server/health.js';
import { sleep } from '../../platform/lib/retry.js';
import { anyToIndex } from '../../transcripts/reading/chunk.repository.js';
import {
  activateIndexVersion,
  activeIndexVersion,
  buildingIndexVersion,
  deleteIndexVersion,
  recordPosition,
  retiredIndexVersions,
  type IndexVersion,
  type IndexVersionModel,
} from './index-version.repository.js';
import {
  openServingIndex,
  REINDEX_HINT,
  wrongModel,
  type OpenIndex,
  type ServingDeps,
  type ServingIndex,
} from './serving-index.js';

export type IndexProvider = ReturnType<typeof createIndexProvider>;

/** How long searches may use a version without checking SQL, in ms. */
const CACHE_TTL_MS = 500;
/** Minimum interval between reopening an index, in ms, because its accounts are loaded into memory each time. */
const REOPEN_MS = 2_000;
/** Time for running searches to finish before an old version is closed, in ms. */
const CLOSE_AFTER_MS = 5_000;

/**
 * How long the health check reports a failed search or write, in ms, because the check itself does not read
 * everything.
 */
const FAILURE_REPORTED_MS = 60_000;

export const createIndexProvider = (deps: ServingDeps) => {
  const { db, clock, log, engine } = deps;
  const model = (): Promise<IndexVersionModel> => deps.embedder.get();
  let open: { version: IndexVersion; serving: Promise<ServingIndex>; at: number } | undefined;
  let cachedUntil = 0;
  const closingIndexes = new Set<Promise<void>>();
  const closing = new AbortController();
  let creating: Promise<IndexVersion> | undefined;
  let failure: { error: Error; versionId?: number; at: number } | undefined;

  const closeOld = (serving: Promise<ServingIndex>): void => {
    const closed = sleep(CLOSE_AFTER_MS, closing.signal)
      .then(async () => (await serving).index.close())
      .catch((err: unknown) => log.warn({ err }, 'could not close an old version of the search index'))
      .finally(() => closingIndexes.delete(closed));
    closingIndexes.add(closed);
  };

  const openVersion = async (version: IndexVersion): Promise<ServingIndex> => {
    if (open?.version.id !== version.id) {
      if (open) closeOld(open.serving);
      open = { version, serving: openServingIndex(deps, version), at: performance.now() };
    }
    const opened = open;
    try {
      return await opened.serving;
    } catch (error) {
      if (open === opened) open = undefined;
      throw error;
    }
  };

  /**
   * Creates the first version of an installation without content.
   * @throws {IndexUnavailableError} when there is content, which requires a reindex
   */
  const createFirst = async (): Promise<IndexVersion> => {
    if (await anyToIndex(db))
      throw new IndexUnavailableError(`The ${engine.name} index has not been built yet. ${REINDEX_HINT}`);
    const version = await buildingIndexVersion(db, clock, engine.name, await model());
    await (await engine.open(version, { create: true })).close();
    await activateIndexVersion(db, clock, version);
    return (await activeIndexVersion(db, engine.name)) ?? version;
  };

  const current = async (): Promise<ServingIndex> => {
    const active = await activeIndexVersion(db, engine.name);
    if (closing.signal.aborted) throw new IndexUnavailableError('The search index is closed.');
    const version = active ?? (await (creating ??= createFirst().finally(() => (creating = undefined))));
    const serving = await openVersion(version);
    cachedUntil = performance.now() + CACHE_TTL_MS;
    return serving;
  };

  const writable = async (): Promise<ServingIndex> => {
    const { modelId } = await model();
    const serving = await current();
    if (serving.version.modelId !== modelId) throw wrongModel(serving.version, modelId);
    return serving;
  };

  return {
    /**
     * The index for searches, from a short-lived cache.
     * @throws {IndexUnavailableError}
     */
    serving: (): Promise<ServingIndex> =>
      open && performance.now() <= cachedUntil ? openVersion(open.version) : current(),

    /**
     * The active index according to SQL.
     * @throws {IndexUnavailableError}
     */
    current,

    /**
     * The index for new vectors.
     * @throws {IndexUnavailableError} also when it was built with another model
     * @throws {EmbedderUnavailableError}
     */
    writable,

    /**
     * Writes to the active version, and again if another version replaces it in the meantime. `work` must be
     * idempotent.
     */
    write: async (work: (index: SearchIndex) => Promise<void>): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { version, index } = await writable();
        if (written === version.id) return;
        await work(index);
        written = version.id;
      }
    },

    /** Removes items from the active version; works without the embedder. */
    remove: async (accountId: number, itemIds: readonly number[]): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { version, index } = await current();
        if (written === version.id) return;
        await index.removeItems(accountId, itemIds);
        written = version.id;
      }
    },

    /** The active version, for reading beside searches, or null if there is none. The caller closes it. */
    reading: async (): Promise<OpenIndex | null> => {
      const version = await activeIndexVersion(db, engine.name);
      return version ? { version, index: await engine.open(version, { create: false }) } : null;
    },

    /** The version being built beside the active one. The caller closes it. */
    building: async (versionModel: IndexVersionModel): Promise<OpenIndex> => {
      const version = await buildingIndexVersion(db, clock, engine.name, versionModel);
      return { version, index: await engine.open(version, { create: true }) };
    },

    activate: async ({ version, index }: OpenIndex): Promise<void> => {
      if (index.position) await recordPosition(db, version, index.position());
      await activateIndexVersion(db, clock, version);
    },

    /** Deletes retired versions. */
    dropRetired: async (): Promise<void> => {
      for (const version of await retiredIndexVersions(db, engine.name)) {
        await engine.drop(version);
        await deleteIndexVersion(db, version.id);
      }
    },

    /** Call it after a failure: the next call reopens the index, unless it has just been opened. */
    reopen: (error: Error): void => {
      failure = { error, versionId: open?.version.id, at: performance.now() };
      if (!open || performance.now() < open.at + REOPEN_MS) return;
      closeOld(open.serving);
      open = undefined;
    },

    /**
     * Resolves when the index is available and belongs to the embedder's model.
     * @throws {Error} with the problem and the remedy
     */
    check: async (): Promise<void> => {
      const { version, index, thread } = await current();
      await index.ping();
      const isRecent = failure && performance.now() < failure.at + FAILURE_REPORTED_MS;
      if (isRecent && failure?.versionId === version.id) throw failure.error;
      const beyond = (await thread?.state())?.accountsBeyondMemory ?? 0;
      if (beyond > 0)
        throw new Error(
          `Accounts that do not fit into SEARCH_MEMORY_BYTES and are searched by keywords only: ${beyond}. Raise it, or set QDRANT_URL.`,
        );
      const configured = await model().catch(() => undefined);
      if (configured && configured.modelId !== version.modelId) throw wrongModel(version, configured.modelId);
    },

    /** What an operator should know of the engine. @throws {IndexUnavailableError} */
    notes: async (): Promise<StoreNotes> => {
      const health = await (await current()).index.health?.();
      return health ? { detail: health.engine, warnings: health.warnings } : {};
    },

    /** The memory that the index uses in this process; undefined before the first search. */
    memory: async (): Promise<Record<string, number> | undefined> => {
      const state = await (await open?.serving.catch(() => undefined))?.thread?.state();
      return state && { ...state, residentBytes: process.memoryUsage.rss() };
    },

    close: async (): Promise<void> => {
      closing.abort();
      await creating?.catch(() => undefined);
      if (open) closeOld(open.serving);
      open = undefined;
      await Promise.all(closingIndexes);
    },
  };
};
