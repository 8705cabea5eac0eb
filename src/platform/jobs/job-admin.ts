/** What operators can do with queue jobs: list, retry and cancel them. */
import type { Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { invalidState, notFound } from '../lib/errors.js';
import type { Job, JobHandler, JobHandlers, JobKind, JobPayloads } from './job.types.js';

export interface JobFilter {
  accountId?: number;
  status?: Row<'job'>['status'];
  kind?: string;
  limit: number;
}

export const createJobAdmin = ({
  db,
  clock,
  handlers,
}: {
  db: Db;
  clock: Clock;
  handlers: JobHandlers<JobKind>;
}) => {
  const handlerOf = ({ kind }: Row<'job'>): JobHandler<JobKind> | undefined => handlers[kind as JobKind];
  const jobOf = (row: Row<'job'>): Job => ({
    ...row,
    kind: row.kind as JobKind,
    payload: JSON.parse(row.payload) as JobPayloads[JobKind],
    attempt: row.attempts,
    lastAttempt: true,
  });
  /** @throws {NotFoundError} */
  const find = async (trx: Db, id: number): Promise<Row<'job'>> => {
    const row = await trx.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(`Job ${id} does not exist`);
    return row;
  };

  return {
    /** Dead jobs first, then by due time. */
    list: ({ accountId, status, kind, limit }: JobFilter): Promise<Row<'job'>[]> =>
      db
        .selectFrom('job')
        .selectAll()
        .$if(accountId !== undefined, (qb) => qb.where('accountId', '=', accountId!))
        .$if(status !== undefined, (qb) => qb.where('status', '=', status!))
        .$if(kind !== undefined, (qb) => qb.where('kind', '=', kind!))
        .orderBy('status')
        .orderBy('runAt')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /**
     * Makes a dead job due. If one of the same kind and subject is already waiting, that one replaces it.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not dead, or there is nothing left for it to do
     */
    retry: (id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await find(trx, id);
        if (row.status !== 'dead') throw invalidState(`Job ${id} is not dead but ${row.status}`);
        await handlerOf(row)?.onRetry?.(trx, jobOf(row));
        const waiting = await trx
          .selectFrom('job')
          .select('id')
          .where('accountId', '=', row.accountId)
          .where('kind', '=', row.kind)
          .where('subject', '=', row.subject)
          .where('status', '=', 'waiting')
          .executeTakeFirst();
        if (waiting) await trx.deleteFrom('job').where('id', '=', id).execute();
        else
          await trx
            .updateTable('job')
            .set({ status: 'waiting', attempts: 0, crashes: 0, runAt: isoTime(clock) })
            .where('id', '=', id)
            .execute();
      }),

    /**
     * Removes the job from the queue and marks its subject as failed. A running job is stopped within seconds, or
     * ends without effect on the queue.
     * @throws {NotFoundError}
     */
    cancel: async (id: number): Promise<void> => {
      const row = await find(db, id);
      await db.deleteFrom('job').where('id', '=', id).execute();
      if (row.status !== 'dead')
        await handlerOf(row)?.onDead?.(jobOf(row), new Error('An operator has cancelled it.'));
    },
  };
};
