/** The step that waits until the item's files have been examined, each by a job of its own. */
import { enqueueMany } from '../platform/jobs/job.repository.js';
import { existingRows } from '../platform/db/rows.js';
import { groupBy } from '../platform/lib/group.js';
import type { StepFactory, StepResult } from './step.js';

export const probeStep: StepFactory = ({ db, clock }) => ({
  weight: 10,
  run: async ({ accountId, items }) => {
    const rows = await existingRows(db, 'mediaAsset', accountId)
      .select(['id', 'itemId', 'status', 'errorMessage'])
      .where(
        'itemId',
        'in',
        items.map(({ itemId }) => itemId),
      )
      .where('url', 'is not', null)
      .orderBy('id')
      .execute();
    const pending = rows.filter(({ status }) => status === 'uploaded' || status === 'processing');
    const jobs = pending.map(({ id }) => ({ mediaAssetId: id }));
    if (jobs.length > 0) await enqueueMany(db, clock, accountId, 'probeMedia', jobs);
    const files = groupBy(rows, ({ itemId }) => itemId);
    return new Map(items.map(({ itemId }) => [itemId, resultOf(files.get(itemId) ?? [])]));
  },
});

const resultOf = (files: readonly { status: string; errorMessage: string | null }[]): StepResult => {
  if (files.some(({ status }) => status === 'uploaded' || status === 'processing'))
    return { status: 'waiting', message: 'The files are being examined.' };
  const problems = files.flatMap(({ status, errorMessage }) =>
    status === 'error' ? (errorMessage ?? []) : [],
  );
  if (problems.length > 0) return { status: 'actionRequired', message: problems.join(' ') };
  return files.length > 0 ? { status: 'done' } : { status: 'skipped', message: 'The item has no files.' };
};
