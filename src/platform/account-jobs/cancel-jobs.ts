/** Cancels the unfinished jobs of somebody who has left the account. */
import { isPostgres, type Db } from '../db/dialect.js';
import { authoredBy } from '../lib/caller.js';
import type { Clock } from '../lib/clock.js';
import { endJob } from './account-job.repository.js';

/** What they have done stays, and others can undo it. */
export const cancelJobsOf = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  personId: number,
): Promise<void> => {
  const query = trx
    .selectFrom('accountJob')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('finishedDate', 'is', null)
    .where('createdBy', 'like', authoredBy(personId))
    .orderBy('id');
  for (const job of await (isPostgres(trx) ? query.forUpdate() : query).execute())
    await endJob(trx, clock, job, 'cancelled');
};
