/** A server killed repeatedly while it purges the trash: every record goes once, with its files, and no other. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { insertRow } from '../../src/platform/db/rows.js';
import { sleep } from '../../src/platform/lib/retry.js';
import type { Client } from '../support/client.js';
import { buildMediaAsset, type Built } from '../support/factories.js';
import { prepareData } from '../support/run-in-process.js';
import { randomOf } from '../support/seed.js';
import { serveApi } from '../support/served-api.js';

const KILLS = Number(process.env.KILLS ?? 3);
/** After the first record that follows a start, ms. */
const LATEST_KILL_MS = 60;
const ITEMS = 300;
const KEPT = 20;
const PATIENCE = { timeout: 120_000, interval: 50 };

describe('a purge under SIGKILL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-trash-'));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' };
  const random = randomOf('trash-kill');
  let token = '';
  let app: App;

  beforeAll(async () => {
    token = await prepareData(env);
    app = createApp(loadConfig(env));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = () => serveApi(env, token);
  const jobOf = async (api: Client): Promise<Built> => (await api.get('/jobs?kind=trash')).body.jobs[0];
  const fileOf = (key: string): string => join(dataDir, 'blobs', key);

  /** Items with a media file each; the last ones are not deleted. */
  const buildItems = async (collectionId: number, row: Built): Promise<string[]> => {
    const keys: string[] = [];
    for (let i = 0; i < ITEMS + KEPT; i++) {
      const deletedDate = i < ITEMS ? '2026-03-01T12:00:00.000Z' : null;
      const item = await insertRow(app.db, 'item', {
        ...row,
        id: undefined,
        urlSlug: null,
        collectionId,
        deletedDate,
      });
      const blobKey = `${row.accountId}/${String(i).padStart(32, '0')}/talk.mp3`;
      await insertRow(app.db, 'storedFile', { accountId: row.accountId, blobKey, sizeBytes: 1 });
      await buildMediaAsset(app.db, item, row.accountId, { status: 'ready', url: `/files/${blobKey}` });
      mkdirSync(dirname(fileOf(blobKey)), { recursive: true });
      writeFileSync(fileOf(blobKey), 'x');
      keys.push(blobKey);
    }
    return keys;
  };

  it(`removes ${ITEMS} items and their files, killed ${KILLS} times`, async () => {
    let running = await start();
    const made = async (path: string, body: object): Promise<Built> =>
      Object.values((await running.api.post(path, body)).body)[0];
    const { id: collectionId } = await made('/collections/create', { name: 'Evenings' });
    const item = await made('/items/create', { title: 'On bread', date: '2026-03-01', collectionId });
    const row = await app.db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    const keys = await buildItems(collectionId, row);
    const bytes = async () => (await running.api.get('/account')).body.account.usage.storedBytes;
    expect(await bytes()).toBe(ITEMS + KEPT);
    await made('/trash/purge', { deletedBefore: new Date().toISOString() });

    let killedInside = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { done: before } = await jobOf(running.api);
      await expect
        .poll(async () => (await jobOf(running.api)).done, PATIENCE)
        .toBeGreaterThan(Math.min(before, ITEMS - 1));
      await sleep(random.int(LATEST_KILL_MS));
      if ((await jobOf(running.api)).done < ITEMS) killedInside++;
      running.server.process.kill('SIGKILL');
      await running.server.finished;
      running = await start();
    }
    expect(killedInside).toBeGreaterThan(0);
    await expect.poll(async () => (await jobOf(running.api)).status, PATIENCE).toBe('done');
    expect(await jobOf(running.api)).toMatchObject({ total: ITEMS, done: ITEMS, failed: 0, errors: [] });
    await expect.poll(bytes, PATIENCE).toBe(KEPT);
    running.server.process.kill('SIGTERM');
    await running.server.finished;
    expect(keys.map((key) => existsSync(fileOf(key)))).toEqual(keys.map((_, i) => i >= ITEMS));
    expect(await app.db.selectFrom('item').select('id').execute()).toHaveLength(KEPT + 1);
    expect(await app.db.selectFrom('mediaAsset').select('id').execute()).toHaveLength(KEPT);
    const logged = await app.db
      .selectFrom('auditEntry')
      .select('recordId')
      .where('recordType', '=', 'item')
      .where('operation', '=', 'purgeTrash')
      .execute();
    expect(new Set(logged.map(({ recordId }) => recordId)).size).toBe(ITEMS);
    expect(logged).toHaveLength(ITEMS);
  }, 300_000);
});
