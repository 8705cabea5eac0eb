/** Receives the uploaded file of a resource: from then on, its URL is valid. */
import { blobPath } from '../../platform/storage/blob-key.js';
import type { UploadReceiver } from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import { lockRow, updateRow } from '../../platform/db/rows.js';
import { enqueueItemUpdated } from '../items/item-webhook-events.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';

export const createResourceReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  /** @throws {NotFoundError} when the resource has been deleted in the meantime */
  onUploaded: ({ accountId, subjectId, blobKey }) =>
    db.transaction().execute(async (trx) => {
      const resource = await lockRow(trx, 'resource', accountId, subjectId);
      if (!resource) throw notFound('The resource has been deleted');
      await updateRow(trx, 'resource', accountId, subjectId, { url: blobPath(blobKey) });
      await enqueueItemUpdated(trx, clock, accountId, resource.itemId);
    }),
});
