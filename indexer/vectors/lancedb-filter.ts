/** Search filters as LanceDB SQL: every value is a checked number or a quoted string. */
import type { SearchFilter } from '../ports.js';
import { dateNumber } from './keys.js';

function int(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an integer: ${value}`);
  return String(value);
}

const text = (value: string): string => `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`;

export const ints = (values: readonly number[]): string => values.map(int).join(', ');

/** The cast is needed: without it the engine widens the column and does not use its index. */
export const intList = (values: readonly number[]): string =>
  `arrow_cast(make_array(${ints(values)}), 'List(Int32)')`;

export const textList = (values: readonly string[]): string =>
  `arrow_cast(make_array(${values.map(text).join(', ')}), 'List(Utf8)')`;

export const ofItems = (accountId: number, itemIds: readonly number[]): string =>
  `accountId = ${int(accountId)} AND itemId IN (${ints(itemIds)})`;

/** The filter as a predicate, or null if nothing can match. */
export function toSql(filter: SearchFilter): string | null {
  if (filter.itemIds?.length === 0) return null;
  const parts = [`accountId = ${int(filter.accountId)}`];
  if (filter.publishedOnly) parts.push('published = true');
  if (filter.collectionId !== undefined) parts.push(`collectionId = ${int(filter.collectionId)}`);
  if (filter.seriesId !== undefined) parts.push(`seriesId = ${int(filter.seriesId)}`);
  if (filter.speakerId !== undefined)
    parts.push(`array_has(speakerIds, CAST(${int(filter.speakerId)} AS INT))`);
  if (filter.topicId !== undefined) parts.push(`array_has(topicIds, CAST(${int(filter.topicId)} AS INT))`);
  if (filter.book !== undefined && filter.chapter !== undefined) {
    parts.push(`array_has(chapters, ${text(`${filter.book}.${filter.chapter}`)})`);
  } else if (filter.book !== undefined) {
    parts.push(`array_has(books, ${text(filter.book)})`);
  }
  if (filter.dateFrom !== undefined) parts.push(`date >= ${int(dateNumber(filter.dateFrom))}`);
  if (filter.dateTo !== undefined) parts.push(`date <= ${int(dateNumber(filter.dateTo))}`);
  if (filter.itemIds !== undefined) parts.push(`itemId IN (${ints(filter.itemIds)})`);
  if (filter.excludeItemIds?.length) parts.push(`itemId NOT IN (${ints(filter.excludeItemIds)})`);
  return parts.join(' AND ');
}

/** Matches the rows of these items, which may belong to several accounts. */
export function ofRecords(items: readonly { accountId: number; itemId: number }[]): string {
  const byAccount = new Map<number, number[]>();
  for (const { accountId, itemId } of items)
    byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), itemId]);
  return [...byAccount].map(([accountId, itemIds]) => `(${ofItems(accountId, itemIds)})`).join(' OR ');
}
