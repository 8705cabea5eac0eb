/** The weekly digest while ClickHouse is down, or another process has events: it waits, and then has all of them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { createFakeClock } from '../support/clock.js';
import { digestWeeks, passUntil, runDigests } from '../support/digests.js';
import { log, session } from '../support/engagement.js';
import { buildItem, buildMediaAsset } from '../support/factories.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { removeFolder } from '../support/remove-folder.js';
import { startApp, useApp } from '../support/start-app.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { use } from '../support/use.js';

describe.skipIf(!frontCanRun())('the weekly digest while ClickHouse is down', () => {
  const clock = createFakeClock('2026-03-04T12:00:00.000Z');
  const lines: string[] = [];
  const front = use(() => startClickHouseFront(), 'remove');
  const proxy = use(() => startTcpProxy(front.port), 'close');
  const receiver = use(() => startReceiver(), 'close');
  const app = useApp(() => ({
    clock,
    worker: true,
    logTo: { write: (line) => void lines.push(line) },
    env: {
      CLICKHOUSE_URL: `http://127.0.0.1:${proxy.port}`,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'warn',
    },
  }));

  it('is tried again until it has the events of the week', { timeout: 60_000 }, async () => {
    const item = await buildItem(app.demo);
    const asset = await buildMediaAsset(app.app.db, item, app.demo.account.id, { durationSecs: 100 });
    const talk = { id: item.id, assetId: asset.id };
    await createWebhook(app.demo, receiver.url, { events: ['stats.digest'] });
    await runDigests(app, [[app.demo, '2026-W09']]);
    await log(app.demo, session(talk, 'a', '2026-03-04T10:00:00.000Z', 60));
    const plays = async () =>
      (await app.demo.api.get('/stats/overview?range=last7days')).body.overview?.plays;
    await expect.poll(plays, { timeout: 60_000 }).toBe(1);
    proxy.set({ refuse: true });
    proxy.drop();
    await log(app.demo, session(talk, 'b', '2026-03-04T11:00:00.000Z', 60));
    passUntil(clock, '2026-03-09T12:00:00.000Z');

    const { maintenance } = app.app;
    maintenance.start();
    await expect
      .poll(() => lines.filter((line) => line.includes('weekly digests')), { timeout: 60_000 })
      .toHaveLength(1);
    await maintenance.stop();
    expect(await digestWeeks(app, app.demo)).toEqual(['2026-W09']);

    proxy.set({});
    await expect.poll(plays, { timeout: 60_000 }).toBe(2);
    await runDigests(app, [[app.demo, '2026-W10']]);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]!.event.data.digest).toMatchObject({
      week: '2026-W10',
      overview: { plays: 2, watchSeconds: 120 },
    });
  });

  it('waits for the events of the process before, which still runs', { timeout: 60_000 }, async () => {
    const spool = mkdtempSync(join(tmpdir(), 'lectern-spool-'));
    const later = createFakeClock('2026-03-04T12:00:00.000Z');
    const warnings: string[] = [];
    const options = {
      clock: later,
      worker: true,
      logTo: { write: (line: string) => void warnings.push(line) },
    };
    const env = { SPOOL_DIR: spool, WEBHOOKS_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'warn' };
    proxy.set({ refuse: true });
    proxy.drop();
    const first = await startApp({
      clock: later,
      logTo: { write: () => undefined },
      env: { ...env, CLICKHOUSE_URL: `http://127.0.0.1:${proxy.port}` },
    });
    const tenant = await first.tenant('third');
    const item = await buildItem(tenant);
    const asset = await buildMediaAsset(first.app.db, item, tenant.account.id, { durationSecs: 100 });
    await log(tenant, session({ id: item.id, assetId: asset.id }, 'c', '2026-03-04T10:00:00.000Z', 60));
    passUntil(later, '2026-03-09T12:00:00.000Z');

    // A process of the same library: its accounts have the same ids.
    const next = await startApp({ ...options, env: { ...env, CLICKHOUSE_URL: front.url } });
    const same = await next.tenant('third');
    expect(same.account.id).toBe(tenant.account.id);
    await createWebhook(same, `${receiver.url}/next`, { events: ['stats.digest'] });
    warnings.length = 0;
    next.app.maintenance.start();
    await expect
      .poll(() => warnings.filter((line) => line.includes('weekly digests')), { timeout: 60_000 })
      .not.toEqual([]);
    await next.app.maintenance.stop();
    expect(await digestWeeks(next, same)).toEqual([null]);

    await first.stop();
    const plays = async () => (await same.api.get('/stats/overview?range=last7days')).body.overview?.plays;
    await expect.poll(plays, { timeout: 60_000 }).toBe(1);
    await runDigests(next, [[same, '2026-W10']]);
    await expect.poll(() => receiver.types('/next')).toEqual(['stats.digest']);
    expect(receiver.received.at(-1)!.event.data.digest.overview.plays).toBe(1);
    await next.stop();
    await removeFolder(spool);
  });
});
