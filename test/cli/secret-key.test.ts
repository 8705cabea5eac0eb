/** The secret key across processes: created once, shared, and a different one refused. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { createSecretKey } from '../../src/platform/secrets/secret-key.js';
import { root, startCli, startProgram, type Running } from '../support/run-cli.js';
import { runInProcess, startInProcess } from '../support/run-in-process.js';

const folders: string[] = [];
let dataDir: string;
let env: Record<string, string>;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-key-'));
  folders.push(folder);
  dataDir = join(folder, 'data');
  env = {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
    ANALYTICS: 'false',
    LOG_LEVEL: 'warn',
  };
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const keyFile = (): string => join(dataDir, 'secret.key');
/** In a separate process. */
const serve = async (more: Record<string, string> = {}): Promise<Running> => {
  const running = startCli(['serve', '--migrate', '--role', 'api'], { ...env, ...more });
  await running.said('public ');
  return running;
};
const end = async ({ process, finished }: Running): Promise<void> => {
  process.kill('SIGTERM');
  expect((await finished).code).toBe(0);
};
/** Starts a server, and stops it once it is ready. */
const serveOnce = async (more: Record<string, string> = {}): Promise<void> => {
  const { stdout, stop, finished } = startInProcess(['serve', '--migrate', '--role', 'api'], {
    ...env,
    ...more,
  });
  await expect.poll(stdout).toContain('public ');
  stop();
  expect((await finished).code).toBe(0);
};
/** Paths in the data folder, including the folder, that other users can open. */
const open = (): string[] =>
  execFileSync('find', [dataDir, '-perm', '/077'], { encoding: 'utf8' }).split('\n').filter(Boolean);

describe('the secret key', () => {
  it('is the same for all processes that start at once', async () => {
    const module = JSON.stringify(join(root, 'dist/src/platform/secrets/key-file.js'));
    const program = `import { createKeyFile, readKeyFile } from ${module};
      const path = ${JSON.stringify(keyFile())};
      await new Promise((start) => setTimeout(start, ${Date.now() + 2_000} - Date.now()));
      process.stdout.write((readKeyFile(path) ?? createKeyFile(path)).toString('hex'));`;
    const all = Array.from({ length: 8 }, () => startProgram(['--input-type=module', '-e', program], {}));
    const finished = await Promise.all(all.map(({ finished: end }) => end));
    expect(finished.map(({ stderr }) => stderr).join('')).toBe('');
    expect(new Set(finished.map(({ stdout }) => stdout)).size).toBe(1);
    expect(finished[0]!.stdout).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(execFileSync('ls', [dataDir], { encoding: 'utf8' })).toBe('secret.key\n');
  });

  it('is created on the first start and never replaced', async () => {
    await serveOnce();
    const key = readFileSync(keyFile(), 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);

    const other = await runInProcess(['serve'], { ...env, SECRET_KEY: 'ab'.repeat(32) });
    expect([other.code, other.stdout]).toEqual([1, '']);
    expect(other.stderr).toMatch(
      /not the one that this database was first used with. Set SECRET_KEY, or put secret.key/,
    );
    const hidden = `${keyFile()}.hidden`;
    renameSync(keyFile(), hidden);
    const missing = await runInProcess(['serve'], env);
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toContain('The secret key is missing. Set SECRET_KEY');
    expect(existsSync(keyFile())).toBe(false);
    // The same key from the environment, in hexadecimal.
    await serveOnce({ SECRET_KEY: Buffer.from(key, 'base64').toString('hex') });
    expect(existsSync(keyFile())).toBe(false);

    writeFileSync(keyFile(), 'nonsense');
    expect((await runInProcess(['serve'], env)).stderr).toContain('is not a secret key');
    const wrong = await runInProcess(['serve'], { ...env, SECRET_KEY: 'c2hvcnQ=' });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('SECRET_KEY must be 32 bytes')]);

    rmSync(keyFile());
    expect((await runInProcess(['secret-key', 'reset'], env)).code).toBe(0);
    await serveOnce();
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(key);
  }, 300_000);
});

