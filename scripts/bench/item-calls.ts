/** The calls that `items` measures, with the product's SQL statements and response for each. */
import { Kysely, SqliteDialect } from 'kysely';
import type { Database } from '../../sqlite/driver.js';
import { parseListParams } from '../../src/platform/http/list-params.js';
import { createItemService } from '../../src/content/items/item.service.js';
import { itemChanges, itemExpansions, itemList, newItem } from '../../src/content/items/item.schema.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { createTokenService } from '../../src/identity/tokens/token.service.js';
import type { Tables } from '../../src/platform/db/tables.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { marker, type BareCall, type BareSetup, type Statement } from './bare-setup.js';
import { pick } from './stats.js';
import { randomFrom } from '../random.js';
import type { Words } from './words.js';
import { createQuotas, unlimited } from '../../src/platform/quotas/quotas.js';
import { sha256 } from '../../src/platform/lib/ids.js';

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
const filters = (random: () => number, words: Words): string => {
  const below = (count: number): number => 1 + Math.floor(random() * count);
  const year = 1992 + below(25);
  const status = 'status=published';
  return pick(
    [
      () => `${status}&speakerId=${below(200)}&date.ge=${year}-01-01&_orderBy=date,DESC`,
      () => `${status}&topicId.in=${below(300)},${below(300)}&_orderBy=title,ASC`,
      () => `${status}&seriesId=${below(400)}&_orderBy=orderInSeries,ASC&_orderBy=date,DESC`,
      () => `collectionId=${below(4)}&date.bt=${year}-01-01,${year}-12-31&_orderBy=date,ASC`,
      () => `${status}&publishedDate.nl=false&durationSecs.gt=600&_orderBy=title,DESC`,
      () =>
        `${status}&date.ge=${year}-01-01&title.like=%25${words.phrase(random, 1)}%25&speakerId=${below(200)}&_orderBy=date,DESC`,
    ],
    random,
  )();
};

export const itemCalls = (items: number, words: Words): ItemCalls => {
  const random = randomFrom(3);
  const times = <T>(make: () => T): T[] => Array.from({ length: PATHS }, make);
  const list = (query: string): string => `/v2/items?_limit=${LIMIT}&${query}`;
  const orders = ['date,DESC', 'title,ASC', 'publishedDate,DESC', 'id,ASC'];
  const page = (number: number) =>
    orders.map((order) => list(`_offset=${(number - 1) * LIMIT}&_orderBy=${order}`));
  return {
    lists: times(() => list(`_offset=${Math.floor(random() * (items - LIMIT))}&${expansions}`)),
    filtered: times(() => list(`${filters(random, words)}&${expansions}`)),
    singles: times(() => `/v2/items/${1 + Math.floor(random() * items)}`),
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
  let seen: Statement[] = [];
  const db: Db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => {
      const sql = query.sql === 'begin' ? 'begin immediate' : query.sql;
      seen.push({ sql, parameters: [...query.parameters] });
    },
  });
  const taken = (): Statement[] => {
    const all = seen;
    seen = [];
    return all;
  };
  const items = createItemService({
    db,
    clock: { now: () => new Date(marker.now) },
    quotas: createQuotas(db, unlimited),
  });
  await createTokenService({ db, clock: systemClock, quotas: createQuotas(db, unlimited) }).ownerOf(
    sha256(secret),
  );
  const [tokenQuery] = taken();
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
  return { tokenQuery: tokenQuery!, calls };
};

const valuesOf = (path: string): Map<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URL(path, 'http://host').searchParams) {
    const key = name.replace('[]', '');
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
};
