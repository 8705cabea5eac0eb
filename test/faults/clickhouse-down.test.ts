/** ClickHouse behind an unreliable network: every acknowledged event is counted exactly once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AnalyticsUnavailableError,
  connectClickHouse,
  createWriter,
  migrateClickHouse,
  openSpool,
  storeBatch,
  type ClickHouse,
  type StoredEvent,
} from '../../analytics/index.js';
import {
  frontCanRun,
  startClickHouseFront,
  type ClickHouseFront,
} from '../support/clickhouse-front/start.js';
import { clicked, pageView, playback, searched, storeEvents } from '../support/stored-events.js';
import { startTcpProxy, type Fault, type TcpProxy } from '../support/tcp-proxy.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One event of each kind, half of them with an id chosen by a client. */
const someEvents = (): StoredEvent[] =>
  [playback(), pageView(), searched(), clicked(), playback({ eventType: 'end' }), pageView()].map(
    (event, i) => ({ ...event, idByClient: i % 2 === 1 }),
  );

describe.skipIf(!frontCanRun())('ClickHouse behind an unreliable network', () => {
  let front: ClickHouseFront;
  let proxy: TcpProxy;
  let clickHouse: ClickHouse;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-faults-'));
    front = await startClickHouseFront();
    proxy = await startTcpProxy(front.port);
    clickHouse = await connectClickHouse({ url: `http://127.0.0.1:${proxy.port}` });
    await migrateClickHouse(clickHouse);
  });
  afterAll(async () => {
    await clickHouse?.close();
    await proxy?.close();
    await front?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const tables = ['playback', 'page_views', 'searches', 'search_clicks'];
  /** Rows of the raw tables including ids, and events in the roll-up that views fill. */
  const counted = async () => {
    const all = tables.map((table) => `SELECT id FROM ${table}`).join(' UNION ALL ');
    const [row] = await clickHouse.query<{ rows: number; ids: number; hours: number }>(
      `SELECT count() AS rows, uniqExact(id) AS ids, (SELECT sum(events) FROM hours) AS hours FROM (${all})`,
    );
    return row;
  };
  const onceEach = (events: number) => ({ rows: events, ids: events, hours: events });

  it('stores a batch once, wherever its transfer was interrupted', async () => {
    const faults: Fault[] = [
      ...Array.from({ length: 7 }, (_, i) => ({ cutAnswersAfter: i * 280 })),
      ...Array.from({ length: 6 }, (_, i) => ({ cutRequestsAfter: i * 1_100 })),
      { refuse: true },
    ];
    let events = 0;
    let failed = 0;
    let storedInPart = 0;
    for (const [i, fault] of faults.entries()) {
      const batch = { events: someEvents(), token: `cut-${i}` };
      // Faults count the bytes of a connection, so each gets a new one.
      proxy.drop();
      proxy.set(fault);
      await storeEvents(clickHouse, batch).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AnalyticsUnavailableError);
        failed += 1;
      });
      proxy.set({});
      proxy.drop();
      if (i % 8 === 7) {
        await front.kill();
        await front.start();
      }
      const { rows = 0 } = (await counted()) ?? {};
      if (rows > events && rows < events + batch.events.length) storedInPart += 1;
      await storeEvents(clickHouse, batch);
      events += batch.events.length;
      expect(await counted()).toEqual(onceEach(events));
    }
    expect(failed).toBeGreaterThan(8);
    expect(storedInPart).toBeGreaterThan(2);
  });

  it('accepts events throughout, and stores all of them in the end', async () => {
    const { rows: before = 0 } = (await counted()) ?? {};
    const spool = await openSpool({ dir: join(folder, 'spool'), maxBytes: 2 ** 28, log: silent });
    let stored = 0;
    const writer = createWriter({
      spool,
      store: async (batch) => {
        await storeBatch(clickHouse, batch);
        stored += 1;
      },
      log: silent,
    });
    writer.run();

    let acknowledged = 0;
    let feeding = true;
    let retried: StoredEvent[] = [];
    const feed = async (): Promise<void> => {
      while (feeding) {
        const events = someEvents();
        await spool.append([...events, ...retried]);
        acknowledged += events.length;
        retried = events.filter(({ idByClient }) => idByClient);
      }
    };
    const fed = feed();
    const again = async (): Promise<void> => {
      const from = stored;
      await expect.poll(() => stored, { timeout: 60_000 }).toBeGreaterThan(from);
    };

    await again();
    proxy.set({ cutAnswersAfter: 900 });
    const cuts = proxy.cuts();
    await expect.poll(() => proxy.cuts(), { timeout: 60_000 }).toBeGreaterThan(cuts);
    proxy.set({ delayMs: 5 });
    await again();
    await front.kill();
    await expect.poll(() => clickHouse.ping()).toBe(false);
    await front.start();
    await again();
    proxy.set({ refuse: true });
    proxy.drop();
    await front.stop();
    await front.start();
    proxy.set({});
    await again();

    feeding = false;
    await fed;
    await expect.poll(() => spool.lag().events, { timeout: 60_000 }).toBe(0);
    await writer.stop();
    await spool.close();
    expect(acknowledged).toBeGreaterThan(1_000);
    expect(await counted()).toEqual(onceEach(before + acknowledged));
  });
});
