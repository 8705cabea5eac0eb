/** Step: waits until the item's files have been examined, each by its own job. */
import { clockTime } from '../../strings/format.js';
import { isMuchLonger } from '../content/items/item-filters.js';
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import { enqueueMany } from '../platform/jobs/job.repository.js';
import { existingRows, rowsWhere } from '../platform/db/rows.js';
import { groupBy } from '../platform/lib/group.js';
import type { StepFactory } from './step.js';
import type { StepResult } from './runs/run.repository.js';

export const probeStep: StepFactory = ({ db, clock }) => ({
  weight: 10,
  run: async ({ accountId, items }) => {
    const itemIds = items.map(({ itemId }) => itemId);
    const rows = await existingRows(db, 'mediaAsset', accountId)
      .select(['id', 'itemId', 'status', 'errorMessage', 'durationSecs'])
      .where('itemId', 'in', itemIds)
      .where('url', 'is not', null)
      .orderBy('id')
      .execute();
    const pending = rows.filter(({ status }) => status === 'uploaded' || status === 'processing');
    const jobs = pending.map(({ id }) => ({ mediaAssetId: id }));
    if (jobs.length > 0) await enqueueMany(db, clock, accountId, 'probeMedia', jobs);
    const files = groupBy(rows, ({ itemId }) => itemId);
    const ends = await transcriptEnds(db, accountId, itemIds);
    return new Map(
      itemIds.map((itemId) => [itemId, resultOf(files.get(itemId) ?? [], ends.get(itemId) ?? null)]),
    );
  },
});

/** End of each item's transcript in ms, by item id. */
const transcriptEnds = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number | null>> => {
  const rows = await rowsWhere(db, 'transcript', { accountId, isCurrent: 1 })
    .select(['itemId', 'endMs'])
    .where('itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ itemId, endMs }) => [itemId, endMs]));
};

type File = Pick<Row<'mediaAsset'>, 'status' | 'errorMessage' | 'durationSecs'>;

const resultOf = (files: readonly File[], endMs: number | null): StepResult => {
  if (files.some(({ status }) => status === 'uploaded' || status === 'processing'))
    return { status: 'waiting', message: 'The files are being examined.' };
  const problems = files.flatMap(({ status, errorMessage }) =>
    status === 'error' ? (errorMessage ?? []) : [],
  );
  if (problems.length > 0) return { status: 'actionRequired', message: problems.join(' ') };
  if (files.length === 0) return { status: 'skipped', message: 'The item has no files.' };
  const known = files.flatMap(({ durationSecs }) => durationSecs ?? []);
  const mediaSecs = known.length > 0 ? Math.max(...known) : null;
  if (!isMuchLonger(endMs, mediaSecs)) return { status: 'done' };
  const [text, sound] = [clockTime(endMs! / 1_000), clockTime(mediaSecs!)];
  return {
    status: 'done',
    message: `The transcript ends at ${text}, the recording at ${sound}. Check that both are of the same talk.`,
  };
};
