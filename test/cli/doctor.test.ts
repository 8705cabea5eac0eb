/** `lectern doctor --json`: a healthy installation, and faults of every kind. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { startServer } from '../../src/server.js';
import { createClient } from '../support/client.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';
import { append, open } from '../support/spools.js';

interface Report {
  status: string;
  checks: { name: string; status: string; message: string }[];
}

const workplace = mkdtempSync(join(tmpdir(), 'lectern-doctor-'));
const bin = join(workplace, 'bin');
/** A free port on which nobody listens is as good as a dead server. */
const DEAD = '127.0.0.1:1';
const PASSWORD = 'hush-hush-1';

/** Creates a data folder as a process with the umask of `lectern` does. */
const prepare = (env: Record<string, string> & { DATA_DIR: string }): Promise<string> => {
  mkdirSync(env.DATA_DIR, { mode: 0o700 });
  return prepareData(env);
};

/** Puts a shell script on the PATH. */
const install = (name: string, script: string): void => {
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
};

const envOf = (name: string) => ({
  DATA_DIR: join(workplace, name),
  LOG_LEVEL: 'silent',
  // Nobody listens there either.
  PORT: '1',
  PATH: bin,
  ...ALLOCATOR_SETTINGS,
});

const doctor = async (env: Record<string, string>): Promise<{ code: number | null; report: Report }> => {
  const { code, stdout } = await runInProcess(['doctor', '--json'], env);
  return { code, report: JSON.parse(stdout) as Report };
};

/** Runs `work` with the private API of a server. */
const serving = async (
  env: Record<string, string>,
  work: (url: string, app: App) => Promise<void>,
): Promise<void> => {
  const here = { HOST: '127.0.0.1', PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' };
  const app = createApp(loadConfig({ ...env, ...here }));
  const server = await startServer(app, { role: 'all', warm: false });
  try {
    await work(server.privateUrl, app);
  } finally {
    await server.stop();
    await app.close();
  }
};

const found = ({ checks }: Report, name: string) => checks.find((check) => check.name === name);

afterAll(() => rmSync(workplace, { recursive: true, force: true }));

describe('lectern doctor --json', () => {
  const env = envOf('data');
  beforeAll(async () => {
    install('ffmpeg', "echo ' V....D libx264'");
    await prepare(env);
  });

  it('finds nothing in a healthy installation, and prints the same checks as text', async () => {
    const { code, report } = await doctor({ ...env, TRANSCODE: 'true' });
    expect(report.checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect({ code, status: report.status }).toEqual({ code: 0, status: 'ok' });
    expect(Object.keys(report)).toEqual(['status', 'checks']);
    for (const check of report.checks) {
      expect(Object.keys(check)).toEqual(['name', 'status', 'message']);
      expect(check.message).not.toBe('');
    }
    const names = report.checks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'lectern',
        'node',
        'disk',
        'permissions',
        'ffmpeg',
        'proxies',
        'embedder',
        'mail',
        'server',
        'spool',
        'schema',
        'clock',
        'secret key',
        'jobs',
        'search index',
        'webhooks',
      ]),
    );
    const { stdout } = await runInProcess(['doctor'], { ...env, TRANSCODE: 'true' });
    expect(stdout.match(/^[✓!✗] [a-z ]+(?=:)/gm)).toEqual(names.map((name) => `✓ ${name}`));
    expect(stdout.endsWith('No problems found.\n')).toBe(true);
  });

  it('reports dead servers and a broken ffmpeg, without the passwords', async () => {
    install('ffmpeg', 'echo "libwhatever.so.1: cannot open shared object file" >&2; exit 127');
    const quoting = createServer((_request, response) =>
      response.writeHead(500).end(`wrong password ${PASSWORD}`),
    ).listen(0, '127.0.0.1');
    await once(quoting, 'listening');
    const { port } = quoting.address() as AddressInfo;
    const { code, report } = await doctor({
      ...env,
      SMTP_URL: `smtp://lectern:${PASSWORD}@${DEAD}`,
      QDRANT_URL: `http://${DEAD}`,
      QDRANT_API_KEY: PASSWORD,
      CLICKHOUSE_URL: `http://lectern:${PASSWORD}@127.0.0.1:${port}/lectern`,
      TRANSCRIBE_URL: `http://${DEAD}`,
      TRANSCRIBE_API_KEY: PASSWORD,
      S3_BUCKET: 'lectern',
      S3_ENDPOINT: `http://${DEAD}`,
      S3_ACCESS_KEY_ID: 'lectern',
      S3_SECRET_ACCESS_KEY: PASSWORD,
    });
    quoting.close().closeAllConnections();
    expect({ code, status: report.status }).toEqual({ code: 1, status: 'error' });
    for (const name of ['mail', 'index', 'clickhouse', 'transcriber', 'blobs', 'ffmpeg'])
      expect(found(report, name)).toMatchObject({ name, status: 'error' });
    expect(found(report, 'ffmpeg')?.message).toContain('does not run');
    expect(found(report, 'clickhouse')?.message).toContain('wrong password …');
    expect(JSON.stringify(report)).not.toContain(PASSWORD);
  });

  it('reports a folder that is no library as one document', async () => {
    const { code, report } = await doctor(envOf('none'));
    expect({ code, report }).toEqual({
      code: 1,
      report: {
        status: 'error',
        checks: [
          {
            name: 'library',
            status: 'error',
            message: expect.stringContaining('There is no library in') as string,
          },
        ],
      },
    });
  });
});

