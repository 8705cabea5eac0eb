/** Removing the sample content while ClickHouse is down: the next call deletes its events. */
import { describe, expect, it } from 'vitest';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { log, session } from '../support/engagement.js';
import { buildItem, buildMediaAsset } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { use } from '../support/use.js';

describe.skipIf(!frontCanRun())('samples while ClickHouse is down', () => {
  const front = use(() => startClickHouseFront(), 'remove');
  const proxy = use(() => startTcpProxy(front.port), 'close');
  const app = useApp(() => ({ env: { CLICKHOUSE_URL: `http://127.0.0.1:${proxy.port}` } }));

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
