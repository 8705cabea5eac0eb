/** Has the words that an edit replaced looked for in other transcripts. */
import type { Db } from '../../platform/db/dialect.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { lastRevision } from './transcript-revision.repository.js';

/** Call it in the transaction that stores the edited transcript of a media asset. */
export const requestCorrections = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  transcript: { itemId: number; mediaAssetId: number | null },
): Promise<void> => {
  const before = await lastRevision(trx, accountId, transcript);
  if (before) await enqueue(trx, clock, accountId, 'findCorrections', { correctionsFrom: before.id });
};
