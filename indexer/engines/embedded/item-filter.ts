/** Search filters over the items in memory. */
import type { ItemAttributes, SearchFilter } from '../../ports.js';
import { primarySubtag } from '../../text/language.js';
import type { AccountIndex } from './account-index.js';

/** What passes a filter. */
export interface CompiledFilter {
  /** By position of an item: 1 or 0. */
  mask: Uint8Array;
  /** Positions of the items. */
  positions: Int32Array;
  /** Their rows, as ranges `[start, end)`. */
  ranges: Int32Array;
  /** Their rows. */
  rows: Int32Array;
}

/** Filters cached until the account changes. */
const MAX_CACHED = 8;
const cache = new WeakMap<AccountIndex, { revision: number; byFilter: Map<string, CompiledFilter> }>();

export function compileFilter(index: AccountIndex, filter: SearchFilter): CompiledFilter {
  if (filter.itemIds || filter.excludeItemIds) return compileUncached(index, filter);
  let known = cache.get(index);
  if (known?.revision !== index.revision) {
    known = { revision: index.revision, byFilter: new Map() };
    cache.set(index, known);
  }
  const key = JSON.stringify(filter);
  let found = known.byFilter.get(key);
  if (!found) {
    if (known.byFilter.size >= MAX_CACHED) known.byFilter.clear();
    known.byFilter.set(key, (found = compileUncached(index, filter)));
  }
  return found;
}

function compileUncached(index: AccountIndex, filter: SearchFilter): CompiledFilter {
  const mask = maskOf(index, filter);
  const positions: number[] = [];
  const ranges: number[] = [];
  for (const [position, item] of index.items.entries()) {
    if (!item || mask[position] === 0) continue;
    positions.push(position);
    if (item.rows === 0) continue;
    const end = item.firstRow + item.rows;
    if (ranges.at(-1) === item.firstRow) ranges[ranges.length - 1] = end;
    else ranges.push(item.firstRow, end);
  }
  return {
    mask,
    positions: Int32Array.from(positions),
    ranges: Int32Array.from(ranges),
    rows: rowsOf(ranges),
  };
}

function rowsOf(ranges: readonly number[]): Int32Array {
  const rows = new Int32Array(
    ranges.reduce((sum, end, at) => (at % 2 ? sum + end - ranges[at - 1]! : sum), 0),
  );
  let count = 0;
  for (let at = 0; at < ranges.length; at += 2)
    for (let row = ranges[at]!; row < ranges[at + 1]!; row++) rows[count++] = row;
  return rows;
}

function maskOf({ items, positionOf }: AccountIndex, filter: SearchFilter): Uint8Array {
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
  const { publishedOnly, collectionId, seriesId, speakerId, topicId, dateFrom, dateTo, language } = filter;
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
    (language === undefined || primarySubtag(item.language) === language) &&
    (dateFrom === undefined || item.date.slice(0, 10) >= dateFrom.slice(0, 10)) &&
    (dateTo === undefined || item.date.slice(0, 10) <= dateTo.slice(0, 10));
}
