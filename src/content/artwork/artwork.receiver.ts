/** Checks uploaded artwork against its declaration, and sets it on its item, series or collection. */
import { blobPath } from '../../platform/storage/blob-key.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { UploadReceiver } from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import { lockRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { checkStoredImage } from '../../platform/images/stored-image.js';
import { isArtworkVariant } from '../records/artwork-fields.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { assertMayReceive } from '../items/draft-policy.js';
import { setArtwork, type ArtworkOwner, type ArtworkRow } from './artwork.repository.js';
import { checkProportions, checkCoverArt } from './check-proportions.js';

/**
 * Rejects a picture with the wrong proportions for its variant, and for collections one that podcast directories
 * do not accept.
 * @param owner table of the records that the files are for
 */
export const createArtworkReceiver = (
  { db, clock, blobs }: { db: Db; clock: Clock; blobs: BlobStore },
  owner: ArtworkOwner,
): UploadReceiver => ({
  onUploaded: async (upload, { sizeBytes }) => {
    const { accountId, subjectId, variant, blobKey } = upload;
    const facts = await checkStoredImage(blobs, upload);
    if (owner === 'collection') checkCoverArt(blobKey, facts);
    else if (isArtworkVariant(variant)) checkProportions(blobKey, variant, facts);
    const { width, height, mimeType } = facts;
    await db.transaction().execute(async (trx) => {
      const row: ArtworkRow | undefined = await lockRow<ArtworkOwner>(trx, owner, accountId, subjectId);
      if (!row || !isArtworkVariant(variant))
        throw notFound('The record that the file was for has been deleted');
      if (owner === 'item') assertMayReceive(upload, row as Row<'item'>);
      const url = blobPath(blobKey);
      if (row[`${variant}ImgUrl`] === url) return;
      const metadata = { width, height, mimeType, fileSizeBytes: sizeBytes };
      await setArtwork(trx, clock, owner, row, [variant], { url, metadata });
    });
  },
});
