/** Finds the subjects that jobs are working on, or are queued for. */
import type { Db } from '../db/dialect.js';

/** The subjects with a job that is not dead. */
export const subjectsWithJobs = async (
  db: Db,
  accountId: number,
  subjects: readonly string[],
): Promise<Set<string>> => {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom('job')
    .select('subject')
    .where('accountId', '=', accountId)
    .where('subject', 'in', [...subjects])
    .where('status', '!=', 'dead')
    .execute();
  return new Set(rows.map(({ subject }) => subject));
};
