/** Faults of disks and files, as `/readyz` and `lectern doctor` report them: what is wrong, where, and the remedy. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { root, startCli, type Running } from '../support/run-cli.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

const workplace = mkdtempSync(join(tmpdir(), 'lectern-health-'));
const TALKS = join(root, 'scripts/seed/content/talks');
const PAGE_BYTES = 4_096;
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

const envOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: '0',
  PUBLIC_PORT: '0',
  CONSOLE: 'false',
  LOG_LEVEL: 'error',
});

const fill = async (env: Record<string, string>): Promise<void> => {
  await prepareData(env);
  const args = ['import', TALKS, '--account', 'demo', '--collection', 'Talks', '--publish'];
  expect((await runInProcess(args, env)).code).toBe(0);
};

interface Store {
  status: string;
  message?: string;
}

/** The stores of a running server, from `/readyz`. */
const storesOf = async (server: Running): Promise<Record<string, Store>> => {
  const [, origin] = /private {2}(http\S+)\/v2/.exec(server.output()) ?? [];
  const { stores } = (await (await fetch(`${origin}/readyz`)).json()) as { stores: Record<string, Store> };
  return stores;
};

const serving = async (
  env: Record<string, string>,
  look: (server: Running) => Promise<void>,
): Promise<void> => {
  const server = startCli(['serve'], env);
  try {
    await server.said('public   ');
    await look(server);
  } finally {
    server.process.kill('SIGTERM');
    await server.finished;
  }
};

describe('damaged pages in the database', () => {
  const dataDir = join(workplace, 'pages');
  const env = envOf(dataDir);
  const file = join(dataDir, 'lectern.db');

  it('are reported with the file and the remedy', async () => {
    await fill(env);
    await serving(env, async (server) => {
      expect((await storesOf(server)).storage).toEqual({ status: 'up' });
    });
    new Database(file).pragma('wal_checkpoint(TRUNCATE)');
    await serving(env, async (server) => {
      const pages = statSync(file).size / PAGE_BYTES;
      const open = openSync(file, 'r+');
      for (let page = Math.floor(pages / 2); page < pages; page += 3)
        writeSync(open, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES);
      closeSync(open);
      await expect
        .poll(async () => (await storesOf(server)).storage?.message, { timeout: 60_000 })
        .toMatch(new RegExp(`^${file} is damaged \\(.*\\): stop the server and restore it from a backup$`));
    });
    const { code, stdout, stderr } = await runInProcess(['doctor'], env);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(`${file} is damaged (`);
  }, 300_000);

  it('are reported by a command that cannot open the database at all', async () => {
    writeFileSync(file, 'This was a database once. '.repeat(1_000));
    expect((await runInProcess(['jobs', 'list'], env)).stderr).toBe(
      `lectern: ${file} is damaged (file is not a database): stop the server and restore it from a backup\n`,
    );
  });
});

describe('damaged files of the search index', () => {
  const dataDir = join(workplace, 'index');
  const env = envOf(dataDir);
  const folder = join(dataDir, 'index');

  it('are reported with the file and a remedy that works', async () => {
    await fill(env);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (name.endsWith('.sqlite')) writeFileSync(path, Buffer.alloc(statSync(path).size, 0xa5));
      else rmSync(path);
    }
    await serving(env, async (server) => {
      const message = expect.stringMatching(
        new RegExp(`^The search index ${folder}/\\S+ cannot be used \\(.*Run "lectern reindex"`),
      ) as string;
      await expect
        .poll(async () => (await storesOf(server)).index, { timeout: 60_000 })
        .toMatchObject({ status: 'down', message });
    });
    const sick = await runInProcess(['doctor'], env);
    expect(sick.code).toBe(1);
    expect(sick.stdout).toMatch(new RegExp(`✗ index: The search index ${folder}/\\S+ cannot be used`));
    expect((await runInProcess(['reindex'], env)).code).toBe(0);
    expect((await runInProcess(['doctor'], env)).stdout).toContain('✓ search index: 7 items agree');
  }, 300_000);
});

const fillDisk = (path: string): void => {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(PAGE_BYTES));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
};

/** A small disk; needs permission to mount one. */
const disk = join(workplace, 'disk');
const mountDisk = (): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', disk], { stdio: 'ignore' });
const unmountDisk = (): void => void execFileSync('umount', [disk]);
const canMount = ((): boolean => {
  mkdirSync(disk);
  try {
    mountDisk();
    unmountDisk();
    return true;
  } catch {
    console.log(
      'A small disk cannot be mounted here: the tests of a full and of a read-only disk are skipped.',
    );
    return false;
  }
})();

describe.skipIf(!canMount)('a disk', () => {
  const dataDir = join(disk, 'data');
  const env = envOf(dataDir);
  beforeAll(async () => {
    mountDisk();
    await prepareData(env);
  });
  afterAll(unmountDisk);

  it('is reported as full while it is, and not afterwards', async () => {
    await serving(env, async (server) => {
      await expect.poll(async () => (await storesOf(server)).storage).toEqual({ status: 'up' });
      const ballast = join(disk, 'ballast');
      fillDisk(ballast);
      await expect
        .poll(async () => (await storesOf(server)).storage?.message, { timeout: 60_000 })
        .toMatch(new RegExp(`^The disk of ${dataDir}(/lectern\\.db)? is full: free some space$`));
      rmSync(ballast);
      await expect.poll(async () => (await storesOf(server)).storage).toEqual({ status: 'up' });
    });
  }, 300_000);

  it('is reported as full at the first write that fails', async () => {
    const created = await runInProcess(['token', 'create', '--account', 'demo', '--scope', 'admin'], env);
    const [token] = /\S{40,}/.exec(created.stdout) ?? [];
    await serving(env, async (server) => {
      expect((await storesOf(server)).storage).toEqual({ status: 'up' });
      const ballast = join(disk, 'ballast');
      fillDisk(ballast);
      const [, url] = /private {2}(http\S+)/.exec(server.output()) ?? [];
      const write = async (name: string): Promise<number> => {
        const response = await fetch(`${url}/speakers/create`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name, bio: 'long '.repeat(1_000) }),
        });
        return response.status;
      };
      // What the log has room for is still written.
      let status = 0;
      for (let n = 0; n < 500 && status < 500; n++) status = await write(`Speaker ${n}`);
      expect(status).toBe(503);
      expect((await storesOf(server)).storage?.message).toContain('is full: free some space');
      rmSync(ballast);
      await expect.poll(async () => (await storesOf(server)).storage).toEqual({ status: 'up' });
    });
  }, 300_000);

  it('is reported as read-only', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    try {
      for (const args of [['doctor'], ['serve']]) {
        const { code, stdout, stderr } = await runInProcess(args, env);
        expect(code).toBe(1);
        expect(stdout + stderr).toMatch(
          new RegExp(
            `${dataDir}\\S* cannot be written \\(.*\\): fix its permissions, or set DATA_DIR to another folder`,
          ),
        );
      }
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk]);
    }
  });
});
