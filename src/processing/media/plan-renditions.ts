/** Plans the renditions of an examined file. */
import { createJob } from '../../platform/account-jobs/account-job.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { TRANSCODE } from './transcode-media.handler.js';

/** Enqueues the jobs. Making a stream is also a job that the account can see. */
export const planRenditions = async (
  trx: Db,
  clock: Clock,
  { accountId, id: mediaAssetId, contentType, status }: Row<'mediaAsset'>,
  { transcode }: { transcode: boolean },
): Promise<void> => {
  if (status !== 'ready') return;
  await enqueue(trx, clock, accountId, 'makeRenditions', { mediaAssetId });
  if (!transcode || contentType !== 'video') return;
  const job = { accountId, kind: TRANSCODE, action: null, total: 100, request: '{}', mediaAssetId };
  await createJob(trx, clock, job);
  await enqueue(trx, clock, accountId, 'transcodeMedia', { mediaAssetId }, { maxAttempts: 2 });
};
