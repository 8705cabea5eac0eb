/** Events leave a store and come into another one, of either kind, as they are. */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectClickHouse,
  eventParts,
  exportPart,
  loadParts,
  migrateClickHouse,
  namedRange,
  overview,
  stagedStore,
  topItems,
  type ClickHouse,
  type LoadedAccounts,
} from '../../analytics/index.js';
import { clickHouses, everyClickHouse, onHttp, type TestClickHouse } from '../support/clickhouse.js';
import { counted, randomEvents } from '../support/random-events.js';
import { seed } from '../support/seed.js';
import { downloaded, pageView, playback, storeEvents } from '../support/stored-events.js';

const NOW = Date.UTC(2024, 3, 7, 9, 20, 31, 250);
const FOREVER = { rawMonths: null, idDays: 36_500 };

interface Exported {
  table: string;
  month: number;
  rows: number;
  fingerprint: string;
  bytes: Buffer;
}

const exported = async (clickHouse: ClickHouse): Promise<Exported[]> => {
  const parts: Exported[] = [];
  for (const part of await eventParts(clickHouse))
    parts.push({ ...part, bytes: await buffer(await exportPart(clickHouse, part)) });
  return parts;
};

const load = (
  clickHouse: ClickHouse,
  parts: readonly Exported[],
  accounts?: LoadedAccounts,
  summarisedFrom?: number,
) =>
  loadParts(
    clickHouse,
    parts.map(({ table, month, bytes }) => ({
      table,
      month,
      read: () => Promise.resolve(Readable.from([bytes])),
    })),
    { accounts, summarisedFrom },
  );

const withoutBytes = (parts: readonly Exported[]) =>
  parts.map(({ table, month, rows, fingerprint }) => ({ table, month, rows, fingerprint }));

/** The slow project also moves parts from one kind to another. */
const kinds = (onHttp ? everyClickHouse : clickHouses).filter(([, isThere]) => isThere);

describe.skipIf(kinds.length === 0)('parts of events', () => {
  const stores = new Map<string, { store: TestClickHouse; parts: Exported[]; reports: unknown }>();

  const reportsOf = async (clickHouse: ClickHouse): Promise<unknown> => {
    const scope = { accountId: 1, range: namedRange('year', NOW, 'Europe/Berlin'), filter: null };
    return [await overview(clickHouse, scope), await topItems(clickHouse, scope, { limit: 100, offset: 0 })];
  };

  beforeAll(async () => {
    const events = counted([
      ...fc.sample(randomEvents([1, 2], NOW), { numRuns: 6, seed }).flat(),
      downloaded({ accountId: 1, occurredAt: NOW - 70_000, itemId: 3, mediaAssetId: 3 }),
      pageView({ accountId: 2, occurredAt: NOW - 80_000, url: "https://grace.example/'ä\\n{x:UInt8}" }),
    ]);
    for (const [kind, , open] of kinds) {
      const store = await open();
      const clickHouse = await store.connect();
      await migrateClickHouse(clickHouse, FOREVER);
      await storeEvents(clickHouse, { events, token: 'all' });
      stores.set(kind, { store, parts: await exported(clickHouse), reports: await reportsOf(clickHouse) });
      await clickHouse.close();
    }
  }, 300_000);
  afterAll(async () => {
    for (const { store } of stores.values()) await store.remove();
  });

  it('have fingerprints that depend on the rows only', () => {
    const [first, ...others] = [...stores.values()].map(({ parts }) => withoutBytes(parts));
    expect(first!.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['playback', 'page_views', 'downloads', 'sessions', 'hours', 'item_days']),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(kinds.flatMap(([from]) => kinds.map(([to]) => [from, to])))(
    'come from a store %s into one %s',
    async (from, to) => {
      const { parts, reports } = stores.get(from)!;
      const staged = stagedStore(stores.get(to)!.store.address);
      await staged.create();
      const clickHouse = await connectClickHouse(staged.address);
      await migrateClickHouse(clickHouse, FOREVER);
      await load(clickHouse, parts);
      expect(withoutBytes(await exported(clickHouse))).toEqual(withoutBytes(parts));
      expect(await reportsOf(clickHouse)).toEqual(reports);
      await clickHouse.close();
      await staged.dropStaged();
    },
  );

  it('are summed up again from a month on, with the same result', async () => {
    const [kind] = kinds[0]!;
    const { store, parts, reports } = stores.get(kind)!;
    const staged = stagedStore(store.address);
    await staged.create();
    const clickHouse = await connectClickHouse(staged.address);
    await migrateClickHouse(clickHouse, FOREVER);
    await load(clickHouse, parts, null, 202403);
    expect(withoutBytes(await exported(clickHouse))).toEqual(withoutBytes(parts));
    expect(await reportsOf(clickHouse)).toEqual(reports);
    await clickHouse.close();
    await staged.dropStaged();
  }, 300_000);

  it('can be those of one account, or of all others', async () => {
    const [kind] = kinds[0]!;
    const { store, parts } = stores.get(kind)!;
    const counts: number[] = [];
    for (const accounts of [{ only: 1 }, { except: 1 }] as const) {
      const staged = stagedStore(store.address);
      await staged.create();
      const clickHouse = await connectClickHouse(staged.address);
      await migrateClickHouse(clickHouse, FOREVER);
      await load(clickHouse, parts, accounts);
      counts.push((await eventParts(clickHouse)).reduce((sum, part) => sum + part.rows, 0));
      await clickHouse.close();
      await staged.dropStaged();
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBeGreaterThan(0);
    expect(counts[0]! + counts[1]!).toBe(parts.reduce((sum, part) => sum + part.rows, 0));
  }, 300_000);

  it.each(kinds.map(([kind]) => kind))(
    'are switched in and out of a store %s, and events count on',
    async (kind) => {
      const { store, parts, reports } = stores.get(kind)!;
      const staged = stagedStore(store.address);
      const using = async <T>(work: (clickHouse: ClickHouse) => Promise<T>): Promise<T> => {
        const clickHouse = await store.connect();
        return work(clickHouse).finally(() => clickHouse.close());
      };
      const plays = (clickHouse: ClickHouse) =>
        overview(clickHouse, { accountId: 7, range: namedRange('year', NOW, 'UTC'), filter: null });
      const event = playback({ accountId: 7, occurredAt: NOW - 5_000 });
      // What the present store has and the new one lacks.
      await using((clickHouse) => storeEvents(clickHouse, { events: [event], token: 'seven' }));
      await staged.create();
      const clickHouse = await connectClickHouse(staged.address);
      await migrateClickHouse(clickHouse, FOREVER);
      await load(clickHouse, parts);
      await clickHouse.close();
      for (let time = 0; time < 2; time++) await staged.switchIn();
      await using(async (present) => {
        expect(await reportsOf(present)).toEqual(reports);
        expect((await plays(present)).plays).toBe(0);
        await storeEvents(present, { events: [event, event], token: 'new' });
        expect((await plays(present)).plays).toBe(1);
      });
      for (let time = 0; time < 2; time++) await staged.switchBack();
      await using(async (present) => {
        expect((await plays(present)).plays).toBe(1);
        await storeEvents(present, {
          events: [playback({ accountId: 7, occurredAt: NOW - 4_000, playbackSessionId: 'other' })],
          token: 'again',
        });
        expect((await plays(present)).plays).toBe(2);
      });
      await staged.dropFormer();
    },
  );
});
