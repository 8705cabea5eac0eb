/** Checks an uploaded logo against its declaration, and sets it in the account. */
import type { Db } from '../../platform/db/dialect.js';
import { checkStoredImage } from '../../platform/images/stored-image.js';
import type { Clock } from '../../platform/lib/clock.js';
import { blobPath } from '../../platform/storage/blob-key.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { UploadReceiver } from '../../platform/storage/uploads.js';
import { setLogo } from './logo.repository.js';

export const createLogoReceiver = ({
  db,
  clock,
  blobs,
}: {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
}): UploadReceiver => ({
  onUploaded: async (upload, { sizeBytes }) => {
    const { width, height, mimeType } = await checkStoredImage(blobs, upload);
    const logo = { url: blobPath(upload.blobKey), width, height, mimeType, fileSizeBytes: sizeBytes };
    await db.transaction().execute((trx) => setLogo(trx, clock, upload.accountId, logo));
  },
});
