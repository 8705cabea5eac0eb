/** The part of createApp that is about files: where they are kept, how they come in and how they go out. */
import { join } from 'node:path';
import { blobHandlers } from './blob.handlers.js';
import { copyBlobs, type CopyOptions } from './copy-blobs.js';
import { serveFiles } from './file.middleware.js';
import { createFolderBlobStore } from './folder-blob-store.js';
import { createS3BlobStore } from './s3-blob-store.js';
import { uploadMaintenance } from './upload.maintenance.js';
import { takeUploads } from './upload.middleware.js';
import { createUploadService } from './upload.service.js';
import type { UploadReceivers } from './uploads.js';
import type { Config } from '../../config.js';
import type { Db } from '../db/dialect.js';
import type { HealthChecks } from '../http/health.js';
import { createResizedImages, withCopies } from '../images/resized-images.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';

export const composeBlobs = ({
  config,
  db,
  clock,
  log,
  receivers,
}: {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  /** Asked when a file has come: what receives it is made later than the store. */
  receivers: () => UploadReceivers;
}) => {
  const folder = join(config.dataDir, 'blobs');
  const blobs = config.s3 ? createS3BlobStore(config.s3) : createFolderBlobStore(folder);
  const uploads = createUploadService({
    db,
    clock,
    blobs,
    receiverOf: ({ purpose }) => receivers()[purpose],
  });
  const images = createResizedImages({ blobs });
  const checks: HealthChecks = { blobs: { required: false, check: blobs.check } };
  return {
    blobs,
    uploads,
    checks,
    handlers: blobHandlers({ db, clock, log, blobs: withCopies(blobs), uploads }),
    maintenance: [uploadMaintenance({ db, clock, blobs, uploads })],
    /** Takes the files of the folder along to the bucket; null where files are kept in the folder. */
    copyToBucket: config.s3
      ? (options: CopyOptions) => copyBlobs(folder, createFolderBlobStore(folder), blobs, options)
      : null,
    /** What each host serves beside its endpoints. */
    middleware: {
      private: [takeUploads(uploads, '/v2'), serveFiles(blobs, images, '/v2')],
      public: [serveFiles(blobs, images, '/api')],
    },
    close: blobs.close,
  };
};
