/** The search index as the rest of the house reaches it: the generation that serves now, found again whenever another takes its place. */
import { IndexUnavailableError, type SearchIndex } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import { sleep } from '../../platform/lib/retry.js';
import {
  activateGeneration,
  activeGeneration,
  anyChunks,
  buildingGeneration,
  forgetGeneration,
  retiredGenerations,
  type Generation,
  type GenerationModel,
} from './index-version.repository.js';

/** One engine and where its generations lie. */
export interface VectorEngine {
  readonly name: string;
  /** @throws IndexUnavailableError where the engine is away, or holds no such generation and `create` is false */
  open(generation: Generation, options: { create: boolean }): Promise<SearchIndex>;
  /** Removes what the engine keeps of the generation; nothing where it keeps nothing. */
  drop(generation: Generation): Promise<void>;
}

export interface OpenIndex {
  generation: Generation;
  index: SearchIndex;
}

export type IndexAccess = ReturnType<typeof createIndexAccess>;

/** How long a search may trust that the same generation still serves, ms. */
const TRUST_MS = 500;
/** What the searches under way are given before an old generation is closed, ms. */
const CLOSE_AFTER_MS = 5_000;

export const REINDEX_HINT = 'run `lectern reindex`';

/** @param model of the embedder that is configured now; rejects where it cannot be loaded */
export const createIndexAccess = ({
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
  model: () => Promise<GenerationModel>;
}) => {
  let open: { generation: Generation; index: Promise<SearchIndex> } | undefined;
  let trustedUntil = 0;
  const leaving = new Set<Promise<void>>();
  const closing = new AbortController();

  const closeOld = (index: Promise<SearchIndex>): void => {
    const closed = sleep(CLOSE_AFTER_MS, closing.signal)
      .then(async () => (await index).close())
      .catch((err: unknown) => log.warn({ err }, 'an old generation of the index did not close'))
      .finally(() => leaving.delete(closed));
    leaving.add(closed);
  };

  const hold = async (generation: Generation): Promise<SearchIndex> => {
    if (open?.generation.id !== generation.id) {
      if (open) closeOld(open.index);
      open = { generation, index: engine.open(generation, { create: false }) };
    }
    const held = open;
    try {
      return await held.index;
    } catch (error) {
      if (open === held) open = undefined;
      throw error;
    }
  };

  /** The first generation of an installation without content. @throws IndexUnavailableError where there is content that no generation holds */
  const first = async (): Promise<Generation> => {
    if (await anyChunks(db))
      throw new IndexUnavailableError(`The ${engine.name} index has not been built yet: ${REINDEX_HINT}`);
    const generation = await buildingGeneration(db, clock, engine.name, await model());
    await (await engine.open(generation, { create: true })).close();
    await activateGeneration(db, generation);
    return (await activeGeneration(db, engine.name)) ?? generation;
  };

  const current = async (): Promise<OpenIndex> => {
    const generation = (await activeGeneration(db, engine.name)) ?? (await first());
    const index = await hold(generation);
    trustedUntil = performance.now() + TRUST_MS;
    return { generation, index };
  };

  const writable = async (): Promise<OpenIndex> => {
    const { modelId } = await model();
    const serving = await current();
    if (serving.generation.modelId !== modelId) throw wrongModel(serving.generation, modelId);
    return serving;
  };

  return {
    /** The index that answers searches. @throws IndexUnavailableError */
    serving: async (): Promise<OpenIndex> => {
      if (!open || performance.now() > trustedUntil) return current();
      const { generation } = open;
      return { generation, index: await hold(generation) };
    },

    /** The same, found anew in SQL. */
    current,

    /** The index that new vectors go into. @throws IndexUnavailableError, EmbedderUnavailableError */
    writable,

    /** Writes into the generation that serves, and again if another took its place meanwhile. `work` is safe to repeat. */
    write: async (work: (index: SearchIndex) => Promise<void>): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { generation, index } = await writable();
        if (written === generation.id) return;
        await work(index);
        written = generation.id;
      }
    },

    /** Takes talks out of the generation that serves; needs no embedder. */
    remove: async (accountId: number, itemIds: readonly number[]): Promise<void> => {
      for (let written: number | undefined; ;) {
        const { generation, index } = await current();
        if (written === generation.id) return;
        await index.removeTalks(accountId, itemIds);
        written = generation.id;
      }
    },

    /** The generation being built beside the one that serves; whoever builds it closes it. */
    building: async (wanted: GenerationModel): Promise<OpenIndex> => {
      const generation = await buildingGeneration(db, clock, engine.name, wanted);
      return { generation, index: await engine.open(generation, { create: true }) };
    },

    activate: (generation: Generation): Promise<void> => activateGeneration(db, generation),

    /** Removes generations that no longer serve. */
    dropRetired: async (): Promise<void> => {
      for (const generation of await retiredGenerations(db, engine.name)) {
        await engine.drop(generation);
        await forgetGeneration(db, generation.id);
      }
    },

    /** Opens the index anew at the next call: to be told of calls that failed. */
    failed: (): void => {
      if (open) closeOld(open.index);
      open = undefined;
    },

    /** Resolves when the index answers and fits the embedder. @throws Error that says what is wrong and what to do */
    check: async (): Promise<void> => {
      const { generation, index } = await current();
      await index.ping();
      const known = await model().catch(() => undefined);
      if (known && known.modelId !== generation.modelId) throw wrongModel(generation, known.modelId);
    },

    close: async (): Promise<void> => {
      closing.abort();
      if (open) closeOld(open.index);
      open = undefined;
      await Promise.all(leaving);
    },
  };
};

export const wrongModel = (generation: Generation, modelId: string): Error =>
  new IndexUnavailableError(
    `The index was built with the model ${generation.modelId}, the configured one is ${modelId}: ${REINDEX_HINT}`,
  );
