/** Removing the sample content while ClickHouse is down: the next call deletes its events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  frontCanRun,
  startClickHouseFront,
  type ClickHouseFront,
} from '../support/clickhouse-front/start.js';
import { log, session } from '../support/engagement.js';
import { buildItem, buildMediaAsset } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

describe.skipIf(!frontCanRun())('samples while ClickHouse is down', () => {
  let front: ClickHouseFront;
  let proxy: TcpProxy;
  let app: TestApp;
  beforeAll(async () => {
    front = await startClickHouseFront();
    proxy = await startTcpProxy(front.port);
    app = await startApp({ env: { CLICKHOUSE_URL: `http://127.0.0.1:${proxy.port}` } });
  });
  afterAll(async () => {
    await app?.stop();
    await proxy?.close();
    await front?.remove();
  });

  it('are deleted at once, and their events by a second call', async () => {
    const { api, account } = app.demo;
    const item = await buildItem(app.demo);
    const asset = await buildMediaAsset(app.app.db, item, account.id, { durationSecs: 100 });
    await app.app.samples.mark(account.id, 'item', [item.id]);
    const began = new Date(Date.now() - 3_600_000).toISOString();
    await log(app.demo, session({ id: item.id, assetId: asset.id }, 'a', began, 60));
    const plays = async () => (await api.get('/stats/overview?range=last7days')).body.overview?.plays;
    await expect.poll(plays).toBe(1);
    proxy.set({ refuse: true });
    proxy.drop();
    const refused = await api.post('/account/samples/remove');
    expect([refused.status, refused.body.error?.type]).toEqual([503, 'UnavailableError']);
    expect((await api.get(`/items/${item.id}?_withDeleted=true`)).status).toBe(404);
    expect((await api.get('/account/samples')).body.samples.items).toBe(1);
    expect(await app.app.samples.stateOf(account.id)).toBe('removed');
    proxy.set({});
    const { status, body } = await api.post('/account/samples/remove');
    expect([status, body.removed]).toMatchObject([200, { items: 0, events: 2 }]);
    await expect.poll(plays).toBe(0);
    expect((await api.get('/account/samples')).body.samples.items).toBe(0);
  });
});
