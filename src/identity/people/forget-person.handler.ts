/** Job: takes the name of a deleted person out of the records of all accounts. */
import type { Db } from '../../platform/db/dialect.js';
import { postponed, type JobHandler } from '../../platform/jobs/job.types.js';
import { oneByOne } from '../../platform/jobs/one-by-one.js';
import { forgetName } from './forget-name.js';

export const forgetPersonHandler = ({ db }: { db: Db }): JobHandler<'forgetPerson'> => ({
  batchSize: 1,
  run: (jobs, stopping) =>
    oneByOne(jobs, async ({ payload: { forgetPersonId } }) =>
      (await forgetName(db, forgetPersonId, stopping)) ? undefined : postponed,
    ),
});