describe('the rotation of the secret key', () => {
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runInProcess(args, env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  /** The secret of the webhook, as the server reads it with this key. */
  const secretWith = (key: string): string | null => {
    const database = new Database(join(dataDir, 'lectern.db'), { readonly: true });
    const { secret } = database.prepare('select "secret" from "webhook"').get() as { secret: string };
    database.close();
    return createSecretKey({ secretKey: Buffer.from(key, 'base64'), dataDir }).decrypt(
      'webhook secrets',
      secret,
    );
  };

  it('changes no webhook, and the former key still opens backups made with it', async () => {
    await run('migrate');
    await run('account', 'create', 'demo');
    const token = (await run('token', 'create', '--account', 'demo', '--scope', 'admin')).match(
      /\S{40,}/,
    )![0];
    const server = await serve();
    const [, url] = /private {2}(http\S+)/.exec(server.output())!;
    const response = await fetch(`${url}/webhooks/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.org/hook', events: ['item.published'] }),
    });
    const { secret } = (await response.json()) as { secret: string };
    expect(secret).toMatch(/^whsec_/);
    const busy = await runInProcess(['secret-key', 'rotate'], env);
    expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('Another server is running')]);
    await end(server);

    const former = readFileSync(keyFile(), 'utf8');
    const backups = join(dataDir, '../backups');
    const made = (await run('backup', '--to', backups)).match(/^backup {2}(.+?) {2}sha256/m)![1]!;
    await run('secret-key', 'rotate');
    const present = readFileSync(keyFile(), 'utf8');
    expect(present).not.toBe(former);
    expect([secretWith(former), secretWith(present)]).toEqual([null, secret]);
    await serveOnce();

    await run('restore', made, '--replace');
    expect([secretWith(former), secretWith(present)]).toEqual([null, secret]);
    await serveOnce();
  }, 300_000);

  it('goes on where it was interrupted', async () => {
    await serveOnce();
    const former = readFileSync(keyFile(), 'utf8');
    await run('secret-key', 'rotate');
    const rotated = readFileSync(keyFile(), 'utf8');
    // Killed between the database and the files.
    renameSync(keyFile(), `${keyFile()}.next`);
    writeFileSync(keyFile(), former);
    expect((await runInProcess(['serve'], env)).stderr).toContain('secret-key rotate');
    await run('secret-key', 'rotate');
    expect(readFileSync(keyFile(), 'utf8')).toBe(rotated);
    await serveOnce();
  }, 300_000);

  it('leaves a new key in a file where the present one is in the environment', async () => {
    const present = Buffer.alloc(32, 7).toString('base64');
    await serveOnce({ SECRET_KEY: present });
    const { code, stdout } = await runInProcess(['secret-key', 'rotate'], { ...env, SECRET_KEY: present });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Set SECRET_KEY')]);
    expect((await runInProcess(['serve'], { ...env, SECRET_KEY: present })).code).toBe(1);
    await serveOnce({ SECRET_KEY: readFileSync(`${keyFile()}.next`, 'utf8').trim() });
  }, 300_000);
});

describe('the data folder', () => {
  it('is readable only by its user, whatever the umask', async () => {
    const before = process.umask(0o000);
    try {
      const running = await serve({ ANALYTICS: 'true' });
      expect(open()).toEqual([]);
      await end(running);
    } finally {
      process.umask(before);
    }
    expect(existsSync(join(dataDir, 'lectern.db'))).toBe(true);
    expect(open()).toEqual([]);
  }, 300_000);

  it('is closed to other users if an earlier version left it open', async () => {
    await serveOnce();
    const blob = join(dataDir, 'blobs/1/secret/a.mp3');
    mkdirSync(blob, { recursive: true });
    writeFileSync(join(blob, 'bytes'), 'x');
    const theirs = join(dataDir, 'notes of the operator.txt');
    writeFileSync(theirs, 'x');
    execFileSync('chmod', ['-R', 'go+rX', dataDir]);
    const link = join(folders[0]!, 'outside');
    writeFileSync(link, 'x');
    chmodSync(link, 0o644);
    execFileSync('ln', ['-s', link, join(dataDir, 'blobs/link')]);
    new Database(join(dataDir, 'lectern.db'), { readonly: true }).close();
    expect(open().length).toBeGreaterThan(5);
    const running = await serve();
    // Links have their own permission bits; their targets are not changed.
    expect(open().sort()).toEqual([join(dataDir, 'blobs/link'), theirs].sort());
    expect(statSync(link).mode & 0o777).toBe(0o644);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await end(running);
  }, 300_000);
});
