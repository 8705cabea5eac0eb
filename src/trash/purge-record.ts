/** Deletes a record of the trash permanently, with all that belongs to it. */
import { isPostgres, type Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { TrashKind } from './trash-tables.js';
import { conflict, invalidState } from '../platform/lib/errors.js';
import { forgetUploads } from '../platform/storage/upload.repository.js';
import {
  deleteRows,
  purgeItems,
  purgeUnused,
  removeFiles,
  removeTranscriptionParts,
  type Content,
} from './purge-content.js';
import { deleteWhere, rowsWhere, updateWhere } from '../platform/db/rows.js';

type Trashed = Pick<Row<TrashKind>, 'id' | 'deletedDate'>;

/** What to do before the row of a kind is deleted, beyond its files. */
const detach: Partial<Record<TrashKind, (content: Content, id: number) => Promise<void>>> = {
  mediaAsset: async ({ trx, clock, accountId }, id) => {
    const ofMedia = { accountId, mediaAssetId: id };
    await removeTranscriptionParts(trx, accountId, [id], 'mediaAssetId');
    for (const table of ['transcription', 'chapter'] as const)
      await deleteWhere(trx, table, ofMedia).execute();
    // Its transcripts stay with the item.
    for (const table of ['transcript', 'transcriptRevision'] as const)
      await updateWhere(trx, table, ofMedia).set({ mediaAssetId: null }).execute();
    await forgetUploads(trx, clock, accountId, 'media', [id]);
  },
  resource: async ({ trx, clock, accountId }, id) => forgetUploads(trx, clock, accountId, 'resource', [id]),
  variantType: async ({ trx, accountId }, id) => {
    await updateWhere(trx, 'mediaAsset', { accountId, variantTypeId: id })
      .set({ variantTypeId: null })
      .execute();
  },
  resourceType: async ({ trx, accountId }, id) => {
    await updateWhere(trx, 'resource', { accountId, resourceTypeId: id })
      .set({ resourceTypeId: null })
      .execute();
  },
  webhook: async ({ trx, accountId }, id) => {
    await deleteWhere(trx, 'webhookDelivery', { accountId, webhookId: id }).execute();
  },
};

/** How items of the trash let go of a record; they cannot be restored without their collection. */
const release: Record<
  'series' | 'speaker' | 'topic' | 'collection',
  (content: Content, id: number) => Promise<void>
> = {
  series: async ({ trx, accountId }, id) => {
    await updateWhere(trx, 'item', { accountId, seriesId: id })
      .set({ seriesId: null, orderInSeries: null })
      .execute();
  },
  speaker: async ({ trx, accountId }, id) => {
    await deleteWhere(trx, 'itemSpeaker', { accountId, speakerId: id }).execute();
  },
  topic: async ({ trx, accountId }, id) => {
    await deleteWhere(trx, 'itemTopic', { accountId, topicId: id }).execute();
  },
  collection: () => Promise.resolve(),
};

const isReleasable = (kind: TrashKind): kind is keyof typeof release => Object.hasOwn(release, kind);

/**
 * @returns whether it was still there
 * @throws {InvalidStateError} when it is not deleted
 * @throws {ConflictError} when it is a collection with items or series in the trash
 */
export const purgeRecord = async (content: Content, kind: TrashKind, id: number): Promise<boolean> => {
  const { trx, accountId } = content;
  const row = await lockTrashed(trx, kind, accountId, id);
  if (!row) return false;
  if (kind === 'item') await purgeItems(content, [id]);
  else if (isReleasable(kind)) {
    await release[kind](content, id);
    if ((await purgeUnused(content, kind, [id])) === 0)
      throw conflict('Deleted items or series belong to this collection. Purge or restore them first.');
  } else {
    await removeFiles(content, [row]);
    await detach[kind]?.(content, id);
    await deleteRows(trx, kind, accountId, [id]);
  }
  return true;
};

/** Locks the item that it belongs to first, as everywhere. */
const lockTrashed = async (
  trx: Db,
  kind: TrashKind,
  accountId: number,
  id: number,
): Promise<Trashed | undefined> => {
  const find = () => rowsWhere(trx, kind as 'resource', { accountId, id }).selectAll();
  const known = await find().executeTakeFirst();
  if (known && 'itemId' in known && isPostgres(trx))
    await rowsWhere(trx, 'item', { accountId, id: known.itemId }).select('id').forNoKeyUpdate().execute();
  const row = await (isPostgres(trx) ? find().forUpdate() : find()).executeTakeFirst();
  if (row && row.deletedDate === null) throw invalidState('This record is not deleted');
  return row;
};
