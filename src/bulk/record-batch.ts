/** Records what became of the items of a batch: results, places of a text, audit log and counts of the job. */
import {
  countRecords,
  markUndone,
  type AccountJob,
} from '../platform/account-jobs/account-job.repository.js';
import { insertResults, markResultsUndone } from '../platform/account-jobs/job-result.repository.js';
import { insertAuditEntries } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { NewRow } from '../platform/db/tables.js';
import type { Clock } from '../platform/lib/clock.js';
import { notFound } from '../platform/lib/errors.js';
import { failedBy, type ItemResult } from './bulk-batch.js';
import type { Plan } from './plan-batch.js';

const resultRow = (
  { accountId, id: jobId }: AccountJob,
  { itemId, outcome, reason, changes = [], kept = [], undo, hits }: ItemResult,
): NewRow<'jobResult'> => ({
  accountId,
  jobId,
  itemId,
  outcome,
  error: reason ? JSON.stringify(reason) : null,
  changes: JSON.stringify(changes),
  kept: JSON.stringify(kept),
  undo: undo === undefined ? null : JSON.stringify(undo),
  hits: hits?.count ?? null,
});

/** In the transaction that makes the changes, with the job locked. */
export const recordBatch = async (
  trx: Db,
  clock: Clock,
  { job, request, batch, resultIds }: Plan,
  made: ReadonlyMap<number, ItemResult>,
): Promise<void> => {
  const { accountId, id: jobId } = job;
  const results = batch.ids.map((itemId) => made.get(itemId) ?? failedBy(itemId, notFound()));
  await insertResults(
    trx,
    'jobResult',
    results.map((result) => resultRow(job, result)),
  );
  const found = results.flatMap(({ itemId, hits }) =>
    (hits?.first ?? []).map((hit) => ({ accountId, jobId, itemId, ...hit })),
  );
  await insertResults(trx, 'jobHit', found);
  if (!batch.isDryRun)
    await insertAuditEntries(
      trx,
      clock,
      results.flatMap(({ itemId, logged }) =>
        logged
          ? [
              {
                ...request.actor,
                ...logged,
                recordType: 'item',
                recordId: itemId,
                jobId,
                responseStatus: 200,
              },
            ]
          : [],
      ),
    );
  await markResultsUndone(
    trx,
    clock,
    accountId,
    resultIds.filter((_id, at) => results[at]?.outcome !== 'failed'),
  );
  const counted = await countRecords(
    trx,
    clock,
    job,
    results.map(({ itemId, outcome, reason, logged, hits }) => ({
      id: itemId,
      outcome,
      hasChanged: logged !== undefined,
      reason,
      hits: hits?.count ?? null,
    })),
  );
  const isFinished = counted.done + counted.failed === counted.total;
  if (isFinished && job.undoOf !== null && counted.done > 0)
    await markUndone(trx, clock, accountId, job.undoOf);
};
