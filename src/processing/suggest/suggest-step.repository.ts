/** The step `suggest` in SQL, which follows once an item is ready. */
import type { Db } from '../../platform/db/dialect.js';
import { subjectOf } from '../../platform/jobs/job-subject.js';
import { enqueue, enqueueMany } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { endStep, startStep, SUGGEST, type StepResult } from '../runs/run.repository.js';
import { rowsWhere } from '../../platform/db/rows.js';

/** Number of items whose suggestions are still pending. */
export const countUnsuggested = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<number> => {
  const rows = await rowsWhere(db, 'job', { accountId, kind: 'suggestItem' })
    .select('subject')
    .where('status', '!=', 'dead')
    .execute();
  const subjects = new Set(rows.map(({ subject }) => subject));
  return itemIds.filter((suggestionsOf) => subjects.has(subjectOf({ suggestionsOf }))).length;
};

export const TURNED_OFF: StepResult = {
  status: 'skipped',
  message: 'Suggestions are turned off (SUGGESTIONS).',
};

/** Enqueues suggestions for ready items, or records that there will be none. */
export const requestSuggestions = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  suggests: boolean,
): Promise<void> => {
  const jobs = itemIds.map((suggestionsOf) => ({ suggestionsOf }));
  if (suggests) await enqueueMany(trx, clock, accountId, 'suggestItem', jobs);
  else {
    await startStep(trx, clock, accountId, itemIds, SUGGEST);
    const results = new Map(itemIds.map((id) => [id, TURNED_OFF]));
    await endStep(trx, clock, accountId, SUGGEST, results);
  }
};

/** Makes the item's step check again what it waits for. */
export const continueSuggestions = (
  trx: Db,
  clock: Clock,
  { accountId, itemId }: { accountId: number; itemId: number },
): Promise<void> => enqueue(trx, clock, accountId, 'suggestItem', { suggestionsOf: itemId });
