/** The calls that `items` measures, with the product's SQL statements and response for each. */
import type { Database } from '../../sqlite/driver.js';
import { parseListParams } from '../../src/platform/http/endpoint/list-params.js';
import { createItemService } from '../../src/content/items/item.service.js';
import { itemChanges, itemExpansions, itemList, newItem } from '../../src/content/items/item.schema.js';
import { createQuotas, unlimited } from '../../src/platform/quotas/quotas.js';
import { createRandom, type Random } from '../random.js';
import { marker, recordStatements, tokenQueryOf, type BareCall, type BareSetup } from './bare.js';
import { AROUND } from './item-data.js';
import type { Words } from './words.js';

const PATHS = 64;
const LIMIT = 50;

/** URLs by kind of call. */
export interface ItemCalls {
  lists: string[];
  filtered: string[];
  singles: string[];
  firstPages: string[];
  deepPages: string[];
}

const expansions = itemExpansions.map((name) => `_expand[]=${name}`).join('&');

/**
 * Filters as staff set them: one speaker, one or two topics, a series in order, a collection by year, a word of
 * the title.
 */
const filters = (random: Random, words: Words): string => {
  const one = (count: number): number => 1 + random.int(count);
  const { speakers, topics, series, collections } = AROUND;
  const year = 1992 + one(25);
  const status = 'status=published';
  return random.pick([
    () => `${status}&speakerId=${one(speakers)}&date.ge=${year}-01-01&_orderBy=date,DESC`,
    () => `${status}&topicId.in=${one(topics)},${one(topics)}&_orderBy=title,ASC`,
    () => `${status}&seriesId=${one(series)}&_orderBy=orderInSeries,ASC&_orderBy=date,DESC`,
    () => `collectionId=${one(collections)}&date.bt=${year}-01-01,${year}-12-31&_orderBy=date,ASC`,
    () => `${status}&publishedDate.nl=false&durationSecs.gt=600&_orderBy=title,DESC`,
    () =>
      `${status}&date.ge=${year}-01-01&title.like=%25${words.phrase(random.next, 1)}%25&speakerId=${one(speakers)}&_orderBy=date,DESC`,
  ])();
};

export const itemCalls = (items: number, words: Words): ItemCalls => {
  const random = createRandom(3);
  const times = <T>(make: () => T): T[] => Array.from({ length: PATHS }, make);
  const list = (query: string): string => `/v2/items?_limit=${LIMIT}&${query}`;
  const orders = ['date,DESC', 'title,ASC', 'publishedDate,DESC', 'id,ASC'];
  const page = (number: number) =>
    orders.map((order) => list(`_offset=${(number - 1) * LIMIT}&_orderBy=${order}`));
  return {
    lists: times(() => list(`_offset=${random.int(items - LIMIT)}&${expansions}`)),
    filtered: times(() => list(`${filters(random, words)}&${expansions}`)),
    singles: times(() => `/v2/items/${1 + random.int(items)}`),
    firstPages: page(1),
    deepPages: page(1_000),
  };
};

/** @param number makes the title unique */
export const newBody = (number: number | string) => ({
  title: `${marker.title} ${number}`,
  date: '2026-03-01',
  collectionId: 1,
  seriesId: 1,
  description: 'What a shepherd does all day, and why David wanted one.',
  speakers: [{ id: 5 }, { id: 9 }],
  topics: [{ id: 3 }, { id: 4 }, { id: 8 }],
});

/** @param number makes the title unique */
export const changedBody = (number: number | string) => ({
  title: `${marker.title} ${number}`,
  subTitle: 'Psalm 23',
  shortDescription: 'Psalm 23 from the field.',
  speakers: [{ id: 5 }, { id: 9 }],
});

/** Captures the compiled SQL statements and the responses of each call. Creates and changes items. */
export const captureCalls = async (
  database: Database,
  accountId: number,
  secret: string,
  { lists, filtered, singles }: ItemCalls,
): Promise<Pick<BareSetup, 'tokenQuery' | 'calls'>> => {
  const recorder = recordStatements(database);
  const { db, taken } = recorder;
  const items = createItemService({
    db,
    clock: { now: () => new Date(marker.now) },
    quotas: createQuotas(db, unlimited),
  });
  const tokenQuery = await tokenQueryOf(recorder, secret);
  const calls: Record<string, BareCall> = {};
  for (const path of [...lists, ...filtered]) {
    const params = parseListParams(valuesOf(path), itemList);
    const { rows, totalRecords } = await items.list({ accountId }, params);
    const answer = { items: rows, limit: params.limit, offset: params.offset, totalRecords };
    calls[`GET ${path}`] = { statements: taken(), answer };
  }
  for (const path of singles) {
    const itemId = Number(path.split('/').at(-1));
    const item = await items.get({ accountId }, itemId);
    calls[`GET ${path}`] = { statements: taken(), answer: { item } };
  }
  const made = await items.create({ accountId }, newItem.parse(newBody('')));
  const withId = (value: unknown): unknown => (value === made.id ? marker.id : value);
  const statements = taken().map(({ sql, parameters }) => ({ sql, parameters: parameters.map(withId) }));
  calls['POST /v2/items/create'] = { statements, answer: { item: made } };
  for (const path of singles) {
    const itemId = Number(path.split('/').at(-1));
    // The first sets the speakers; those that follow, as measured, find them set.
    await items.update({ accountId }, itemId, itemChanges.parse(changedBody('first')));
    taken();
    const item = await items.update({ accountId }, itemId, itemChanges.parse(changedBody('')));
    calls[`PATCH ${path}`] = { statements: taken(), answer: { item } };
  }
  await db.destroy();
  return { tokenQuery, calls };
};

const valuesOf = (path: string): Map<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URL(path, 'http://host').searchParams) {
    const key = name.replace('[]', '');
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
};
