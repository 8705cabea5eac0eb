/** Starts bulk jobs: determines their items, and enqueues the work. */
import { assertRoomForJob, createJob } from '../../platform/account-jobs/account-job.repository.js';
import { toJob, type Job } from '../../platform/account-jobs/account-job.record.js';
import type { Actor } from '../../platform/audit/audit-entry.js';
import type { Db } from '../../platform/db/dialect.js';
import { listIds } from '../../platform/db/list-query.js';
import { existingIds } from '../../platform/db/rows.js';
import { filterParams } from '../../platform/http/list-filter.js';
import type { QueryValues } from '../../platform/http/list-params.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, unknownId } from '../../platform/lib/errors.js';
import type { Links } from '../../platform/lib/links.js';
import { assertMayPublish } from '../items/draft-policy.js';
import { itemList } from '../items/item.schema.js';
import { BULK, type BulkRequest } from './bulk-request.js';
import { MAX_ITEMS, type BulkAction, type NewBulkJob } from './bulk.schema.js';

export type BulkService = ReturnType<typeof createBulkService>;

export const createBulkService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /** Items in list order; for `restore`, the deleted ones. */
  const matchingIds = async (
    accountId: number,
    action: BulkAction,
    filter: QueryValues,
    links: Links,
  ): Promise<number[]> => {
    const params = { ...filterParams(filter, itemList, links, 'filter'), limit: MAX_ITEMS };
    if (action === 'restore') {
      params.withDeleted = true;
      params.filters.push({ field: 'deletedDate', operator: 'nl', values: [0] });
    }
    const { rows, totalRecords } = await listIds(db, itemList, accountId, params);
    if (totalRecords > MAX_ITEMS)
      throw invalid([
        { path: 'filter', message: `matches ${totalRecords} items; at most ${MAX_ITEMS} are allowed` },
      ]);
    return rows;
  };

  return {
    /**
     * @throws {PermissionError} when the caller may not publish
     * @throws {InvalidStateError} when the account has too many unfinished jobs
     * @throws {ValidationError} when the filter is invalid or matches too many items, or the topic or series does
     * not exist
     */
    start: async (
      { actor, caller }: { actor: Actor; caller: Caller },
      { ids, filter, action, topicId, seriesId }: NewBulkJob,
      links: Links,
    ): Promise<Job> => {
      const { accountId } = actor;
      if (action === 'publish' || action === 'unpublish') assertMayPublish(caller);
      const itemIds = filter ? await matchingIds(accountId, action, filter, links) : [...new Set(ids)];
      const request: BulkRequest = { action, ids: itemIds, topicId, seriesId, actor, caller };
      return db.transaction().execute(async (trx) => {
        await requireRecord(trx, 'topic', accountId, topicId);
        await requireRecord(trx, 'series', accountId, seriesId);
        await assertRoomForJob(trx, accountId);
        const job = await createJob(trx, clock, {
          accountId,
          kind: BULK,
          action,
          total: itemIds.length,
          request: JSON.stringify(request),
        });
        if (job.total > 0) await enqueue(trx, clock, accountId, 'runBulk', { bulk: true });
        return toJob(job);
      });
    },
  };
};

const requireRecord = async (
  trx: Db,
  table: 'topic' | 'series',
  accountId: number,
  id: number | null | undefined,
): Promise<void> => {
  if (typeof id !== 'number') return;
  const { size } = await existingIds(trx, table, accountId, [id]);
  if (size === 0) throw invalid([unknownId(`${table}Id`)]);
};
