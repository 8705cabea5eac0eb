/** Items in SQL: lists, records with their expansions, and the links to speakers and topics. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import { presentStatuses } from '../media/media-types.js';
import { itemLoaders } from './item-expansions.repository.js';
import { toItem } from './item.record.js';
import { itemExpansions, itemList, type Item } from './item.schema.js';

export const listItems = (db: Db, accountId: number, params: ListParams): Promise<Page<Row<'item'>>> =>
  listPage(db, itemList, accountId, params);

/** Rows as records, in their order, with the expansions asked for. */
export const presentItems = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'item'>[],
  expand: readonly string[],
): Promise<Item[]> => {
  if (rows.length === 0 || expand.length === 0) return rows.map(toItem);
  const names = itemExpansions.filter((name) => expand.includes(name));
  const valuesOf = await Promise.all(names.map((name) => itemLoaders[name](db, accountId, rows)));
  return rows.map((row) => {
    const record = toItem(row) as Partial<Item>;
    names.forEach((name, i) => (record[name] = valuesOf[i]?.(row) as never));
    return record as Item;
  });
};

/** Puts these speakers, in this order, in place of those the item has. */
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

/** Puts these topics, in this order, in place of those the item has. */
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

/** Media of the item to which a transcript can be made: uploaded, or at an external platform. */
export const hasMedia = async (db: Db, accountId: number, itemId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('mediaAsset')
    .select('id')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('deletedDate', 'is', null)
    .where((eb) => eb.or([eb('status', 'in', presentStatuses), eb('externalPlatformId', 'is not', null)]))
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
