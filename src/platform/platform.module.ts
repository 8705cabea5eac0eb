/** Wires the platform: database health, file storage and idempotency keys. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { createIdempotencyService } from './idempotency/idempotency.service.js';
import { keyMaintenance } from './idempotency/key.maintenance.js';
import { createResizedImages, withCopies } from './images/resized-images.js';
import { jobsLagMs } from './jobs/job.repository.js';
import { emptyModule, type Module, type ModuleContext } from './module.js';
import { removeBlobHandler } from './storage/blob.handlers.js';
import { copyBlobs, type CopyOptions } from './storage/copy-blobs.js';
import { fileRoutes } from './storage/file.routes.js';
import { createFolderBlobStore } from './storage/folder-blob-store.js';
import { createS3BlobStore, type S3Options } from './storage/s3-blob-store.js';

/** A job that has been due for this long has no worker to run it. */
const JOBS_LAG_LIMIT_MS = 5 * 60_000;

export const createPlatformModule = (
  { db, clock }: ModuleContext,
  { dataDir, s3 }: { dataDir: string; s3: S3Options | null },
) => {
  const folder = join(dataDir, 'blobs');
  const blobs = withCopies(s3 ? createS3BlobStore(s3) : createFolderBlobStore(folder));
  const files = fileRoutes(blobs, createResizedImages({ blobs }));
  return {
    ...emptyModule,
    endpoints: { private: files, public: files },
    jobs: { removeBlob: removeBlobHandler(blobs) },
    checks: {
      database: {
        required: true,
        check: async () => {
          await sql`select 1`.execute(db);
        },
      },
      blobs: { required: false, check: blobs.check },
      jobs: {
        required: false,
        check: async () => {
          const lagSecs = Math.round((await jobsLagMs(db, clock)) / 1_000);
          if (lagSecs * 1_000 > JOBS_LAG_LIMIT_MS)
            throw new Error(`Jobs have been waiting for ${lagSecs} s: is a worker running?`);
        },
      },
    },
    maintenance: [keyMaintenance({ db, clock })],
    close: () => {
      blobs.close();
      return db.destroy();
    },
    blobs,
    idempotency: createIdempotencyService({ db, clock }),
    /** Copies the files of the folder to the bucket; null when files are kept in the folder. */
    copyFiles: s3
      ? (options: CopyOptions) => copyBlobs(folder, createFolderBlobStore(folder), blobs, options)
      : null,
  } satisfies Module & Record<string, unknown>;
};
