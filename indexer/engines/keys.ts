/** Keys, dates and small checks that both engines share. */
import type { ChunkSearchOptions, ItemAttributes } from '../ports.js';

export const itemKey = ({ accountId, itemId }: { accountId: number; itemId: number }): string =>
  `${accountId}:${itemId}`;

/** Within one account. */
export const chunkKey = ({ itemId, ordinal }: { itemId: number; ordinal: number }): string =>
  `${itemId}:${ordinal}`;

/** What a search can filter by, of an item that may have more. */
export const attributesOf = (item: ItemAttributes): ItemAttributes => ({
  accountId: item.accountId,
  itemId: item.itemId,
  collectionId: item.collectionId,
  seriesId: item.seriesId,
  speakerIds: item.speakerIds,
  topicIds: item.topicIds,
  books: item.books,
  chapters: item.chapters,
  date: item.date.slice(0, 10),
  ...(item.language && { language: item.language }),
  published: item.published,
});

/** YYYY-MM-DD → YYYYMMDD: engines compare numbers. */
export const dateNumber = (date: string): number => Number(date.slice(0, 10).replaceAll('-', ''));

/** The reverse. */
export const numberDate = (number: number): string =>
  String(number).replace(/^(\d+)(\d\d)(\d\d)$/, '$1-$2-$3');

/** How many of the best hits to return with their texts. */
export const textsOf = ({ text = true }: ChunkSearchOptions = {}): number =>
  text === true ? Infinity : Number(text);
