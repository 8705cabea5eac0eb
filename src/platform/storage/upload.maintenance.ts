/** Cleans up expired uploads. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { AppError } from '../lib/errors.js';
import type { BlobStore } from './blob-store.js';
import { deleteUpload, forgetFile, oldUploads } from './upload.repository.js';
import type { ResumableService } from './resumable.service.js';
import type { Uploads } from './uploads.js';

const HOUR_MS = 60 * 60_000;
/** Counted from the expiry of the URL for the whole file. Pieces are accepted for as long as some arrive. */
const RETENTION_MS = 24 * HOUR_MS;
const PAGE = 200;

/**
 * Finalizes files that arrived but were not passed to their receiver because of a crash, and deletes rejected
 * files. Then deletes the rows: by now the record of a received file refers to it.
 */
export const uploadMaintenance = ({
  db,
  clock,
  blobs,
  uploads,
  resumable,
}: {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  uploads: Uploads;
  resumable: Pick<ResumableService, 'goesOn'>;
}): MaintenanceTask => ({
  name: 'uploads',
  everyMs: HOUR_MS,
  run: async () => {
    const before = isoTime(clock, -RETENTION_MS);
    const expired = { expiredBefore: before, now: isoTime(clock) };
    for (let after = 0; ;) {
      const rows = await oldUploads(db, expired, after, PAGE);
      for (const upload of rows) {
        if (await resumable.goesOn(upload)) continue;
        const received = await uploads.finalize(upload).catch((error: unknown) => {
          if (error instanceof AppError && error.status < 500) return false;
          throw error;
        });
        if (!received) {
          await blobs.remove(upload.blobKey);
          await blobs.removePieces(upload.blobKey, upload.multipartId);
          await forgetFile(db, upload.accountId, upload.blobKey);
        }
        await deleteUpload(db, upload.accountId, upload.id);
      }
      if (rows.length < PAGE) break;
      after = rows.at(-1)?.id ?? after;
    }
    await blobs.removeStale(new Date(before));
  },
});
