/** Uploads and removes the logo of an account. */
import type { Db } from '../../platform/db/dialect.js';
import { imageExtensions, type ImageType } from '../../platform/images/read-image.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { planUpload } from '../../platform/storage/upload.repository.js';
import type { Uploads, UploadReceiver } from '../../platform/storage/uploads.js';
import type { Account } from './account.record.js';
import { checkStoredImage } from '../../platform/images/stored-image.js';
import { blobPath, blobKeyOf } from '../../platform/storage/blob-key.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { TenantSettings } from '../../platform/http/callers/tenant.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { lockAccount, updateAccount } from './account.repository.js';

export type LogoService = ReturnType<typeof createLogoService>;

export const createLogoService = ({
  db,
  clock,
  quotas,
  uploads,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
}) => ({
  /**
   * The account keeps its current logo until the new file is uploaded.
   * @returns the upload URL
   * @throws {QuotaExceededError}
   */
  create: async (
    accountId: number,
    { fileMimeType, fileSizeBytes }: { fileMimeType: ImageType; fileSizeBytes: number },
  ): Promise<string> => {
    const upload = await db.transaction().execute(async (trx) => {
      await quotas.reserve(trx, accountId, 'storedBytes', fileSizeBytes);
      return planUpload(trx, clock, accountId, {
        purpose: 'accountLogo',
        subjectId: accountId,
        contentType: fileMimeType,
        sizeBytes: fileSizeBytes,
        filename: `logo.${imageExtensions[fileMimeType]}`,
      });
    });
    return uploads.urlOf(upload);
  },

  remove: (accountId: number): Promise<Account> =>
    db.transaction().execute((trx) => setLogo(trx, clock, accountId)),
});

/** Checks an uploaded logo against its declaration, and sets it in the account. */
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

type Logo = NonNullable<TenantSettings['logo']>;

/**
 * Replaces or removes the logo, and enqueues the removal of its old file. Call it in a transaction. Setting the
 * same logo again changes nothing.
 */
const setLogo = async (trx: Db, clock: Clock, accountId: number, logo?: Logo): Promise<Account> => {
  const account = await lockAccount(trx, accountId);
  const { logo: previous, ...settings } = account.settings;
  if (previous?.url === logo?.url) return account;
  const blobKey = blobKeyOf(previous?.url ?? null);
  if (blobKey) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
  return updateAccount(trx, accountId, { settings: JSON.stringify({ ...settings, logo }) });
};
