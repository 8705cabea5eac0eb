/** Backups beside writes, killed, damaged, encrypted; restores over what is there, of one account, and killed. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackup } from '../../src/backup/format/backup-reader.js';
import { KEY_FILE } from '../../src/backup/format/encryption.js';
import { createFolderPlace } from '../../src/backup/format/folder-place.js';
import { connect } from '../../src/platform/db/connect.js';
import { sleep } from '../../src/platform/lib/retry.js';
import { keyFileOf } from '../../src/platform/secrets/key-file.js';
import {
  buildCollection,
  buildEverything,
  buildItem,
  buildTopic,
  publishTalk,
} from '../support/factories.js';
import { removeFolder } from '../support/remove-folder.js';
import { runCli, startCli } from '../support/run-cli.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';
import { web } from '../support/web.js';

describe('a backup', () => {
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;
  const backups = (): string => join(folder, 'backups');
  const common = { LOG_LEVEL: 'warn', ANALYTICS: 'false' };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
    app = await startApp({ worker: true, env: { ANALYTICS: 'false' } });
    env = { ...common, DATA_DIR: app.app.config.dataDir, DATABASE_URL: app.app.config.databaseUrl };
    for (const tenant of [app.demo, app.other]) {
      await buildEverything(app, tenant);
      await publishTalk(tenant, 'Bees', talks.bees);
    }
    await app.idle();
  }, 300_000);
  afterAll(async () => {
    await app.stop();
    await removeFolder(folder);
  });

  const backedUp = async (more: Record<string, string> = {}, to = backups()): Promise<string> => {
    const { code, stdout, stderr } = await runCli(['backup', '--to', to], { ...env, ...more });
    expect([code, stderr]).toEqual([0, expect.stringContaining('secret key is not in the backup')]);
    const [, path] = /^backup {2}(.+) {2}sha256 [0-9a-f]{64}$/.exec(stdout.trim().split('\n').at(-1)!)!;
    return path!;
  };
  /** A new installation, with the key. */
  const installation = (): Record<string, string> => {
    const DATA_DIR = mkdtempSync(join(folder, 'new-'));
    copyFileSync(keyFileOf(app.app.config.dataDir), keyFileOf(DATA_DIR));
    return { ...common, DATA_DIR };
  };
  const run = async (args: string[], where: Record<string, string>): Promise<[number | null, string]> => {
    const { code, stderr } = await runCli(args, where);
    return [code, stderr];
  };
  /** What doctor says of the restored library is what it says of this one. */
  const expectHealthy = async (where: Record<string, string>): Promise<void> => {
    const { stdout } = await runCli(['doctor'], where);
    expect(stdout).toMatch(/✓ search index/);
    expect(stdout).toMatch(/✓ database pages/);
  };
  const topicsIn = async ({ DATA_DIR = '' }: Record<string, string>): Promise<string[]> => {
    const db = connect(`sqlite:${join(DATA_DIR, 'lectern.db')}`);
    const rows = await db
      .selectFrom('topic')
      .select('name')
      .orderBy('id')
      .execute()
      .finally(() => db.destroy());
    return rows.map(({ name }) => name);
  };

  it('beside writes has all that was acknowledged before it, and nothing by half', async () => {
    let isOver = false;
    const written: string[] = [];
    const { id: collectionId } = await buildCollection(app.demo);
    const writing = (async () => {
      for (let at = 0; !isOver; at++, await sleep(20)) {
        written.push((await buildTopic(app.demo, { name: `Written beside it ${at}` })).name as string);
        await buildItem(app.demo, { collectionId });
      }
    })();
    while (written.length < 5) await sleep(20);
    const before = [...written];
    const path = await backedUp();
    isOver = true;
    await writing;
    const where = installation();
    expect(await run(['backup', 'verify', path], env)).toEqual([0, expect.any(String)]);
    expect(await run(['restore', path], where)).toEqual([0, expect.stringContaining('Restored')]);
    expect(await topicsIn(where)).toEqual(expect.arrayContaining(before));
    // Each item came with its row of the audit log, in one transaction.
    const db = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
    const items = await db.selectFrom('item').select('id').execute();
    const audited = await db
      .selectFrom('auditEntry')
      .select('recordId')
      .where('operation', '=', 'createItem')
      .execute();
    await db.destroy();
    const ids = new Set(audited.map(({ recordId }) => recordId));
    expect(items.filter(({ id }) => !ids.has(id))).toEqual([]);
    await expectHealthy(where);
  }, 300_000);

  it('is found damaged wherever one bit of it is changed', async () => {
    const to = join(folder, 'bits');
    const path = await backedUp({ BACKUP_PASSPHRASE: 'correct horse battery' }, to);
    const name = path.split('/').at(-1)!;
    const place = createFolderPlace(to);
    const key = { passphrase: 'correct horse battery' };
    // The identity opens it without the second that a passphrase takes.
    const decrypter = new Decrypter();
    decrypter.addPassphrase(key.passphrase);
    const identity = await decrypter.decrypt(readFileSync(join(to, KEY_FILE)), 'text');
    const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(20);
    for (const { parentPath, name: filename } of files) {
      const file = join(parentPath, filename);
      const bytes = readFileSync(file);
      const changed = Buffer.from(bytes);
      changed[Math.floor(bytes.length / 2)]! ^= 4;
      writeFileSync(file, changed);
      await expect(openBackup(place, name, { identity }), filename).rejects.toMatchObject({ exitCode: 4 });
      rmSync(file);
      await expect(openBackup(place, name, { identity }), filename).rejects.toMatchObject({ exitCode: 4 });
      writeFileSync(file, bytes);
    }
    const open = await openBackup(place, name, key);
    expect(open.names('rows/').length).toBeGreaterThan(20);
    await expect(openBackup(place, name, { passphrase: 'another passphrase' })).rejects.toMatchObject({
      exitCode: 5,
    });
    expect(await run(['restore', path], { ...installation() })).toEqual([
      5,
      expect.stringContaining('BACKUP_PASSPHRASE'),
    ]);
    // Nothing that it hides can be read.
    for (const { parentPath, name: filename } of files)
      expect(readFileSync(join(parentPath, filename)).includes('beekeeper'), filename).toBe(false);
  }, 300_000);

  it('that is not there, or lacks the account, is not called damaged', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const nowhere = { ...installation(), BACKUP_TO: empty };
    for (const command of [['backup', 'verify'], ['restore']])
      expect(await run([...command, 'latest'], nowhere)).toEqual([
        1,
        expect.stringContaining(`There is no backup in ${empty}`),
      ]);
    expect(await run(['restore', await backedUp(), '--account', 'nobody'], installation())).toEqual([
      1,
      expect.stringContaining('The backup has no account nobody'),
    ]);
  });

  it('copies only what earlier ones lack', async () => {
    const to = join(folder, 'twice');
    const sizes: number[] = [];
    for (let time = 0; time < 2; time++) {
      const path = await backedUp({}, to);
      const { newBytes } = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as {
        newBytes: number;
      };
      sizes.push(newBytes);
    }
    const { code, stdout } = await runCli(['backup', 'list', '--to', to], env);
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 3]);
    expect(sizes[1]).toBeLessThan(sizes[0]!);
  }, 300_000);

  it('that is killed leaves none, and is made by the next run', async () => {
    const to = join(folder, 'killed');
    for (const moment of [300, 600, 900]) {
      const running = startCli(['backup', '--to', to], env);
      await sleep(moment);
      running.process.kill('SIGKILL');
      await running.finished;
      const { stdout } = await runCli(['backup', 'list', '--to', to], env);
      const names = stdout.trim() === '' ? [] : stdout.trim().split('\n').slice(1);
      // What there is, is whole.
      for (const line of names)
        expect(await run(['backup', 'verify', join(to, 'backups', line.split(' ')[0]!)], env)).toEqual([
          0,
          expect.any(String),
        ]);
    }
    await backedUp({}, to);
  }, 300_000);

  it('is restored over what is there, and what was revoked since stays so', async () => {
    const where = installation();
    const { id } = await buildItem(app.demo);
    const { body } = await app.demo.api.post(`/items/${id}/resources/create`, {
      title: 'Guide',
      contentType: 'file',
      fileMimeType: 'text/plain',
      originalFilename: 'guide.txt',
      fileSizeBytes: 5,
    });
    await web.put(body.uploadUrl as string, 'whole', { 'Content-Type': 'text/plain' });
    const path = await backedUp();
    expect((await run(['restore', path], where))[0]).toBe(0);
    const db = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
    await db
      .updateTable('token')
      .set({ revokedAt: '2026-11-27T00:00:00.000Z' })
      .where('id', '=', 1)
      .execute();
    await db.deleteFrom('membership').where('accountId', '=', app.demo.account.id).execute();
    await db
      .deleteFrom('topic')
      .execute()
      .catch(() => undefined);
    await db.updateTable('account').set({ name: 'Changed' }).execute();
    await db.destroy();
    const blobs = join(where.DATA_DIR!, 'blobs');
    const blob = join(
      blobs,
      readdirSync(blobs, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('/bytes'))!,
    );
    writeFileSync(blob, 'cut');
    expect(await run(['restore', path], where)).toEqual([7, expect.stringContaining('--replace')]);
    expect(await run(['restore', path, '--replace'], where)).toEqual([
      0,
      expect.stringContaining('token is as it is now'),
    ]);
    const after = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
    const token = await after.selectFrom('token').select('revokedAt').where('id', '=', 1).executeTakeFirst();
    expect(token?.revokedAt).toBe('2026-11-27T00:00:00.000Z');
    const members = await after.selectFrom('membership').select('accountId').execute();
    expect(members.map(({ accountId }) => accountId)).toEqual([app.other.account.id]);
    const names = await after.selectFrom('account').select('name').execute();
    expect(names).not.toContainEqual({ name: 'Changed' });
    await after.destroy();
    expect(readFileSync(blob, 'utf8')).toBe('whole');
    expect(readdirSync(where.DATA_DIR!).filter((name) => /before|restor/.test(name))).toEqual([]);
  }, 300_000);

  it('gives back one account, beside others as they are now', async () => {
    const where = installation();
    const path = await backedUp();
    expect((await run(['restore', path, '--account', 'demo'], where))[0]).toBe(0);
    const accounts = async (): Promise<unknown[]> => {
      const db = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
      return db
        .selectFrom('account')
        .select(['shortName', 'name'])
        .orderBy('id')
        .execute()
        .finally(() => db.destroy());
    };
    expect(await accounts()).toEqual([{ shortName: 'demo', name: 'demo' }]);
    expect((await run(['restore', path, '--replace'], where))[0]).toBe(0);
    const db = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
    await db.updateTable('account').set({ name: 'Changed' }).execute();
    await db.destroy();
    expect((await run(['restore', path, '--account', 'other', '--replace'], where))[0]).toBe(0);
    expect(await accounts()).toEqual([
      { shortName: 'demo', name: 'Changed' },
      { shortName: 'other', name: 'other' },
    ]);
    await expectHealthy(where);

    const elsewhere = installation();
    await run(['migrate'], elsewhere);
    await run(['account', 'create', 'theirs'], elsewhere);
    expect(await run(['restore', path, '--account', 'demo', '--replace'], elsewhere)).toEqual([
      1,
      expect.stringContaining('its account demo would replace theirs'),
    ]);
  }, 300_000);

  it('is restored by a run after runs that were killed, and the former library is there until then', async () => {
    const where = installation();
    const path = await backedUp();
    expect((await run(['restore', path, '--account', 'other'], where))[0]).toBe(0);
    for (const said of ['Restoring rows', 'Restored', 'Restored the index']) {
      const running = startCli(['restore', path, '--replace'], where);
      await running.said(said);
      running.process.kill('SIGKILL');
      await running.finished;
      mkdirSync(where.DATA_DIR!, { recursive: true });
    }
    expect((await run(['restore', path, '--replace'], where))[0]).toBe(0);
    const db = connect(`sqlite:${join(where.DATA_DIR!, 'lectern.db')}`);
    const accounts = await db
      .selectFrom('account')
      .select('id')
      .execute()
      .finally(() => db.destroy());
    expect(accounts).toHaveLength(2);
    await expectHealthy(where);
  }, 300_000);
});