describe('lectern doctor', () => {
  const env = { ...envOf('faulty'), WEBHOOKS_ALLOW_PRIVATE: 'true' };
  const dataDir = env.DATA_DIR;
  const key = join(dataDir, 'secret.key');

  beforeAll(async () => {
    install('ffmpeg', 'exit 0');
    const token = await prepare(env);
    await serving(env, async (url, app) => {
      const api = createClient(url, { Authorization: `Bearer ${token}` });
      const hook = { url: `http://${DEAD}/secret-path`, events: ['item.published'] };
      expect((await api.post('/webhooks/create', hook)).status).toBe(201);
      await api.post('/webhooks/1/ping', {});
      const deliveries = app.db.selectFrom('webhookDelivery').select('attempts');
      await vi.waitFor(
        async () => expect(await deliveries.executeTakeFirst()).toEqual({ attempts: 1 }),
        60_000,
      );
    });
  });

  it('warns about permissions, proxies, a webhook and events that wait, and exits with 0', async () => {
    chmodSync(key, 0o644);
    chmodSync(dataDir, 0o755);
    const spool = await open(join(dataDir, 'spool'));
    await append(spool, 1);
    await spool.close();
    const { code, report } = await doctor({ ...env, PUBLIC_BASE_URL: 'https://search.example.org' });
    expect({ code, status: report.status }).toEqual({ code: 0, status: 'warning' });
    const warnings = report.checks.filter(({ status }) => status !== 'ok');
    expect(warnings).toEqual([
      {
        name: 'permissions',
        status: 'warning',
        message: `other users can open ${dataDir}: run chmod go-rwx ${dataDir}`,
      },
      {
        name: 'proxies',
        status: 'warning',
        message: expect.stringContaining('PUBLIC_BASE_URL are https') as string,
      },
      {
        name: 'spool',
        status: 'warning',
        message: expect.stringMatching(/^1 events .* a server stores them/) as string,
      },
      {
        name: 'secret key',
        status: 'warning',
        message: `other users can read ${key}: run chmod go-rwx ${key}`,
      },
      {
        name: 'webhooks',
        status: 'warning',
        message: expect.stringMatching(
          /\nwebhook 1 of demo \(127\.0\.0\.1:1\) after 1 attempts: .*ECONNREFUSED/,
        ) as string,
      },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret-path');
  });

  it.skipIf(userInfo().uid !== 0)('names files that belong to another user', async () => {
    chownSync(key, 12_345, 12_345);
    const { report } = await doctor(env);
    chownSync(key, 0, 0);
    expect(found(report, 'permissions')?.message).toContain(
      'belong to another user than the folder: secret.key.',
    );
  });

  it('reports what the running server reports', async () => {
    await serving({ ...env, TRANSCRIBE_URL: `http://${DEAD}` }, async (url) => {
      const { port } = new URL(url);
      // A busy server may respond too late the first time.
      await expect
        .poll(async () => found((await doctor({ ...env, PORT: port })).report, 'server'))
        .toMatchObject({
          status: 'warning',
          message: expect.stringMatching(/^degraded on port \d+\ntranscriber: .*ECONNREFUSED/) as string,
        });
    });
  });

  it('reports another secret key, and pending migrations', async () => {
    const other = { ...env, SECRET_KEY: '00'.repeat(32) };
    expect(found((await doctor(other)).report, 'secret key')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('is not the one that this database was first used with') as string,
    });
    new Database(join(dataDir, 'lectern.db')).exec(`delete from kysely_migration where name = '0011-digest'`);
    expect(found((await doctor(env)).report, 'schema')).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/run `lectern migrate` \(pending: 0011-digest\)$/) as string,
    });
  });
});
