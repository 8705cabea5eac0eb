/** The data folder with a second terminal, a second server or another version of the program. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { asNobody } from '../support/as-nobody.js';
import { runCli, startCli } from '../support/run-cli.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

const workplace = mkdtempSync(join(tmpdir(), 'lectern-folder-'));
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

describe('a folder without a library', () => {
  const dataDir = join(workplace, 'none');
  it.each([
    [['account', 'create', 'demo']],
    [['token', 'create', '--account', 'demo', '--scope', 'admin']],
    [['import', workplace, '--account', 'demo', '--collection', 'Sermons']],
    [['serve']],
    [['serve', '--role', 'worker']],
    [['doctor']],
    [['reindex']],
    [['jobs', 'list']],
  ])('is reported by %j, which creates nothing', async (args) => {
    expect(await runInProcess(args, { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `lectern: There is no library in ${dataDir}: set DATA_DIR to the folder of your library, or create one there with \`lectern migrate\`\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is reported by stats, which looks there for the quickstart token', async () => {
    const { code, stderr } = await runInProcess(['stats'], { DATA_DIR: dataDir });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(dataDir) });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is not reported when DATABASE_URL names another file', async () => {
    const file = join(workplace, 'gone/mine.db');
    const { stderr } = await runInProcess(['jobs', 'list'], {
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${file}`,
    });
    expect(stderr).toBe(
      `lectern: The database ${file} does not exist: correct DATABASE_URL, or create a library there with \`lectern migrate\`\n`,
    );
  });
});

describe('a folder of another user', () => {
  it('is reported as that, not as one without a library', async () => {
    const dataDir = join(workplace, 'theirs');
    await prepareData({ DATA_DIR: dataDir });
    chmodSync(dataDir, 0o000);
    try {
      for (const command of [['serve'], ['jobs', 'list'], ['doctor']]) {
        const { code, stderr } = await asNobody(() => runInProcess(command, { DATA_DIR: dataDir }));
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: `lectern: ${join(dataDir, 'lectern.db')} belongs to another user, or its folder does: run this as that user, or correct the permissions\n`,
        });
      }
    } finally {
      chmodSync(dataDir, 0o700);
    }
  });
});

describe('a folder in use by a server', () => {
  const dataDir = join(workplace, 'shared');
  const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false', LOG_LEVEL: 'error' };
  beforeAll(() => prepareData(env));

  it('refuses a second server in one sentence, is shared with workers, and is free after a kill', async () => {
    const first = startCli(['serve'], env);
    await first.said('public   ');
    expect(await runCli(['serve'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `lectern: Another server is running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder\n`,
    });
    const worker = startCli(['serve', '--role', 'worker'], { ...env, LOG_LEVEL: 'info' });
    const imported = await runInProcess(
      [
        'import',
        join(import.meta.dirname, '../../scripts/seed/content/talks'),
        '--account',
        'demo',
        '--collection',
        'Talks',
        '--publish',
      ],
      env,
    );
    expect(imported.code).toBe(0);
    worker.process.kill('SIGTERM');
    expect((await worker.finished).code).toBe(0);

    first.process.kill('SIGKILL');
    await first.finished;
    const next = startCli(['serve'], env);
    await next.said('public   ');
    next.process.kill('SIGTERM');
    expect((await next.finished).code).toBe(0);
  }, 300_000);
});

describe('a folder of another version', () => {
  const dataDir = join(workplace, 'versions');
  const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false', LOG_LEVEL: 'error' };
  const file = join(dataDir, 'lectern.db');

  beforeAll(() => prepareData(env));

  it('is refused when newer, even by migrate, and left unchanged', async () => {
    const db = new Database(file);
    db.exec(`INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')`);
    db.close();
    const before = readdirSync(dataDir);
    for (const args of [['serve'], ['jobs', 'list'], ['migrate'], ['serve', '--migrate']]) {
      const { code, stderr } = await runInProcess(args, env);
      expect(code).toBe(6);
      expect(stderr).toMatch(
        /^lectern: .* belongs to a newer version of Lectern \(9999-later\): update Lectern, or set DATA_DIR to another folder\n$/,
      );
    }
    expect(readdirSync(dataDir)).toEqual(before);
  });

  it('is refused when its database is empty', async () => {
    const empty = join(workplace, 'empty.db');
    new Database(empty).exec('PRAGMA user_version = 1').close();
    const { stderr } = await runInProcess(['jobs', 'list'], { ...env, DATABASE_URL: `sqlite:${empty}` });
    expect(stderr).toContain(' is empty: set DATA_DIR to the folder of your library');
  });
});
