/** Upgrades: seen by probes, rehearsed, repeated after a kill, and refused by an older program. */
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { Database } from '../../sqlite/driver.js';
import { connect } from '../../src/platform/db/connect.js';
import { migrateTo } from '../../src/platform/db/migrate.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { startWaitingServer } from '../../src/platform/http/server/waiting-server.js';
import { findPostgres, hasPostgres } from '../support/postgres-server.js';
import { removeFolder } from '../support/remove-folder.js';
import { root, runCli, startCli, startProgram } from '../support/run-cli.js';
import { administer, databaseAt } from '../support/templates.js';

describe('an upgrade', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'));
  });
  afterAll(() => removeFolder(folder));

  /** A library whose last migration is this one. */
  const libraryOf = async (migration: string): Promise<{ DATA_DIR: string; file: string }> => {
    const DATA_DIR = mkdtempSync(join(folder, 'data-'));
    const file = join(DATA_DIR, 'lectern.db');
    const db = connect(`sqlite:${file}`);
    await migrateTo(db, migration);
    await db.destroy();
    return { DATA_DIR, file };
  };
  const env = { ANALYTICS: 'false', LOG_LEVEL: 'info', HOST: '127.0.0.1' };
  const hashOf = (file: string): string => sha256(readFileSync(file, 'latin1'));

  it('is rehearsed on a copy, and changes nothing then', async () => {
    const { DATA_DIR, file } = await libraryOf('0003-transcript-editing');
    const before = [hashOf(file), readdirSync(DATA_DIR)];
    const { code, stdout } = await runCli(['migrate', '--dry-run'], { ...env, DATA_DIR });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /Would run 0004-trash, .*\nTrying .*\n0004-trash: quick, [\d.]+ s, \d+ rows written\n[^]*They ran on a copy in/,
      ),
    ]);
    expect([hashOf(file), readdirSync(DATA_DIR).filter((name) => !/-(?:wal|shm)$/.test(name))]).toEqual(
      before,
    );
    const { stdout: done, stderr } = await runCli(['migrate'], { ...env, DATA_DIR });
    expect([done, stderr]).toEqual([
      expect.stringContaining('Ran 0004-trash'),
      expect.stringMatching(/Running 0004-trash \(4 of \d+\)/),
    ]);
    expect((await runCli(['migrate', '--dry-run'], { ...env, DATA_DIR })).stdout).toContain('up to date');
  }, 300_000);

  it.each([null, '0001-initial', '0006-resumable-uploads-and-previews'])(
    'that is killed at the end of the migration after %s leaves nothing of it, and the next start completes it',
    async (last) => {
      const { DATA_DIR, file } = last
        ? await libraryOf(last)
        : { DATA_DIR: join(folder, 'new'), file: join(folder, 'new', 'lectern.db') };
      const schema = (): unknown[] => {
        const db = new Database(file, { readonly: true });
        const all = db
          .prepare(`select name from sqlite_master where sql is not null and name not like 'kysely%'`)
          .all();
        db.close();
        return all;
      };
      const before = last ? schema() : [];
      const preload = ['--import', join(root, 'test/support/kill-at-record.mjs')];
      const killed = startProgram([...preload, join(root, 'dist/bin/lectern.js'), 'migrate'], {
        ...env,
        DATA_DIR,
      });
      expect((await killed.finished).code).toBeNull();
      expect(schema()).toEqual(before);
      expect((await runCli(['migrate'], { ...env, DATA_DIR })).code).toBe(0);
      expect((await runCli(['doctor'], { ...env, DATA_DIR })).stdout).toContain('✓ schema');
    },
  );

  it.skipIf(!hasPostgres())(
    'on PostgreSQL that is killed in any migration is completed by two that start together',
    async () => {
      const name = `upgrade_${process.pid}`;
      const server = await findPostgres();
      await administer(server.url, `create database ${name}`);
      const DATA_DIR = mkdtempSync(join(folder, 'postgres-'));
      const on = { ...env, DATA_DIR, DATABASE_URL: databaseAt(server.url, name) };
      try {
        for (const said of ['0001-initial', '0002-people', '0007-review-queue']) {
          const running = startCli(['migrate'], on);
          await running.said(`Running ${said}`);
          running.process.kill('SIGKILL');
          await running.finished;
        }
        const both = await Promise.all([runCli(['migrate'], on), runCli(['migrate'], on)]);
        expect(both.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual([
          [0, ''],
          [0, ''],
        ]);
        expect((await runCli(['doctor'], on)).stdout).toContain('✓ schema');
      } finally {
        await administer(server.url, `drop database if exists ${name} with (force)`);
        await server.stop();
      }
    },
  );

  it('lets a server with --migrate start on old data', async () => {
    const { DATA_DIR } = await libraryOf('0001-initial');
    const running = startCli(['serve', '--migrate'], {
      ...env,
      ...{ DATA_DIR, PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' },
    });
    await running.said('public   ');
    expect(running.output()).toMatch(/"name":"0002-people","number":2.*migrating the database/);
    running.process.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
  }, 300_000);

  it('waits for another process that changes the database, and answers probes meanwhile', async () => {
    const { DATA_DIR, file } = await libraryOf('0001-initial');
    const other = new Database(file);
    other.exec('begin immediate');
    const [PORT, PUBLIC_PORT] = [String(await freePort()), String(await freePort())];
    const running = startCli(['serve', '--migrate'], {
      ...env,
      ...{ DATA_DIR, PORT, PUBLIC_PORT, CONSOLE: 'false' },
    });
    const statusOf = (port: string, path: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      // SQLite blocks the event loop of the server while it waits for the lock.
      await expect.poll(() => statusOf(PORT, '/healthz'), { timeout: 60_000 }).toBe(200);
      for (const port of [PORT, PUBLIC_PORT])
        expect([await statusOf(port, '/healthz'), await statusOf(port, '/readyz')]).toEqual([200, 503]);
      expect(running.output()).not.toContain('public   ');
      other.exec('rollback');
      await running.said('public   ');
      expect([await statusOf(PORT, '/healthz'), await statusOf(PORT, '/readyz')]).toEqual([200, 200]);
    } finally {
      other.close();
      running.process.kill('SIGTERM');
      await running.finished;
    }
  }, 300_000);

  it('answers probes meanwhile: alive, not ready, and which migration runs', async () => {
    const port = await freePort();
    const waiting = await startWaitingServer('127.0.0.1', [port]);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return {
        status: response.status,
        retry: response.headers.get('retry-after'),
        body: await response.json(),
      };
    };
    waiting.report({ name: '0005-bulk', number: 5, of: 12 });
    expect(await get('/healthz')).toEqual({ status: 200, retry: null, body: { status: 'alive' } });
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      body: {
        status: 'unready',
        migrating: { name: '0005-bulk', number: 5, of: 12, seconds: expect.any(Number) },
      },
    });
    expect(await get('/v2/items')).toMatchObject({
      status: 503,
      retry: '5',
      body: { error: { message: expect.stringContaining('0005-bulk, 5 of 12') } },
    });
    await waiting.stop();
    await expect(get('/healthz')).rejects.toThrow();
  });

  it('of a newer version is refused by every command of this one, which changes nothing', async () => {
    const { DATA_DIR, file } = await libraryOf('0012-backups');
    const newer = new Database(file);
    newer.exec(`insert into kysely_migration values ('0999-from-the-future', '2030-01-01')`);
    newer.pragma('wal_checkpoint(truncate)');
    newer.close();
    const before = hashOf(file);
    for (const args of [
      ['serve'],
      ['serve', '--migrate'],
      ['serve', '--role', 'worker'],
      ['migrate'],
      ['jobs', 'list'],
      ['backup', '--to', folder],
    ]) {
      const { code, stderr } = await runCli(args, {
        ...env,
        DATA_DIR,
        PORT: '0',
        PUBLIC_PORT: '0',
        CONSOLE: 'false',
      });
      expect([args, code, stderr]).toEqual([
        args,
        6,
        expect.stringContaining('newer version of Lectern (0999-from-the-future)'),
      ]);
    }
    expect(hashOf(file)).toBe(before);
  }, 300_000);
});
