/** Inserts a library of many items with all their related records directly into SQL. */
import type { Db } from '../../src/platform/db/dialect.js';
import { insertRow } from '../../src/platform/db/rows.js';
import type { NewRow, Tables } from '../../src/platform/db/tables.js';
import { noArtwork } from '../../src/content/records/artwork-fields.js';
import { alive, itemRow, mediaRow, resourceRow, scriptureRow } from './item-rows.js';
import { pick } from './stats.js';
import { randomFrom } from '../random.js';
import type { Words } from './words.js';

const COLLECTIONS = 4;
const SERIES = 400;
const SPEAKERS = 200;
const TOPICS = 300;
const RESOURCE_TYPES = 5;
/** Values per statement; SQLite allows 32,766. */
const STATEMENT_VALUES = 20_000;
const BATCH_ITEMS = 1_000;

const insertMany = async <T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  const width = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(STATEMENT_VALUES / Math.max(1, width)));
  for (let start = 0; start < rows.length; start += size)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute();
};

const range = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));

/** Inserts the records that items refer to. */
const insertSurroundings = async (db: Db, accountId: number, words: Words) => {
  const random = randomFrom(7);
  const collectionIds: number[] = [];
  const variantTypeIds = new Map<number, number>();
  for (let at = 0; at < COLLECTIONS; at++) {
    const collection = await insertRow(db, 'collection', {
      accountId,
      name: `Collection ${at + 1}`,
      itemDescriptor: 'sermon',
      contentFormat: 'sermon',
      fullService: 0,
      ...alive,
    });
    collectionIds.push(collection.id);
    const type = { accountId, collectionId: collection.id, indexable: 1 as const, displayOrder: 1 };
    const variant = await insertRow(db, 'variantType', {
      ...type,
      name: 'Audio',
      contentType: 'audio',
      deletedDate: null,
    });
    variantTypeIds.set(collection.id, variant.id);
  }
  const ids = async (table: 'series' | 'speaker' | 'topic' | 'resourceType'): Promise<number[]> =>
    (await db.selectFrom(table).select('id').where('accountId', '=', accountId).orderBy('id').execute()).map(
      ({ id }) => id,
    );
  await insertMany(
    db,
    'series',
    range(SERIES, (at) => ({
      accountId,
      title: words.phrase(random, 3),
      subTitle: null,
      collectionId: collectionIds[at % COLLECTIONS]!,
      description: words.sentence(random, 20),
      shortDescription: null,
      sortOrder: at + 1,
      itemSortDirection: 'DESC',
      showItemOrderInSeries: 1 as const,
      urlSlug: `series-${at + 1}`,
      colorHex: null,
      published: 1 as const,
      ...noArtwork,
      ...alive,
    })),
  );
  await insertMany(
    db,
    'speaker',
    range(SPEAKERS, (at) => ({
      accountId,
      name: `Speaker ${at + 1}`,
      bio: words.sentence(random, 15),
      imageUrl: null,
      imageFilename: null,
      ...alive,
    })),
  );
  await insertMany(
    db,
    'topic',
    range(TOPICS, (at) => ({ accountId, name: `topic ${at + 1}`, displayOrder: at + 1, ...alive })),
  );
  await insertMany(
    db,
    'resourceType',
    range(RESOURCE_TYPES, (at) => ({
      accountId,
      name: `Type ${at + 1}`,
      displayOrder: at + 1,
      deletedDate: null,
    })),
  );
  return {
    collectionIds,
    variantTypeIds,
    seriesIds: await ids('series'),
    speakerIds: await ids('speaker'),
    topicIds: await ids('topic'),
    resourceTypeIds: await ids('resourceType'),
  };
};

/**
 * Per item: two speakers, three topics, two scriptures, two resources, and two media assets with three chapters
 * each.
 * @returns the items' ids
 */
export const insertLibrary = async (
  db: Db,
  accountId: number,
  count: number,
  words: Words,
  progress: (done: number) => void,
): Promise<number[]> => {
  const random = randomFrom(11);
  const around = await insertSurroundings(db, accountId, words);
  const itemIds: number[] = [];
  for (let start = 0; start < count; start += BATCH_ITEMS) {
    await db.transaction().execute(async (trx) => {
      const items = range(Math.min(BATCH_ITEMS, count - start), (at) => {
        const id = start + at + 1;
        itemIds.push(id);
        const place = Math.floor(random() * SERIES);
        return itemRow(
          id,
          accountId,
          around.collectionIds[place % COLLECTIONS]!,
          around.seriesIds[place]!,
          random,
          words,
        );
      });
      await insertMany(trx, 'item', items);
      const pairs = <T>(perItem: number, make: (item: (typeof items)[number], at: number) => T): T[] =>
        items.flatMap((item) => range(perItem, (at) => make(item, at)));
      const distinct = (ids: readonly number[], itemId: number, at: number): number =>
        ids[(itemId * 31 + at * 17) % ids.length]!;
      await insertMany(
        trx,
        'itemSpeaker',
        pairs(2, ({ id }, position) => ({
          accountId,
          itemId: id,
          speakerId: distinct(around.speakerIds, id, position),
          position,
        })),
      );
      await insertMany(
        trx,
        'itemTopic',
        pairs(3, ({ id }, position) => ({
          accountId,
          itemId: id,
          topicId: distinct(around.topicIds, id, position),
          position,
        })),
      );
      await insertMany(
        trx,
        'scripture',
        pairs(2, ({ id }, at) => scriptureRow(accountId, id, at, random)),
      );
      await insertMany(
        trx,
        'mediaAsset',
        pairs(2, ({ id, collectionId }, at) =>
          mediaRow(id * 2 + at, accountId, id, around.variantTypeIds.get(collectionId)!),
        ),
      );
      await insertMany(
        trx,
        'chapter',
        pairs(6, ({ id }, at) => ({
          accountId,
          itemId: id,
          mediaAssetId: id * 2 + (at % 2),
          startMs: at * 300_000,
          suggested: 0 as const,
          accepted: 1 as const,
          title: words.phrase(random, 3),
          deletedDate: null,
        })),
      );
      await insertMany(
        trx,
        'resource',
        pairs(2, ({ id }, at) =>
          resourceRow(accountId, id, pick(around.resourceTypeIds, random), at, words.phrase(random, 2)),
        ),
      );
    });
    progress(Math.min(count, start + BATCH_ITEMS));
  }
  return itemIds;
};
