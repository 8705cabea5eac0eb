/**
 * Maintenance jobs of the index: compaction soon after writes, and a nightly comparison with SQL that repairs
 * differences.
 */
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { enqueue, enqueueMany } from '../../platform/jobs/job.repository.js';
import type { JobHandler } from '../../platform/jobs/job.types.js';
import { compareIndex } from './compare-index.js';
import { runByAccount, writeItemsToIndex, type IndexingDeps } from './index-items.js';

/** UTC */
const NIGHT_HOUR = 3;
/** Maximum number of items repaired per run. If there are more, the next run follows immediately. */
const REPAIR_BATCH_ITEMS = 512;
const BATCH_ITEMS = 32;

export const indexMaintenanceHandlers = (deps: IndexingDeps) => {
  const { db, clock, log, index } = deps;

  const maintainIndex: JobHandler<'maintainIndex'> = {
    batchSize: 64,
    run: async (jobs) => {
      await (await index.current()).index.maintain();
      await index.dropRetired();
      return runByAccount(jobs, (accountId) => enqueueNightly(accountId));
    },
  };

  /** Once an account has indexed items, it is compared every night. */
  const enqueueNightly = (accountId: number): Promise<void> =>
    enqueue(db, clock, accountId, 'reconcileIndex', {}, { delayMs: msUntilNight(clock) });

  const repair = async (accountId: number): Promise<void> => {
    await retryDead(accountId);
    const { index: serving } = await index.writable();
    const { differing, extra, stranded } = await compareIndex(db, serving, accountId);
    if (differing.length + extra.length + stranded.length > 0)
      log.warn(
        { accountId, differing: differing.length, extra: extra.length, stranded: stranded.length },
        'the search index differs from SQL: repairing',
      );
    for (const { itemId, kind } of stranded) await enqueue(db, clock, accountId, kind, { itemId });
    if (extra.length > 0) await index.remove(accountId, extra);
    const now = differing.slice(0, REPAIR_BATCH_ITEMS);
    for (let start = 0; start < now.length; start += BATCH_ITEMS) {
      const ids = now.slice(start, start + BATCH_ITEMS);
      await index.write((target) => writeItemsToIndex(deps, target, accountId, ids));
    }
    const left = differing.length > now.length;
    await enqueue(db, clock, accountId, 'reconcileIndex', {}, { delayMs: left ? 0 : msUntilNight(clock) });
  };

  /** Retries dead index jobs, because their cause may be gone. */
  const retryDead = async (accountId: number): Promise<void> => {
    for (const kind of ['refreshItem', 'removeItem'] as const) {
      const dead = await db
        .selectFrom('job')
        .select(['id', 'payload'])
        .where('accountId', '=', accountId)
        .where('kind', '=', kind)
        .where('status', '=', 'dead')
        .execute();
      if (dead.length === 0) continue;
      const payloads = dead.map(({ payload }) => JSON.parse(payload) as { itemId: number });
      await db.transaction().execute(async (trx) => {
        await enqueueMany(trx, clock, accountId, kind, payloads);
        await trx
          .deleteFrom('job')
          .where(
            'id',
            'in',
            dead.map(({ id }) => id),
          )
          .execute();
      });
    }
  };

  const reconcileIndex: JobHandler<'reconcileIndex'> = {
    batchSize: 1,
    run: (jobs) => runByAccount(jobs, (accountId) => repair(accountId)),
    onDead: ({ accountId }) => enqueueNightly(accountId),
  };

  return { maintainIndex, reconcileIndex };
};

/** Milliseconds until the next NIGHT_HOUR. */
const msUntilNight = (clock: Clock): number => {
  const now = clock.now();
  const night = new Date(`${isoTime(clock).slice(0, 10)}T0${NIGHT_HOUR}:00:00Z`).getTime();
  const ms = night - now.getTime();
  return ms > 0 ? ms : ms + 24 * 60 * 60_000;
};
