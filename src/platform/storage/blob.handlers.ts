/** Background jobs of the blob store: looking for files that are sent past us, and deleting those that nothing names any more. */
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import type { BackgroundJobHandlers, JobOutcome } from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { AppError } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import type { BlobStore } from './blob-store.js';
import { findUpload } from './upload.repository.js';
import type { Uploads } from './uploads.js';

/** Files are looked for until their address has been dead for this long; what comes later yet is found by the maintenance. */
const AFTER_EXPIRY_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 60_000;
const SHORTEST_WAIT_MS = 2_000;

export const blobHandlers = ({
  db,
  clock,
  log,
  blobs,
  uploads,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  blobs: BlobStore;
  uploads: Uploads;
}): Pick<BackgroundJobHandlers, 'finalizeUpload' | 'removeBlob'> => ({
  finalizeUpload: {
    batchSize: 1,
    run: async (jobs) => {
      for (const { accountId, payload } of jobs) {
        const upload = await findUpload(db, accountId, payload.uploadId);
        if (upload?.status !== 'waiting') continue;
        try {
          if (await uploads.settle(upload)) continue;
        } catch (error) {
          // The address is open until it expires: a better file may follow.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          log.info({ err: error, uploadId: upload.id }, 'a file was sent that is not what was declared');
        }
        const now = clock.now().getTime();
        if (now > Date.parse(upload.expiresAt) + AFTER_EXPIRY_MS) continue;
        // Half the time that has passed: a small file is found soon, a large one without a thousand looks.
        const waited = (now - Date.parse(upload.entryDate)) / 2;
        const delayMs = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, waited));
        await enqueue(db, clock, accountId, 'finalizeUpload', payload, { delayMs });
      }
      return [];
    },
  },
  removeBlob: {
    batchSize: 50,
    run: async (jobs) => {
      const outcomes: JobOutcome[] = [];
      for (const { payload } of jobs) outcomes.push(await failure(blobs.remove(payload.blobKey)));
      return outcomes;
    },
  },
});

const failure = (work: Promise<void>): Promise<JobOutcome> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
