/**
 * A missing, damaged or different model or index: search falls back to full text, health checks report it, and a
 * repair needs no restart.
 */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedIndex } from '../../indexer/index.js';
import { createApp, type App } from '../../src/app.js';
import type { EmbeddingConfig } from '../../src/config/embedding-config.js';
import { versionKey } from '../../src/search/indexing/index-version.repository.js';
import { startServer, type Running } from '../../src/server.js';
import { createClient, type Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildItem } from '../support/factories.js';
import { runCli } from '../support/run-cli.js';
import { startApp, useApp, type TestApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

const MODEL = resolve(import.meta.dirname, '../../models/lectern-en');
const OTHER_MODEL = resolve(import.meta.dirname, '../support/fixtures/tiny-model');
const QUESTION = '/search?q=waiting%20for%20the%20hive%20in%20winter';

const publish = async (app: TestApp, title: string, sentences: readonly string[]): Promise<number> => {
  const { id } = await buildItem(app.demo, { title, autoPublish: true });
  await app.demo.api.put(`/items/${id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });
  return id as number;
};
const readyz = async (privateUrl: string) => {
  const answer = await fetch(privateUrl.replace('/v2', '/readyz'));
  return { status: answer.status, body: (await answer.json()) as any };
};

describe('a library whose search stores fail', () => {
  const app = useApp({ worker: true });
  let bees: number;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-models-'));
  const others: { app: App; running: Running }[] = [];

  beforeAll(async () => {
    bees = await publish(app, 'On bees', talks.bees);
    await publish(app, 'On bread', talks.bread);
    await publish(app, 'On lighthouses', talks.lighthouse);
    await app.idle();
  });
  afterEach(async () => {
    for (const { app, running } of others.splice(0)) {
      await running.stop();
      await app.close();
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A second server on the same data with another embedder. */
  const serveWith = async (
    embedding: EmbeddingConfig,
    more: Partial<App['config']> = {},
  ): Promise<{ site: Client; privateUrl: string }> => {
    const second = createApp({ ...app.app.config, embedding, ...more });
    const running = await startServer(second, { role: 'api' });
    others.push({ app: second, running });
    return {
      site: createClient(running.publicUrl, { Host: 'demo.localhost' }),
      privateUrl: running.privateUrl,
    };
  };
  const expectKeyword = async (site: Client): Promise<void> => {
    const { status, body } = await site.get(QUESTION);
    expect(status).toBe(200);
    expect(body.mode).toBe('keyword');
    expect(body.results[0].item.id).toBe(bees);
    expect(body.results[0].passages[0].highlights.length).toBeGreaterThan(0);
  };

  it('searches by meaning while everything works', async () => {
    const { body } = await app.demo.site.get(QUESTION);
    expect(body.mode).toBe('hybrid');
    expect(body.results[0].item.id).toBe(bees);
  });

  it('falls back to full-text search for an account that does not fit in memory, and reports it', async () => {
    const { site, privateUrl } = await serveWith(app.app.config.embedding, { searchMemoryBytes: 1_000 });
    await expectKeyword(site);
    const { status, body } = await readyz(privateUrl);
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.stores.index.message).toMatch(/SEARCH_MEMORY_BYTES.*QDRANT_URL/);
  });

  it('compares the index with a database restored from a backup', async () => {
    const { db, index } = app.app;
    const { version } = await index.current();
    const changes = async () =>
      (await db.selectFrom('indexVersion').select('changes').where('id', '=', version.id).executeTakeFirst())
        ?.changes;
    await expect.poll(changes).toBeGreaterThan(2);
    const before = (await changes())!;
    // The backup lacks the last item, and contains one that was deleted later.
    await db
      .updateTable('indexVersion')
      .set({ changes: before - 1 })
      .where('id', '=', version.id)
      .execute();
    const lost = { accountId: app.demo.account.id, itemId: 99_999 };
    const file = { folder: join(app.app.config.dataDir, 'index'), tableSuffix: versionKey(version) };
    const there = openEmbeddedIndex({ ...file, ...version });
    const [item] = await there.readItems(lost.accountId, [bees]);
    await there.replaceItems([
      { ...item!, ...lost, chunks: item!.chunks.map((chunk) => ({ ...chunk, speaker: null })) },
    ]);
    await there.close();
    const { site } = await serveWith(app.app.config.embedding);
    expect((await site.get(QUESTION)).body.results[0].item.id).toBe(bees);
    await app.idle();
    await expect.poll(() => app.app.reconcile({ repair: false })).toEqual({ checked: 3, differing: 0 });
    expect(await changes()).toBeGreaterThan(before);
  });

  it('reindexes an item whose text changed in the database only, beyond what the log of the index covers', async () => {
    const { db, index } = app.app;
    const { version } = await index.current();
    const first = db.selectFrom('chunk').select(['id', 'text']).where('itemId', '=', bees);
    const { id, text } = await first.where('ordinal', '=', 0).executeTakeFirstOrThrow();
    const changed = text.replace('grandfather', 'godfather');
    await db.updateTable('chunk').set({ text: changed }).where('id', '=', id).execute();
    expect(await app.app.reconcile({ repair: false })).toEqual({ checked: 3, differing: 1 });
    await db.updateTable('indexVersion').set({ changes: 1_000_000 }).where('id', '=', version.id).execute();
    const { site } = await serveWith(app.app.config.embedding);
    await site.get(QUESTION);
    await app.idle();
    await expect.poll(() => app.app.reconcile({ repair: false })).toEqual({ checked: 3, differing: 0 });
    const there = (await index.current()).index;
    const indexed = await there.readChunks(app.demo.account.id, [{ itemId: bees, ordinal: 0 }]);
    expect(indexed.map((hit) => hit.text)).toEqual([changed]);
  });

  it('makes the index file unreadable for other users of the machine', () => {
    const folder = join(app.app.config.dataDir, 'index');
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
  });

  it.each([
    ['missing', (model: string) => rmSync(model, { recursive: true })],
    ['without its tokenizer', (model: string) => rmSync(join(model, 'tokenizer.json'))],
    ['with a tokenizer cut short', (model: string) => truncateSync(join(model, 'tokenizer.json'), 1_000)],
    [
      'with weights cut short',
      (model: string) => {
        const weights = join(model, 'onnx/model_quantized.onnx');
        truncateSync(weights, statSync(weights).size >> 1);
      },
    ],
  ])('falls back to full-text search with the model folder %s', async (name, damage) => {
    const model = join(folder, name.replaceAll(' ', '-'));
    cpSync(MODEL, model, { recursive: true });
    damage(model);
    const { site, privateUrl } = await serveWith({ model });
    await expectKeyword(site);
    const { status, body } = await readyz(privateUrl);
    expect(status).toBe(200);
    expect(body.status).toBe('degraded');
    expect(body.stores.embedder.status).toBe('down');
    expect(body.stores.embedder.message).toMatch(/model/i);
    expect(body.stores.database.status).toBe('up');
  });

  it('falls back to full-text search with another model until the index is rebuilt for it', async () => {
    const { site, privateUrl } = await serveWith({ model: OTHER_MODEL });
    await expectKeyword(site);
    expect((await readyz(privateUrl)).body.stores.index).toMatchObject({
      status: 'down',
      message: expect.stringContaining('lectern reindex'),
    });
    expect(await others[0]?.app.reindex()).toMatchObject({ items: 3 });
    await expect.poll(async () => (await site.get(QUESTION)).body.mode).toBe('hybrid');
    expect((await readyz(privateUrl)).body.stores.index.status).toBe('up');
    await expect.poll(async () => (await app.demo.site.get(QUESTION)).body.mode).toBe('keyword');
    // Back to the first model: the server that kept running notices it.
    await app.app.reindex();
    await expect.poll(async () => (await app.demo.site.get(QUESTION)).body.mode).toBe('hybrid');
    await app.idle();
  });

  it('shows changes by another process at once', async () => {
    const { site } = await serveWith(app.app.config.embedding);
    const found = async (query: string): Promise<number[]> =>
      (await site.get(`/search?q=${encodeURIComponent(query)}`)).body.results.map(({ item }: any) => item.id);
    await expect.poll(() => found('waiting for the hive in winter')).toContain(bees);
    const id = await publish(app, 'On bees once more', talks.bees);
    await app.idle();
    expect(await found('once more')).toContain(id);
    await app.demo.api.patch(`/items/${id}`, { title: 'Quillfeather' });
    await app.idle();
    expect(await found('Quillfeather')).toEqual([id]);
    await app.demo.api.delete(`/items/${id}`);
    expect(await found('Quillfeather')).not.toContain(id);
    await app.idle();
    expect(await found('waiting for the hive in winter')).toContain(bees);
  });

  it('falls back to full-text search without the index files until they are rebuilt beside the running server', async () => {
    const files = join(app.app.config.dataDir, 'index');
    renameSync(files, `${files}-away`);
    await expectKeyword(app.demo.site);
    const { status, body } = await readyz(app.privateUrl);
    expect(status).toBe(200);
    expect(body.stores.index.status).toBe('down');
    expect(body.stores.index.message).toContain('lectern reindex');
    expect((await app.demo.site.get(`/items/${bees}/related`)).body).toMatchObject({
      items: [],
      totalRecords: 0,
    });
    // A page without related items is not cached, so they appear as soon as the index is back.
    const host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const page = async () => String((await host.get(`/items/${bees}`)).body);
    expect(await page()).toContain('<h1 class="text">On bees</h1>');
    expect(await page()).not.toContain('Related talks');
    // Nothing recreates it as an empty index, which would return nothing as hybrid results.
    await expectKeyword(app.demo.site);

    const { databaseUrl, dataDir } = app.app.config;
    const commandLine = await runCli(['reindex'], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    expect(commandLine).toMatchObject({ code: 0, stdout: expect.stringContaining('3 items') });
    await expect.poll(async () => (await app.demo.site.get(QUESTION)).body.mode).toBe('hybrid');
    expect((await readyz(app.privateUrl)).body.status).toBe('ready');
    expect(await page()).toContain('Related talks');
    expect(await app.app.reconcile({ repair: false })).toEqual({ checked: 3, differing: 0 });
  });

  it('stops a rebuild between two batches and resumes it', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(app.app.reindex({ signal: stop.signal })).rejects.toThrow('to continue');
    expect((await app.demo.site.get(QUESTION)).body.mode).toBe('hybrid');
    expect(await app.app.reindex()).toMatchObject({ items: 3 });
    const states = await app.app.db.selectFrom('indexVersion').select('state').execute();
    expect(states.filter(({ state }) => state === 'building')).toEqual([]);
    await app.app.index.dropRetired();
    expect(await app.app.db.selectFrom('indexVersion').select('state').execute()).toEqual([
      { state: 'active' },
    ]);
    const files = readdirSync(join(app.app.config.dataDir, 'index'));
    expect(files.filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
    await expect.poll(async () => (await app.demo.site.get(QUESTION)).body.mode).toBe('hybrid');
  });
});

describe('processing without a model', () => {
  it('retries for most of a day, then reports the reason, and works once the model is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-late-model-'));
    const model = join(folder, 'model');
    const clock = createFakeClock();
    const app = await startApp({ worker: true, env: { EMBEDDING_MODEL: model }, clock });
    const item = async (id: number) => (await app.demo.api.get(`/items/${id}`)).body.item;
    const becomes = (id: number, status: string) =>
      expect
        .poll(
          async () => {
            clock.pass(3_600_000);
            return (await item(id)).status;
          },
          { timeout: 60_000, interval: 300 },
        )
        .toBe(status);
    const lost = await publish(app, 'Too early', talks.bees);
    const attempts = async () =>
      (await app.app.db.selectFrom('job').select('attempts').execute())[0]?.attempts;
    await expect.poll(attempts).toBeGreaterThan(0);
    expect((await item(lost)).status).not.toBe('error');
    const longAgo = { attempts: 4, entryDate: '2026-01-01T00:00:00.000Z' };
    await app.app.db.updateTable('job').set(longAgo).where('kind', '=', 'processItem').execute();
    await becomes(lost, 'error');
    expect((await item(lost)).errorMessage).toContain(model);
    const run = await app.app.db.selectFrom('processing').selectAll().executeTakeFirstOrThrow();
    expect(run).toMatchObject({ itemId: lost, status: 'failed' });

    const patient = await publish(app, 'In good time', talks.bees);
    await expect.poll(attempts).toBeGreaterThan(0);
    cpSync(MODEL, model, { recursive: true });
    await becomes(patient, 'published');
    expect((await app.demo.api.post(`/items/${lost}/process`)).body.item.status).toBe('queued');
    await becomes(lost, 'published');
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
