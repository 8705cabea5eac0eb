/** Items in SQL: their links to speakers and topics, and whether they have media and a transcript. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { notFound } from '../../platform/lib/errors.js';

/** Replaces the item's speakers. */
export const setItemSpeakers = async (
  trx: Db,
  accountId: number,
  itemId: number,
  speakerIds: readonly number[],
): Promise<void> => {
  await trx
    .deleteFrom('itemSpeaker')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .execute();
  if (speakerIds.length > 0)
    await trx
      .insertInto('itemSpeaker')
      .values(speakerIds.map((speakerId, position) => ({ accountId, itemId, speakerId, position })))
      .execute();
};

/** Replaces the item's topics. */
export const setItemTopics = async (
  trx: Db,
  accountId: number,
  itemId: number,
  topicIds: readonly number[],
): Promise<void> => {
  await trx.deleteFrom('itemTopic').where('accountId', '=', accountId).where('itemId', '=', itemId).execute();
  if (topicIds.length > 0)
    await trx
      .insertInto('itemTopic')
      .values(topicIds.map((topicId, position) => ({ accountId, itemId, topicId, position })))
      .execute();
};

/** Whether the item has media to process: uploaded, in whatever state, or on an external platform. */
export const hasMedia = async (db: Db, accountId: number, itemId: number): Promise<boolean> => {
  const row = await existingRows(db, 'mediaAsset', accountId)
    .select('id')
    .where('itemId', '=', itemId)
    .where((eb) => eb.or([eb('status', '!=', 'created'), eb('externalPlatformId', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export const hasTranscript = async (db: Db, accountId: number, itemId: number): Promise<boolean> =>
  (await db
    .selectFrom('transcript')
    .select('id')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .executeTakeFirst()) !== undefined;

/**
 * Locks the item of one of its records.
 * @throws {NotFoundError} when either does not exist
 */
export const lockItemOf = async (
  trx: Db,
  table: 'mediaAsset' | 'scripture',
  accountId: number,
  id: number,
): Promise<Row<'item'>> => {
  const row = await findRow(trx, table, accountId, id);
  if (!row) throw notFound();
  return getLocked(trx, 'item', accountId, row.itemId);
};
