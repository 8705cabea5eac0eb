/** Reads what guesses need of the library: its names, and the newest items of a collection with their files. */
import { basename } from 'node:path';
import { accountById } from '../../identity/accounts/account.repository.js';
import { readersOf } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow } from '../../platform/db/rows.js';
import { groupBy } from '../../platform/lib/group.js';
import { linkedTo } from '../../content/items/item-links.repository.js';
import { talkName } from '../names/read-name.js';
import type { LibraryNames } from './guess-talks.js';
import { PAST_ITEMS, type PastItem } from './past-item.js';

/** Limits of a library whose names are compared; the newest count. */
const MAX_SPEAKERS = 5_000;
const MAX_SERIES = 2_000;
/** Files per item. */
const MAX_NAMES = 4;
/** Files of all items together. */
const MAX_ROWS = 400;

/** A collection, or the name of one that does not exist yet. */
export type CollectionPlace = number | { name: string };

/** Undefined if the collection does not exist. */
export const readLibraryNames = async (
  db: Db,
  accountId: number,
  place: CollectionPlace,
): Promise<LibraryNames | undefined> => {
  const collection = typeof place === 'number' ? await findRow(db, 'collection', accountId, place) : place;
  const account = await accountById(db, accountId);
  if (!collection || !account) return undefined;
  // No row has the id 0.
  const collectionId = typeof place === 'number' ? place : 0;
  const speakers = await existingRows(db, 'speaker', accountId)
    .select(['id', 'name'])
    .orderBy('id', 'desc')
    .limit(MAX_SPEAKERS)
    .execute();
  const series = await existingRows(db, 'series', accountId)
    .select(['id', 'title as name'])
    .where('collectionId', '=', collectionId)
    .orderBy('id', 'desc')
    .limit(MAX_SERIES)
    .execute();
  return {
    collection: collection.name,
    account: account.name,
    language: account.settings.language ?? null,
    readers: readersOf(account.settings),
    speakers,
    series,
    items: await readPastItems(db, accountId, collectionId),
  };
};

/** The newest items by date, newest first. */
const readPastItems = async (db: Db, accountId: number, collectionId: number): Promise<PastItem[]> => {
  const items = await existingRows(db, 'item', accountId)
    .select(['id', 'title', 'date', 'dateIsKnown', 'seriesId', 'orderInSeries'])
    .where('collectionId', '=', collectionId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(PAST_ITEMS)
    .execute();
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return [];
  const speakers = await linkedTo(db, 'itemSpeaker', accountId, ids);
  const seriesIds = [...new Set(items.flatMap(({ seriesId }) => seriesId ?? []))];
  const series = new Map(
    seriesIds.length === 0
      ? []
      : (
          await existingRows(db, 'series', accountId)
            .select(['id', 'title'])
            .where('id', 'in', seriesIds)
            .execute()
        ).map((row) => [row.id, row] as const),
  );
  const names = await namesOf(db, accountId, ids);
  const languages = await languagesOf(db, accountId, ids);
  return items.map(({ id, title, date, dateIsKnown, seriesId, orderInSeries }) => ({
    title,
    date: dateIsKnown === 1 ? date : null,
    speakers: (speakers.get(id) ?? []).map((speaker) => ({ id: speaker.id, name: speaker.name })),
    series: seriesId === null ? null : (series.get(seriesId) ?? null),
    orderInSeries,
    language: languages.get(id) ?? null,
    names: (names.get(id) ?? []).slice(0, MAX_NAMES),
  }));
};

/** Names of the items' files without extension, by item. */
const namesOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string[]>> => {
  const media = await existingRows(db, 'mediaAsset', accountId)
    .select(['itemId', 'originalFilename as path'])
    .where('itemId', 'in', [...itemIds])
    .where('originalFilename', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const files = await db
    .selectFrom('importedFile')
    .select(['itemId', 'path'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...itemIds])
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const byItem = groupBy([...files, ...media], ({ itemId }) => itemId);
  return new Map(
    [...byItem].map(([itemId, rows]) => [
      itemId,
      [...new Set(rows.map(({ path }) => talkName(basename(path ?? '')).stem))],
    ]),
  );
};

/** Languages of the current transcripts, by item. */
const languagesOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string | null>> => {
  const rows = await db
    .selectFrom('transcript')
    .select(['itemId', 'language'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...itemIds])
    .where('isCurrent', '=', 1)
    .execute();
  return new Map(rows.map(({ itemId, language }) => [itemId, language]));
};
