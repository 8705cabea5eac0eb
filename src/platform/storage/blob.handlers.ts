/** Background jobs for files: finalize direct uploads to the store, and delete files that no record refers to. */
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import type { JobHandler, JobOutcome } from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { AppError } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import type { BlobStore } from './blob-store.js';
import { findUpload, forgetFile } from './upload.repository.js';
import type { Uploads } from './uploads.js';

/** Files are expected until this long after their URL has expired; maintenance finds later ones. */
const AFTER_EXPIRY_MS = 10 * 60_000;
const MAX_DELAY_MS = 60_000;
const MIN_DELAY_MS = 2_000;

export const finalizeUploadHandler = ({
  db,
  clock,
  log,
  uploads,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  uploads: Uploads;
}): JobHandler<'finalizeUpload'> => ({
  batchSize: 1,
  run: async (jobs) => {
    for (const { accountId, payload } of jobs) {
      const upload = await findUpload(db, accountId, payload.uploadId);
      if (upload?.status !== 'waiting') continue;
      try {
        if (await uploads.finalize(upload)) continue;
      } catch (error) {
        // The URL is valid until it expires, so a correct file may follow.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        log.info({ err: error, uploadId: upload.id }, 'uploaded file is not as declared');
      }
      const now = clock.now().getTime();
      if (now > Date.parse(upload.expiresAt) + AFTER_EXPIRY_MS) continue;
      // Half the elapsed time: a small file is found soon, and a large one without many checks.
      const elapsedMs = now - Date.parse(upload.entryDate);
      const delayMs = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, elapsedMs / 2));
      await enqueue(db, clock, accountId, 'finalizeUpload', payload, { delayMs });
    }
    return [];
  },
});

export const removeBlobHandler = ({ db, blobs }: { db: Db; blobs: BlobStore }): JobHandler<'removeBlob'> => ({
  batchSize: 50,
  run: async (jobs) => {
    const outcomes: JobOutcome[] = [];
    for (const { accountId, payload } of jobs) {
      const removal = blobs.remove(payload.blobKey).then(() => forgetFile(db, accountId, payload.blobKey));
      outcomes.push(await failure(removal));
    }
    return outcomes;
  },
});

const failure = (work: Promise<void>): Promise<JobOutcome> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
