/** What an item can be expanded with: each kind is read in a fixed number of queries, however many items there are. */
import type { Db } from '../../platform/db/dialect.js';
import { rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { groupBy } from '../../platform/lib/group.js';
import { toCollection } from '../records/collection.record.js';
import { presentMedia } from '../media/media-asset.repository.js';
import { presentResources } from '../resources/resource.repository.js';
import { toItemScripture } from '../records/scripture.record.js';
import { toSeries } from '../records/series.record.js';
import { toSpeaker } from '../records/speaker.record.js';
import { toTopic } from '../records/topic.record.js';
import { countItems } from '../items/item-links.repository.js';
import { toItem } from '../records/item.record.js';
import { itemExpansions, type Item, type ItemExpansion } from '../items/item.schema.js';

type ItemRow = Row<'item'>;
/** Gives each item its value, once the rows of all of them are read. */
type Loader<E extends ItemExpansion> = (
  db: Db,
  caller: Caller,
  items: readonly ItemRow[],
) => Promise<(item: ItemRow) => NonNullable<Item[E]> | null>;

const idsOf = (items: readonly ItemRow[]): number[] => items.map(({ id }) => id);

/** Living rows of a table that belong to the items. */
const children = (
  db: Db,
  table: 'scripture' | 'mediaAsset' | 'resource',
  accountId: number,
  items: readonly ItemRow[],
) =>
  db
    .selectFrom(table as 'mediaAsset')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', 'in', idsOf(items))
    .where('deletedDate', 'is', null);

const speakers: Loader<'speakers'> = async (db, { accountId, baseUrl }, items) => {
  const rows = await db
    .selectFrom('itemSpeaker as link')
    .innerJoin('speaker', 'speaker.id', 'link.speakerId')
    .selectAll('speaker')
    .select('link.itemId')
    .where('link.accountId', '=', accountId)
    .where('link.itemId', 'in', idsOf(items))
    .where('speaker.deletedDate', 'is', null)
    .orderBy('link.position')
    .execute();
  const byItem = groupBy(rows, ({ itemId }) => itemId);
  return ({ id }) => (byItem.get(id) ?? []).map((row) => toSpeaker(row, baseUrl));
};

const topics: Loader<'topics'> = async (db, { accountId }, items) => {
  const rows = await db
    .selectFrom('itemTopic as link')
    .innerJoin('topic', 'topic.id', 'link.topicId')
    .selectAll('topic')
    .select('link.itemId')
    .where('link.accountId', '=', accountId)
    .where('link.itemId', 'in', idsOf(items))
    .where('topic.deletedDate', 'is', null)
    .orderBy('link.position')
    .execute();
  const ids = [...new Set(rows.map(({ id }) => id))];
  const counts = await countItems(db, 'itemTopic', accountId, ids);
  const byItem = groupBy(rows, ({ itemId }) => itemId);
  return ({ id }) => (byItem.get(id) ?? []).map((row) => toTopic(row, counts.get(row.id) ?? 0));
};

const scriptures: Loader<'scriptures'> = async (db, { accountId }, items) => {
  const rows = (await children(db, 'scripture', accountId, items)
    .orderBy('displayOrder' as 'id', (o) => o.asc().nullsLast())
    .orderBy('id')
    .execute()) as unknown as Row<'scripture'>[];
  const byItem = groupBy(rows, ({ itemId }) => itemId);
  return ({ id }) => (byItem.get(id) ?? []).map(toItemScripture);
};

const mediaAssets: Loader<'mediaAssets'> = async (db, caller, items) => {
  const rows = (await children(db, 'mediaAsset', caller.accountId, items)
    // By item first, as its index has them: by id alone SQLite would read all media of the account.
    .orderBy('itemId')
    .orderBy('id')
    .execute()) as unknown as Row<'mediaAsset'>[];
  const byItem = groupBy(await presentMedia(db, caller, rows), ({ itemId }) => itemId);
  return ({ id }) => byItem.get(id) ?? [];
};

const resources: Loader<'resources'> = async (db, caller, items) => {
  const rows = (await children(db, 'resource', caller.accountId, items)
    .orderBy('displayOrder' as 'id')
    .orderBy('id')
    .execute()) as unknown as Row<'resource'>[];
  const byItem = groupBy(await presentResources(db, caller, rows), ({ itemId }) => itemId);
  return ({ id }) => byItem.get(id) ?? [];
};

const collection: Loader<'collection'> = async (db, { accountId }, items) => {
  const rows = await rowsById(
    db,
    'collection',
    accountId,
    items.map(({ collectionId }) => collectionId),
  );
  const records = new Map([...rows].map(([id, row]) => [id, toCollection(row)]));
  return ({ collectionId }) => records.get(collectionId) ?? null;
};

const series: Loader<'series'> = async (db, { accountId, baseUrl }, items) => {
  const rows = await rowsById(
    db,
    'series',
    accountId,
    items.map(({ seriesId }) => seriesId),
  );
  const records = new Map([...rows].map(([id, row]) => [id, toSeries(row, baseUrl)]));
  return ({ seriesId }) => (seriesId === null ? null : (records.get(seriesId) ?? null));
};

const itemLoaders: { [E in ItemExpansion]: Loader<E> } = {
  collection,
  series,
  speakers,
  scriptures,
  mediaAssets,
  resources,
  topics,
};

/** Rows as records, in their order, with the requested expansions. */
export const presentItems = async (
  db: Db,
  caller: Caller,
  rows: readonly Row<'item'>[],
  expand: readonly string[],
): Promise<Item[]> => {
  if (rows.length === 0 || expand.length === 0) return rows.map((row) => toItem(row, caller.baseUrl));
  const names = itemExpansions.filter((name) => expand.includes(name));
  const valuesOf = await Promise.all(names.map((name) => itemLoaders[name](db, caller, rows)));
  return rows.map((row) => {
    const record = toItem(row, caller.baseUrl) as Partial<Item>;
    names.forEach((name, i) => (record[name] = valuesOf[i]?.(row) as never));
    return record as Item;
  });
};
