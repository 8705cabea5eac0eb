/** Takes the uploaded file of a resource: from then on its url opens it. */
import { blobPath } from '../blobs/blob-key.js';
import type { UploadReceiver } from '../blobs/uploads.js';
import type { Db } from '../db/dialect.js';
import { lockRow, updateRow } from '../db/rows.js';
import { announceItem } from '../items/refresh-item.js';
import type { Clock } from '../lib/clock.js';
import { notFound } from '../lib/errors.js';

export const createResourceReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  /** @throws NotFoundError where the resource was deleted meanwhile */
  received: ({ accountId, subjectId, blobKey }) =>
    db.transaction().execute(async (trx) => {
      const resource = await lockRow(trx, 'resource', accountId, subjectId);
      if (!resource) throw notFound('The resource has been deleted');
      await updateRow(trx, 'resource', accountId, subjectId, { url: blobPath(blobKey) });
      await announceItem(trx, clock, accountId, resource.itemId);
    }),
});
