/** Fills a library with many items and all that belongs to them, in SQL. */
import type { Database } from '../../sqlite/driver.js';
import { randomFrom } from '../random.js';
import type { Words } from './words.js';

/** Numbers of the records that items refer to. */
export const AROUND = { collections: 4, series: 400, speakers: 200, topics: 300, resourceTypes: 5 };

const MADE = '2026-03-01T12:00:00.000Z';

/** Rows i = 1 to `:count`, and the account as `:account`. */
const numbered = (count: number | string): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** A row for each item and each of so many positions `p`, from 0. */
const perItem = (count: number): string =>
  `from item, (${Array.from({ length: count }, (_, p) => `select ${p} as p`).join(' union all ')})`;

/**
 * Per item: two speakers, three topics, two scriptures, two resources, and two media assets with three chapters
 * each.
 */
const STATEMENTS = [
  `insert into collection (accountId, name, itemDescriptor, contentFormat, fullService, entryDate, updatedDate)
    ${numbered(AROUND.collections)} select :account, 'Collection ' || i, 'sermon', 'sermon', 0, :made, :made from n`,
  `insert into variantType (accountId, collectionId, indexable, displayOrder, name, contentType)
    select :account, id, 1, 1, 'Audio', 'audio' from collection order by id`,
  `insert into series (accountId, title, collectionId, description, sortOrder, itemSortDirection, showItemOrderInSeries,
      urlSlug, published, entryDate, updatedDate)
    ${numbered(AROUND.series)} select :account, phrase(3), 1 + i % ${AROUND.collections}, sentence(20), i, 'DESC', 1,
      'series-' || i, 1, :made, :made from n`,
  `insert into speaker (accountId, name, bio, entryDate, updatedDate)
    ${numbered(AROUND.speakers)} select :account, 'Speaker ' || i, sentence(15), :made, :made from n`,
  `insert into topic (accountId, name, displayOrder, entryDate, updatedDate)
    ${numbered(AROUND.topics)} select :account, 'topic ' || i, i, :made, :made from n`,
  `insert into resourceType (accountId, name, displayOrder)
    ${numbered(AROUND.resourceTypes)} select :account, 'Type ' || i, i from n`,
  `insert into item (id, accountId, seriesId, collectionId, title, description, shortDescription, date, orderInSeries,
      urlSlug, durationSecs, status, wizardStep, publishedDate, autoPublish, indexedMediaAssetId, entryDate, updatedDate)
    ${numbered(':count')}, drawn as materialized (select i, below(${AROUND.series}) as place from n)
    select i, :account, 1 + place, 1 + (1 + place) % ${AROUND.collections}, phrase(4), sentence(40), sentence(12),
      date('1990-01-01', below(13000) || ' days'), 1, 'item-' || i, 1800, 'published', 'finalize', :made, 0, i * 2,
      :made, :made from drawn`,
  `insert into itemSpeaker (accountId, itemId, speakerId, position)
    select :account, id, 1 + (id * 31 + p * 17) % ${AROUND.speakers}, p ${perItem(2)}`,
  `insert into itemTopic (accountId, itemId, topicId, position)
    select :account, id, 1 + (id * 31 + p * 17) % ${AROUND.topics}, p ${perItem(3)}`,
  `insert into scripture (accountId, itemId, book, chapter, verseStart, verseEnd, keyVerse, suggested, accepted, displayOrder)
    select :account, id, book(), 1 + p, 1, 3, p = 0, 0, 0, p + 1 ${perItem(2)}`,
  `insert into mediaAsset (id, accountId, itemId, variantTypeId, contentType, mimeType, fileSizeBytes, durationSecs, bitrate,
      filename, originalFilename, status, entryDate)
    select id * 2 + p, :account, id, collectionId, 'audio', 'audio/mpeg', 20000000, 1800, 128000,
      (id * 2 + p) || '.mp3', 'talk.mp3', 'ready', :made ${perItem(2)}`,
  `insert into chapter (accountId, itemId, mediaAssetId, startMs, suggested, accepted, title)
    select :account, id, id * 2 + p % 2, p * 300000, 0, 1, phrase(3) ${perItem(6)}`,
  `insert into resource (accountId, itemId, title, resourceTypeId, displayOrder, contentType, linkTarget)
    select :account, id, phrase(2), 1 + below(${AROUND.resourceTypes}), p + 1, 'link', 'https://example.org/' || id
      ${perItem(2)}`,
];

const BOOKS = ['GEN', 'PSA', 'ISA', 'MAT', 'JHN', 'ROM', 'HEB', 'REV'];

/**
 * Items get the ids from 1, and item n the media assets 2n and 2n + 1.
 * @param database a new library, with an account and nothing else
 * @param progress called with the number of statements that are done
 */
export const fillItems = (
  database: Database,
  accountId: number,
  count: number,
  words: Words,
  progress: (done: number, total: number) => void = () => undefined,
): void => {
  const random = randomFrom(11);
  const below = (limit: number): number => Math.floor(random() * limit);
  database.function('below', (limit) => below(Number(limit)));
  database.function('book', () => BOOKS[below(BOOKS.length)]!);
  database.function('phrase', (length) => words.phrase(random, Number(length)));
  database.function('sentence', (length) => words.sentence(random, Number(length)));
  database.transaction(() => {
    for (const [at, statement] of STATEMENTS.entries()) {
      const used = Object.entries({ account: accountId, count, made: MADE });
      database
        .prepare(statement)
        .run(Object.fromEntries(used.filter(([name]) => statement.includes(`:${name}`))));
      progress(at + 1, STATEMENTS.length);
    }
  })();
};
