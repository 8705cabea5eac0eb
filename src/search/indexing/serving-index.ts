/** Opens an index version for searches, and compares it with SQL if one of them has writes that the other lacks. */
import {
  complete,
  EmbedderUnavailableError,
  IndexUnavailableError,
  type Embedder,
  type SearchIndex,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { enqueue, enqueueMany } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Log } from '../../platform/lib/log.js';
import type { EmbedderProvider } from './embedder-provider.js';
import type { ServedIndex, VectorEngine } from './engines.js';
import {
  correctPosition,
  recordedPosition,
  recordPosition,
  type IndexVersion,
} from './index-version.repository.js';

export const REINDEX_HINT = 'Run `lectern reindex`.';

export interface OpenIndex {
  version: IndexVersion;
  index: SearchIndex;
}

/** The active index. Closing it also closes its searcher. */
export interface ServingIndex extends OpenIndex, Pick<ServedIndex, 'searcher' | 'thread'> {
  /** The configured embedder, which must match the version's model. */
  embedder: Embedder;
}

export interface ServingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  engine: VectorEngine;
  embedder: EmbedderProvider;
}

export const openServingIndex = async (
  { db, clock, log, engine, embedder: provider }: ServingDeps,
  version: IndexVersion,
): Promise<ServingIndex> => {
  const embedder = embedderFor(version, provider);
  const warn = (message: string): void => log.warn(message);
  const { index, searcher, thread } = await engine.serve(version, { embedder, warn });
  // Failures are left to the searches, which fall back, and to the health check.
  index
    .health?.()
    .then(({ engine: name, warnings }) => log.info({ warnings }, `the search index is on ${name}`))
    .catch((err: unknown) => log.warn({ err }, 'the search index does not respond'));
  const { position } = index;
  if (!position) return { version, index, searcher, thread, embedder };
  try {
    await compareWrites({ db, clock, log }, version, index);
  } catch (error) {
    await index.close();
    throw error;
  }
  const recorded = async (write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } finally {
      await recordPosition(db, version, position());
    }
  };
  const recording: SearchIndex = {
    ...index,
    replaceItems: (items) => recorded(() => index.replaceItems(items)),
    updateAttributes: (updates) => recorded(() => index.updateAttributes(updates)),
    removeItems: (accountId, itemIds) => recorded(() => index.removeItems(accountId, itemIds)),
  };
  return { version, index: recording, searcher, thread, embedder };
};

/**
 * The index file and SQL are not updated in one transaction. If their positions differ, for example because the
 * process was killed between the two writes, the power failed or one of them was restored from a backup, the
 * items written in between are processed again and all accounts are compared.
 */
const compareWrites = async (
  { db, clock, log }: Pick<ServingDeps, 'db' | 'clock' | 'log'>,
  version: IndexVersion,
  { position, changedSince }: Pick<SearchIndex, 'position' | 'changedSince'>,
): Promise<void> => {
  const recorded = await recordedPosition(db, version);
  const last = position!();
  if (recorded === last) return;
  log.warn({ recorded, last }, 'the search index and the database were not written together: comparing them');
  const changed = recorded < last ? changedSince!(recorded) : [];
  await db.transaction().execute(async (trx) => {
    const accounts = await trx.selectFrom('account').select('id').orderBy('id').execute();
    const byAccount = groupBy(changed, ({ accountId }) => accountId);
    for (const { id } of accounts) {
      const items = (byAccount.get(id) ?? []).map(({ itemId }) => ({ itemId }));
      // Each of the two jobs skips the items that are for the other.
      if (items.length > 0) await enqueueMany(trx, clock, id, 'processItem', items);
      if (items.length > 0) await enqueueMany(trx, clock, id, 'removeItem', items);
      await enqueue(trx, clock, id, 'reconcileIndex', {});
    }
    await correctPosition(trx, version, last);
  });
};

const embedderFor = (version: IndexVersion, provider: EmbedderProvider): Embedder => {
  const matching = async (): Promise<Required<Embedder>> => {
    const embedder = await provider.get();
    if (embedder.modelId === version.modelId) return complete(embedder);
    throw new EmbedderUnavailableError(wrongModel(version, embedder.modelId).message);
  };
  return {
    modelId: version.modelId,
    dimensions: version.dimensions,
    embedDocuments: async (texts, languages) => (await matching()).embedDocuments(texts, languages),
    embedQuery: async (text, language) => (await matching()).embedQuery(text, language),
    countPieces: async (words, language) => (await matching()).countPieces(words, language),
    vocabulary: async (language) => (await matching()).vocabulary(language),
    languages: async () => (await matching()).languages(),
    wordList: async (language) => (await matching()).wordList(language),
    close: () => Promise.resolve(),
  };
};

export const wrongModel = (version: IndexVersion, modelId: string): Error =>
  new IndexUnavailableError(
    `The index was built with the model ${version.modelId}, the configured one is ${modelId}. ${REINDEX_HINT}`,
  );
