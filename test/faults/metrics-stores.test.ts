/** Stores that hang or are gone neither hold up a scrape nor make it fail: their values are left out. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { metricsSources } from '../../src/platform/metrics/metrics-sources.js';
import type { RunningMetrics } from '../../src/platform/metrics/metrics.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { administer, databaseAt } from '../support/templates.js';
import { web } from '../support/web.js';

const server = inject('postgresUrl');
const SILENT_MS = 3_600_000;
/** Shorter than in a server. */
const EVERY_MS = 500;

describe.skipIf(!server)('while ClickHouse, Qdrant and then the database are silent', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-metrics-'));
  const name = `test_metrics_${process.pid}_${Date.now()}`;
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  let proxy: TcpProxy;
  let app: App;
  let running: RunningMetrics | undefined;

  beforeAll(async () => {
    await administer(server, `create database ${name} template ${inject('postgresTemplate')}`);
    const database = new URL(databaseAt(server, name));
    proxy = await startTcpProxy(Number(database.port));
    database.host = `127.0.0.1:${proxy.port}`;
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    app = createApp(
      loadConfig({
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        METRICS_PORT: '0',
        CLICKHOUSE_URL: url,
        QDRANT_URL: url,
        DATABASE_URL: database.href,
      }),
    );
    const sources = metricsSources(app).map((source) => ({ ...source, everyMs: EVERY_MS }));
    running = await app.metrics?.start(sources);
  });
  afterAll(async () => {
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await running?.stop();
    await app.close();
    await administer(server, `drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const scrape = async (): Promise<string> => {
    const { status, body } = await web.get(`http://127.0.0.1:${running?.port}/metrics`);
    expect(status).toBe(200);
    return body as string;
  };
  const has = (...lines: (string | RegExp)[]) =>
    expect.poll(async () => {
      const text = await scrape();
      return lines.filter((line) => (typeof line === 'string' ? !text.includes(line) : !line.test(text)));
    });

  it('serves the values of the others, and reports the silent ones', async () => {
    await has(
      'lectern_jobs{queue="index",status="waiting"} 0',
      /^lectern_database_bytes \d+/m,
      'lectern_store_up{store="database"} 1',
      'lectern_store_up{store="clickhouse"} 0',
      'lectern_store_up{store="index"} 0',
    ).toEqual([]);
    expect(await scrape()).not.toMatch(/^lectern_(clickhouse_bytes|search_index_points)[ {]/m);
  });

  it('leaves out what only the database knows', async () => {
    proxy.set({ delayMs: SILENT_MS });
    await expect.poll(scrape).not.toMatch(/^lectern_jobs\{/m);
    await expect.poll(scrape).toContain('lectern_store_up{store="database"} 0');
    expect(await scrape()).toMatch(/^lectern_disk_free_bytes \d/m);
  });
});
