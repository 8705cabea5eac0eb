/** Stores renditions beside their media file, with the same visibility. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Db } from '../../platform/db/dialect.js';
import { insertRow } from '../../platform/db/rows.js';
import { AppError } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { siblingKey, type RenditionName } from '../../platform/storage/blob-key.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import { forgetFile } from '../../platform/storage/upload.repository.js';

export interface RenditionStore {
  /**
   * @param source blob key of the media file
   * @param content path of a file, or text
   * @returns key of the rendition; null if it would exceed the account's storage quota
   */
  store(
    accountId: number,
    source: string,
    name: RenditionName,
    contentType: string,
    content: { path: string } | { text: string },
  ): Promise<string | null>;
  /** Whether the rendition is already stored. */
  has(source: string, name: RenditionName): Promise<boolean>;
}

export const createRenditionStore = (db: Db, quotas: Quotas, blobs: BlobStore): RenditionStore => {
  /** @returns false if the account's storage quota is exhausted */
  const count = async (accountId: number, blobKey: string, sizeBytes: number): Promise<boolean> => {
    try {
      await db.transaction().execute(async (trx) => {
        await quotas.lock(trx, accountId);
        await forgetFile(trx, accountId, blobKey);
        await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
        await insertRow(trx, 'storedFile', { accountId, blobKey, sizeBytes });
      });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status === 422) return false;
      throw error;
    }
  };

  return {
    has: async (source, name) => (await blobs.stat(siblingKey(source, name))) !== null,
    store: async (accountId, source, name, contentType, content) => {
      const blobKey = siblingKey(source, name);
      const sizeBytes = 'text' in content ? Buffer.byteLength(content.text) : (await stat(content.path)).size;
      if (!(await count(accountId, blobKey, sizeBytes))) return null;
      const body =
        'text' in content ? Readable.from([Buffer.from(content.text)]) : createReadStream(content.path);
      // Returns false if an earlier attempt has stored it, which is fine because blobs never change.
      await blobs.write(blobKey, body, { contentType, sizeBytes });
      return blobKey;
    },
  };
};
