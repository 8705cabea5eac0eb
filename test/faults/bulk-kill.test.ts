/** A server killed repeatedly during bulk jobs: every item is changed once and counted once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { sleep } from '../../src/platform/lib/retry.js';
import type { Client } from '../support/client.js';
import type { Built } from '../support/factories.js';
import { prepareData } from '../support/run-in-process.js';
import { randomOf } from '../support/seed.js';
import { serveApi } from '../support/served-api.js';

const KILLS = Number(process.env.KILLS ?? 3);
/** After the first change that follows a start, ms. */
const LATEST_KILL_MS = 100;
const ITEMS = 400;
/** One job for each. */
const TOPICS = 5;
const CHANGES = ITEMS * TOPICS;
const PATIENCE = { timeout: 60_000, interval: 50 };

describe('bulk jobs under SIGKILL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bulk-'));
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
  };
  const random = randomOf('bulk-kill');
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
  const doneOf = async (api: Client): Promise<number> =>
    (await api.get('/jobs')).body.jobs.reduce((sum: number, { done }: { done: number }) => sum + done, 0);

  it(`apply each of ${CHANGES} changes once, killed ${KILLS} times`, async () => {
    const first = await start();
    const made = async (path: string, body: object): Promise<Built> =>
      Object.values((await first.api.post(path, body)).body)[0];
    const collection = await made('/collections/create', { name: 'Evenings' });
    const topics: Built[] = [];
    for (let i = 0; i < TOPICS; i++) topics.push(await made('/topics/create', { name: `Topic ${i}` }));
    const item = await made('/items/create', {
      title: 'On bread',
      date: '2026-03-01',
      collectionId: collection.id,
    });
    const row = await app.db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: ITEMS - 1 }, () => ({ ...row, id: undefined, urlSlug: null }));
    for (let at = 0; at < copies.length; at += 300)
      await app.db
        .insertInto('item')
        .values(copies.slice(at, at + 300))
        .execute();
    const filter = { collectionId: collection.id };
    for (const topic of topics) await made('/items/bulk', { filter, action: 'addTopic', topicId: topic.id });

    let running = first;
    let killedInside = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await doneOf(running.api);
      await expect.poll(() => doneOf(running.api), PATIENCE).toBeGreaterThan(Math.min(before, CHANGES - 1));
      await sleep(random.int(LATEST_KILL_MS));
      if ((await doneOf(running.api)) < CHANGES) killedInside++;
      running.server.process.kill('SIGKILL');
      await running.server.finished;
      running = await start();
    }
    expect(killedInside).toBeGreaterThan(0);
    await expect.poll(() => doneOf(running.api), PATIENCE).toBe(CHANGES);
    const { jobs } = (await running.api.get('/jobs')).body;
    const left = () => app.db.selectFrom('job').select('id').where('kind', '=', 'runBulk').execute();
    await expect.poll(left, PATIENCE).toEqual([]);
    running.server.process.kill('SIGTERM');
    await running.server.finished;
    const whole = { status: 'done', total: ITEMS, done: ITEMS, failed: 0, errors: [] };
    expect(jobs).toMatchObject(topics.map(() => whole));
    const links = await app.db.selectFrom('itemTopic').select(['itemId', 'topicId', 'position']).execute();
    expect(links).toHaveLength(CHANGES);
    // The jobs of an account run in order.
    expect(links.filter(({ topicId, position }) => topics[position].id !== topicId)).toEqual([]);
    const logged = await app.db
      .selectFrom('auditEntry')
      .select('recordId')
      .where('operation', '=', 'updateItem')
      .execute();
    expect(logged).toHaveLength(CHANGES);
  }, 300_000);
});
