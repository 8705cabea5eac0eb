/** Reads the checks of an account, and has them run. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';

/** All of them; an account has few. */
export const checksOf = (db: Db, accountId: number): Promise<Row<'searchCheck'>[]> =>
  db.selectFrom('searchCheck').selectAll().where('accountId', '=', accountId).orderBy('id').execute();

/** Has a worker run all checks, if there are any. @returns their number */
export const enqueueChecks = async (
  db: Db,
  clock: Clock,
  accountId: number,
  delayMs = 0,
): Promise<number> => {
  const { length } = await checksOf(db, accountId);
  if (length > 0) await enqueue(db, clock, accountId, 'runSearchChecks', { searchChecks: true }, { delayMs });
  return length;
};
