/** ClickHouse is down or its connections break: events are still accepted, and counted once when it is back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { connectClickHouse, type ClickHouse } from '../../analytics/index.js';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { createClient } from '../support/client.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { use } from '../support/use.js';

const PATIENCE = { timeout: 60_000, interval: 100 };

describe.skipIf(!frontCanRun())('events while ClickHouse', () => {
  let app: TestApp;
  let direct: ClickHouse;
  /** Every acknowledged id. */
  const acknowledged: string[] = [];

  const front = use(() => startClickHouseFront(), 'remove');
  const proxy = use(() => startTcpProxy(front.port), 'close');
  beforeAll(async () => {
    const url = new URL(front.url);
    url.port = String(proxy.port);
    app = await startApp({ env: { CLICKHOUSE_URL: url.href, SPOOL_MAX_BYTES: '200000' } });
    direct = await connectClickHouse({ url: front.url });
  });
  afterAll(async () => {
    await app?.stop();
    await direct?.close();
  });

  const pageView = (fields: object = {}) => ({
    type: 'pageView',
    url: 'https://www.example.org/',
    ...fields,
  });
  const send = async (count: number): Promise<number> => {
    const events = Array.from({ length: count }, () => pageView());
    const { status, body } = await app.demo.api.post('/logging/batch', { events });
    if (status === 200) acknowledged.push(...(body.ids as string[]));
    return status;
  };
  const state = async () => (await createClient(new URL(app.privateUrl).origin).get('/readyz')).body.stores;
  const untilStored = () =>
    expect.poll(async () => (await state()).spool.metrics.events as number, PATIENCE).toBe(0);
  const expectEachOnce = async (): Promise<void> => {
    const rows = await direct.query<{ id: string }>('SELECT id FROM page_views');
    expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
    const [hours] = await direct.query<{ events: number }>('SELECT sum(events) AS events FROM hours');
    expect(hours?.events).toBe(acknowledged.length);
  };

  it('is down are accepted up to the limit, and delivered when it is back', async () => {
    proxy.set({ refuse: true });
    expect(await send(100)).toBe(200);
    let status = 200;
    while (status === 200) status = await send(100);
    expect(status).toBe(503);
    const refused = await app.demo.api.post('/logging/batch', {
      events: Array.from({ length: 100 }, () => pageView()),
    });
    expect(refused.body.error.type).toBe('UnavailableError');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.demo.api.get('/items')).status).toBe(200);
    expect((await state()).spool.metrics).toMatchObject({ events: acknowledged.length });
    await expect.poll(() => proxy.cuts(), PATIENCE).toBeGreaterThan(1);

    proxy.set({});
    await untilStored();
    expect(await send(100)).toBe(200);
    await untilStored();
    await expectEachOnce();
  });

  it('loses responses or receives half a request are counted once', async () => {
    for (const fault of [
      { cutAnswersAfter: 0 },
      { cutAnswersAfter: 30 },
      { cutRequestsAfter: 900 },
      { delayMs: 200 },
    ]) {
      proxy.set(fault);
      const before = proxy.cuts();
      expect(await send(50)).toBe(200);
      if (!('delayMs' in fault)) await expect.poll(() => proxy.cuts(), PATIENCE).toBeGreaterThan(before);
      proxy.set({});
      await untilStored();
    }
    await expectEachOnce();
  });

  it('is killed and restarted are counted once, even if an id is sent twice', async () => {
    const eventId = randomUUID();
    for (let round = 0; round < 3; round++) {
      const stored = send(50);
      const { body } = await app.demo.api.post('/logging/page-views', {
        url: 'https://www.example.org/',
        eventId,
      });
      expect(body).toEqual({ pageViewId: eventId });
      expect(await stored).toBe(200);
      await front.kill();
      expect(await send(10)).toBe(200);
      await front.start();
      await untilStored();
    }
    acknowledged.push(eventId);
    await expectEachOnce();
  }, 300_000);
});
