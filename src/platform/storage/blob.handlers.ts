/** Background jobs for files: finalize direct uploads to the store, and delete files that no record refers to. */
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import type { JobHandler, JobOutcome } from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { AppError } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import { isRendition } from './blob-key.js';
import type { BlobStore } from './blob-store.js';
import { findUpload, forgetFile } from './upload.repository.js';
import type { Uploads } from './uploads.js';

/** Files are expected until this long after their URL has expired; maintenance finds later ones. */
const AFTER_EXPIRY_MS = 10 * 60_000;
const MAX_DELAY_MS = 60_000;
const MIN_DELAY_MS = 2_000;
const REMOVALS = { batchSize: 50, limit: { total: 200, perAccount: 50 } };

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
  limit: { total: 32, perAccount: 8 },
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

export const removePiecesHandler = ({
  db,
  blobs,
}: {
  db: Db;
  blobs: BlobStore;
}): JobHandler<'removePieces'> => ({
  ...REMOVALS,
  run: async (jobs) => {
    const outcomes: JobOutcome[] = [];
    for (const { accountId, payload } of jobs) {
      const upload = await findUpload(db, accountId, payload.uploadId);
      // It may have been opened again in the meantime.
      const isEnded = upload?.status === 'waiting' && upload.resumableUntil === null;
      outcomes.push(
        isEnded ? await failure(blobs.removePieces(upload.blobKey, payload.multipartId)) : undefined,
      );
    }
    return outcomes;
  },
});

export const removeBlobHandler = ({ db, blobs }: { db: Db; blobs: BlobStore }): JobHandler<'removeBlob'> => {
  const remove = async (accountId: number, key: string): Promise<void> => {
    await blobs.remove(key);
    // Renditions are made here, and do not arrive in pieces.
    if (!isRendition(key)) await blobs.removePieces(key);
    await forgetFile(db, accountId, key);
  };
  return {
    ...REMOVALS,
    run: async (jobs) => {
      const outcomes: JobOutcome[] = [];
      for (const { accountId, payload } of jobs)
        outcomes.push(await failure(remove(accountId, payload.blobKey)));
      return outcomes;
    },
  };
};

const failure = (work: Promise<void>): Promise<JobOutcome> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
