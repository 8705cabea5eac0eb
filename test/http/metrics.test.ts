/** Metrics for Prometheus: what they count, who may read them, and that nothing makes them grow. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addRun, markDone } from '../../src/backup/runs/backup-run.repository.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const TOKEN = 'a-token-of-metrics';
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const MAX_BYTES = 200_000;
const AT_ONCE = 20;

describe('metrics', () => {
  const backups = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
  const app = useApp({
    env: {
      METRICS_PORT: '0',
      METRICS_TOKEN: TOKEN,
      BACKUP_TO: backups,
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    },
  });
  afterAll(() => {
    rmSync(backups, { recursive: true, force: true });
  });

  const scrape = async (): Promise<string> => {
    const { status, body } = await web.get(app.metricsUrl, bearer(TOKEN));
    expect(status).toBe(200);
    return body as string;
  };
  const series = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')));
  const valueOf = (text: string, name: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length));
  };

  it('are read with the token only, by GET, at one path', async () => {
    for (const headers of [{}, bearer('a-token-of-metricz'), bearer(`${TOKEN}x`), { Authorization: TOKEN }])
      expect((await web.get(app.metricsUrl, headers)).status).toBe(401);
    const { status, headers } = await web.get(app.metricsUrl, bearer(TOKEN));
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect((await web.get(`${app.metricsUrl}/`, bearer(TOKEN))).status).toBe(404);
    expect((await web.put(app.metricsUrl, '', bearer(TOKEN))).status).toBe(405);
  });

  it('count requests by host, route and status class, also refused ones', async () => {
    const item = await buildItem(app.demo);
    await app.demo.api.get(`/items/${item.id}`);
    await app.demo.api.get('/items/999999');
    await app.other.site.get('/config');
    const text = await scrape();
    const count = (labels: string) => valueOf(text, `lectern_http_requests_total{${labels}}`);
    expect(count('host="private",method="GET",route="/v2/items/{itemId}",status="2xx"')).toBe(1);
    expect(count('host="private",method="GET",route="/v2/items/{itemId}",status="4xx"')).toBe(1);
    expect(count('host="public",method="GET",route="/api/config",status="2xx"')).toBe(1);
    expect(valueOf(text, 'lectern_http_requests_in_flight{host="private"}')).toBe(0);
    const seconds = 'lectern_http_request_duration_seconds';
    expect(valueOf(text, `${seconds}_count{host="private",method="GET",route="/v2/items/{itemId}"}`)).toBe(2);
  });

  it('have the parts of a search', async () => {
    await app.demo.site.get('/search?q=grace');
    const text = await scrape();
    for (const part of ['search', 'embed', 'candidates', 'rank', 'passages', 'confirm'])
      expect(valueOf(text, `lectern_search_part_duration_seconds_count{part="${part}"}`), part).toBe(1);
  });

  it('have stores, queues, sizes and the disk', async () => {
    const text = await expect
      .poll(scrape, { timeout: 60_000 })
      .toContain('lectern_store_up{store="database"} 1')
      .then(scrape);
    expect(valueOf(text, 'lectern_store_up{store="clickhouse"}')).toBe(0);
    for (const name of [
      'lectern_jobs{queue="index",status="waiting"}',
      'lectern_jobs_oldest_seconds{queue="background"}',
    ])
      expect(valueOf(text, name) ?? -1, name).toBeGreaterThanOrEqual(0);
    for (const name of [
      'lectern_database_bytes',
      'lectern_disk_free_bytes',
      'lectern_memory_bytes{use="resident"}',
    ])
      expect(valueOf(text, name), name).toBeGreaterThan(1_000);
    // There is none yet, and its server does not answer.
    expect(series(text).filter((one) => /^lectern_(backup_age|clickhouse_bytes)/.test(one))).toEqual([]);
  });

  it('know the newest backup', async () => {
    expect(await app.app.newestBackup()).toBeNull();
    const before = Date.now();
    const { db, clock } = app.app;
    const run = await addRun(db, clock, { kind: 'backup', state: 'running', askedBy: 'command' });
    expect(await app.app.newestBackup()).toBeNull();
    await markDone(db, clock, run.id, {});
    const at = (await app.app.newestBackup())?.getTime() ?? 0;
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('do not grow by paths, queries, methods or accounts', async () => {
    const item = await buildItem(app.demo);
    const call = async (n: number): Promise<void> => {
      const unknown = await app.demo.api.get(`/nothing-${n}/a?b=${n}`);
      const anItem = await app.demo.api.get(`/items/${Number(item.id) + n}?c${n}=${n}`);
      const search = await app.demo.site.get(`/search?q=grace+${n}`);
      const noAccount = await web.get(`${app.publicUrl}/config`, { Host: `account-${n}.localhost` });
      expect([unknown.status, search.status]).toEqual([404, 200]);
      expect(anItem.status).toBeGreaterThanOrEqual(400);
      expect(noAccount.status).toBeGreaterThanOrEqual(400);
    };
    await call(10_000);
    const ofRequests = (text: string) => series(text).filter((one) => one.startsWith('lectern_http_'));
    const before = ofRequests(await scrape());
    for (let n = 0; n < 300; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => call(n + at + 1)));
    const after = await scrape();
    expect(ofRequests(after)).toEqual(before);
    expect(after).toContain('route="unmatched"');
    expect(after).not.toMatch(/nothing-|account-\d|grace/);
    expect(after.length).toBeLessThan(MAX_BYTES);
  });
});
