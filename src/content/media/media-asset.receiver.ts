/** Receives the files of media assets, and has them examined. */
import { blobPath } from '../../platform/storage/blob-key.js';
import type { UploadReceiver } from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { invalidState } from '../../platform/lib/errors.js';
import { followMedia } from './media-duration.repository.js';

export const createMediaReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  onUploaded: ({ accountId, subjectId, blobKey }, { sizeBytes }) =>
    db.transaction().execute(async (trx) => {
      const known = await findRow(trx, 'mediaAsset', accountId, subjectId);
      // Locks the item first, as everywhere. The file of a deleted item is stored too, because the item can be
      // restored.
      if (known) await lockRow(trx, 'item', accountId, known.itemId);
      const asset = await lockRow(trx, 'mediaAsset', accountId, subjectId);
      if (!asset) throw invalidState('The media asset of this file has been deleted');
      if (asset.status !== 'created') return;
      const url = blobPath(blobKey);
      await updateRow(trx, 'mediaAsset', accountId, subjectId, {
        url,
        downloadUrl: `${url}?download=1`,
        filename: blobKey.split('/').at(-1) ?? null,
        fileSizeBytes: sizeBytes,
        status: 'uploaded',
      });
      await enqueue(trx, clock, accountId, 'probeMedia', { mediaAssetId: subjectId });
      await followMedia(trx, clock, accountId, asset.itemId);
    }),
});
