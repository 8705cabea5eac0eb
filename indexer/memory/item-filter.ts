/** Search filters over the items in memory. */
import type { ItemAttributes, SearchFilter } from '../ports.js';
import type { AccountIndex } from './account-index.js';

/** The items that pass, by position: 1 or 0. */
export type ItemMask = Uint8Array;

/** Filters kept until a change of the account. */
const MAX_KEPT = 16;
const kept = new WeakMap<AccountIndex, { revision: number; masks: Map<string, ItemMask> }>();

export function itemMask(index: AccountIndex, filter: SearchFilter): ItemMask {
  if (filter.itemIds || filter.excludeItemIds) return maskOf(index, filter);
  let { revision, masks } = kept.get(index) ?? { revision: -1, masks: new Map<string, ItemMask>() };
  if (revision !== index.revision) {
    ({ revision, masks } = { revision: index.revision, masks: new Map() });
    kept.set(index, { revision, masks });
  }
  const key = JSON.stringify(filter);
  let mask = masks.get(key);
  if (!mask) {
    if (masks.size >= MAX_KEPT) masks.clear();
    masks.set(key, (mask = maskOf(index, filter)));
  }
  return mask;
}

function maskOf({ items, positionOf }: AccountIndex, filter: SearchFilter): ItemMask {
  const mask = new Uint8Array(items.length);
  const passes = attributesFilter(filter);
  const include = (position: number | undefined): void => {
    const item = position === undefined ? null : items[position];
    if (item && passes(item.attributes)) mask[position!] = 1;
  };
  if (filter.itemIds) for (const itemId of filter.itemIds) include(positionOf(itemId));
  else for (let position = 0; position < items.length; position++) include(position);
  for (const itemId of filter.excludeItemIds ?? []) {
    const position = positionOf(itemId);
    if (position !== undefined) mask[position] = 0;
  }
  return mask;
}

function attributesFilter(filter: SearchFilter): (item: ItemAttributes) => boolean {
  const { publishedOnly, collectionId, seriesId, speakerId, topicId, dateFrom, dateTo } = filter;
  const chapter =
    filter.book !== undefined && filter.chapter !== undefined && `${filter.book}.${filter.chapter}`;
  const book = chapter ? undefined : filter.book;
  return (item) =>
    (!publishedOnly || item.published) &&
    (collectionId === undefined || item.collectionId === collectionId) &&
    (seriesId === undefined || item.seriesId === seriesId) &&
    (speakerId === undefined || item.speakerIds.includes(speakerId)) &&
    (topicId === undefined || item.topicIds.includes(topicId)) &&
    (book === undefined || item.books.includes(book)) &&
    (!chapter || item.chapters.includes(chapter)) &&
    (dateFrom === undefined || item.date.slice(0, 10) >= dateFrom.slice(0, 10)) &&
    (dateTo === undefined || item.date.slice(0, 10) <= dateTo.slice(0, 10));
}
