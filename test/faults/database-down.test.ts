/** The database is unavailable: every request returns 503, and `/readyz` reports the reason. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer, type Running } from '../../src/server.js';
import { createClient } from '../support/client.js';
import { administer, databaseAt } from '../support/templates.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const server = inject('postgresUrl');

describe.skipIf(!server).each(['127.0.0.1', 'localhost'])('after %s lost its database', (host) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-down-'));
  const name = `test_down_${process.pid}_${Date.now()}`;
  let app: App;
  let running: Running;
  beforeAll(async () => {
    await administer(server, `create database ${name} template ${inject('postgresTemplate')}`);
    const database = new URL(databaseAt(server, name));
    const proxy = await startTcpProxy(Number(database.port));
    database.host = `${host}:${proxy.port}`;
    app = createApp(
      loadConfig({
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        PUBLIC_PORT: '0',
        CONSOLE: 'false',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.href,
      }),
    );
    running = await startServer(app, { role: 'api', warm: false });
    await proxy.close();
  });
  afterAll(async () => {
    await running.stop();
    await app.close();
    await administer(server, `drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('returns 503 with Retry-After on both hosts', async () => {
    const headers = { Authorization: 'Bearer lct_any' };
    const answers = [
      await createClient(running.privateUrl, headers).get('/collections'),
      await createClient(running.privateUrl, headers).post('/speakers/create', { name: 'x' }),
      await createClient(running.publicUrl).get('/config'),
    ];
    for (const { status, headers: answered, body } of answers) {
      expect([status, body.error.type]).toEqual([503, 'UnavailableError']);
      expect(body.error.message).toBe('The database is not available');
      expect(Number(answered['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('stays alive, is not ready, and reports the reason', async () => {
    const root = createClient(running.privateUrl.replace('/v2', ''));
    expect((await root.get('/healthz')).status).toBe(200);
    const { status, body } = await root.get('/readyz');
    expect([status, body.status, body.stores.database.status]).toEqual([503, 'unready', 'down']);
    expect(body.stores.database.message).toMatch(/ECONNREFUSED/);
    const open = await createClient(new URL(running.publicUrl).origin).get('/readyz');
    expect([open.status, open.body]).toEqual([503, { status: 'unavailable' }]);
    expect((await createClient(running.privateUrl).get('/openapi.json')).status).toBe(200);
  });
});
