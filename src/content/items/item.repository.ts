/** Items in SQL: their links to speakers and topics, and whether they have media and a transcript. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow, getLocked, lockRow, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { notFound } from '../../platform/lib/errors.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import { assertMayReceive } from './draft-policy.js';
import { links, type Link } from './item-links.repository.js';

/** Replaces the item's speakers. */
export const setItemSpeakers = (
  trx: Db,
  accountId: number,
  itemId: number,
  speakerIds: readonly number[],
): Promise<void> => setLinks(trx, 'itemSpeaker', accountId, new Map([[itemId, speakerIds]]));

/** Replaces the item's topics. */
export const setItemTopics = (
  trx: Db,
  accountId: number,
  itemId: number,
  topicIds: readonly number[],
): Promise<void> => setLinks(trx, 'itemTopic', accountId, new Map([[itemId, topicIds]]));

/** Rows per insert; SQLite allows 32,766 values. */
const INSERT_ROWS = 5_000;

/**
 * Replaces the speakers or topics of items, writing only the rows that differ. Positions keep their order, but may
 * have gaps.
 * @param lists distinct ids by item, in order
 */
export const setLinks = async (
  trx: Db,
  link: Link,
  accountId: number,
  lists: ReadonlyMap<number, readonly number[]>,
): Promise<void> => {
  if (lists.size === 0) return;
  const column = sql.ref<number>(links[link].column);
  const of = (itemIds: readonly number[]) =>
    [
      ['accountId', '=', accountId],
      ['itemId', 'in', [...itemIds]],
    ] as const;
  const table = link as 'itemSpeaker';
  const [own, among] = of([...lists.keys()]);
  const rows = await trx
    .selectFrom(table)
    .select(['itemId', column.as('member'), 'position'])
    .where(...own)
    .where(...among)
    .orderBy('position')
    .execute();
  const current = groupBy(rows, ({ itemId }) => itemId);
  const removed: { itemId: number; members: readonly number[] }[] = [];
  const added: { itemId: number; member: number; position: number }[] = [];
  for (const [itemId, wanted] of lists) {
    const known = current.get(itemId) ?? [];
    const kept = keptRows(known, wanted);
    const gone = known.filter((row) => !kept.includes(row)).map(({ member }) => member);
    if (gone.length > 0) removed.push({ itemId, members: gone });
    const next = (kept.at(-1)?.position ?? -1) + 1;
    wanted.slice(kept.length).forEach((member, at) => added.push({ itemId, member, position: next + at }));
  }
  for (const group of groupBy(removed, ({ members }) => members.join()).values()) {
    const [owner, items] = of(group.map(({ itemId }) => itemId));
    await trx
      .deleteFrom(table)
      .where(...owner)
      .where(...items)
      .where(column, 'in', group[0]!.members)
      .execute();
  }
  for (let start = 0; start < added.length; start += INSERT_ROWS)
    await trx
      .insertInto(table)
      .values(
        added.slice(start, start + INSERT_ROWS).map(({ itemId, member, position }) => ({
          accountId,
          itemId,
          position,
          [links[link].column]: member,
        })) as never,
      )
      .execute();
};

/** The rows that may stay: those of the first members, as far as they are in the same order. */
const keptRows = <R extends { member: number }>(known: readonly R[], wanted: readonly number[]): R[] => {
  const kept: R[] = [];
  for (const row of known) if (row.member === wanted[kept.length]) kept.push(row);
  return kept;
};

/** The items with media to process: uploaded, in whatever state, or on an external platform. */
export const itemsWithMedia = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await existingRows(db, 'mediaAsset', accountId)
    .select('itemId')
    .distinct()
    .where('itemId', 'in', itemIds)
    .where((eb) => eb.or([eb('status', '!=', 'created'), eb('externalPlatformId', 'is not', null)]))
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
};

export const itemsWithTranscript = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await rowsWhere(db, 'transcript', { accountId })
    .select('itemId')
    .distinct()
    .where('itemId', 'in', itemIds)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
};

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

/**
 * Locks the item of the record for which a file has arrived, then the record. The file of a deleted item is stored too,
 * because the item can be restored.
 * @returns undefined if the record is deleted
 * @throws the same error as `assertMayReceive`
 */
export const lockReceiving = async <T extends 'mediaAsset' | 'resource'>(
  trx: Db,
  table: T,
  upload: Upload,
): Promise<Row<T> | undefined> => {
  const { accountId, subjectId } = upload;
  const known = await findRow<'mediaAsset' | 'resource'>(trx, table, accountId, subjectId);
  const item = known && (await lockRow(trx, 'item', accountId, known.itemId));
  if (item) assertMayReceive(upload, item);
  return lockRow(trx, table, accountId, subjectId);
};
