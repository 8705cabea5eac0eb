/** A worker killed at random moments in each step of the pipeline: every item becomes ready once. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer } from '../../src/server.js';
import { sleep } from '../../src/platform/lib/retry.js';
import { stepNames } from '../../src/processing/pipeline.js';
import { SUGGEST } from '../../src/processing/runs/run.repository.js';
import { createClient } from '../support/client.js';
import { completion, startChatServer } from '../support/chat-server.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import type { Built } from '../support/factories.js';
import { startCli } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';
import { randomOf } from '../support/seed.js';
import { talks, vttOf } from '../support/talks.js';
import { web } from '../support/web.js';
import { storedTexts } from '../support/transcript-texts.js';
import { use } from '../support/use.js';

/** At least one per step. */
const KILLS = Number(process.env.KILLS ?? stepNames.length);
/** New items for each run of the worker. */
const ITEMS_PER_KILL = 6;
/** A step may be over before it is seen. */
const STEP_MS = 500;
/** Suggestions start after everything else. */
const SUGGEST_MS = 20_000;
/** Delay of the kill after the step was seen running. */
const LATEST_KILL_MS = 150;
const PATIENCE = { timeout: 60_000 + KILLS * 15_000, interval: 100 };
const SAID = 'The evening that was recorded, from Romans 8:28 and Psalm 23:4.';
const WRITTEN = 'An evening of bees, bread and the lighthouse.';
/** Response time of the transcription and chat servers, so that the worker is killed while it waits for them. */
const SERVER_MS = 100;
const FILE = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

describe('processing under SIGKILL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-pipeline-'));
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
    SUGGESTIONS: 'true',
  };
  const random = randomOf('processing-kill');
  let token = '';
  let app: App;

  const speech = use(
    () =>
      startSpeechServer((response, { file }) => {
        setTimeout(() => {
          reply(response, { task: 'transcribe', text: SAID, segments: [{ start: 0, end: 1, text: SAID }] });
        }, SERVER_MS);
        expect(file.bytes.length).toBeGreaterThan(1_000);
      }),
    'close',
  );
  const chat = use(
    () =>
      startChatServer((response) => {
        setTimeout(() => reply(response, completion({ shortDescription: WRITTEN })), SERVER_MS);
      }),
    'close',
  );
  beforeAll(async () => {
    Object.assign(env, { TRANSCRIBE_URL: speech.url, SUGGEST_URL: chat.url });
    token = await prepareData(env);
    app = createApp(loadConfig(env));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const stepRuns = async (name: string): Promise<boolean> => {
    const query = app.db.selectFrom('processingStep').select('id').where('status', '=', 'running');
    return (await query.where('name', '=', name).executeTakeFirst()) !== undefined;
  };
  const statuses = async (): Promise<string[]> => {
    const rows = await app.db.selectFrom('item').select('status').distinct().execute();
    return rows.map(({ status }) => status);
  };

  it(
    `makes every item ready, killed ${KILLS} times`,
    async () => {
      const server = await startServer(app, { role: 'api', warm: false });
      const api = createClient(server.privateUrl, { Authorization: `Bearer ${token}` });
      const made = async (path: string, body: object): Promise<Built> => (await api.post(path, body)).body;
      const { collection } = await made('/collections/create', { name: 'Evenings' });
      const events = ['item.ready', 'item.suggestionsReady'];
      await made('/webhooks/create', { url: 'https://site.example.org/hooks', events });
      let items = 0;
      const add = async (): Promise<void> => {
        const { item } = await made('/items/create', {
          title: `Evening ${items++}`,
          date: '2026-03-01',
          collectionId: collection.id,
        });
        if (items % 2 === 0) {
          const file = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: FILE.length };
          const { uploadUrl } = await made(`/items/${item.id}/media/create`, file);
          await web.put(uploadUrl, FILE, { 'Content-Type': 'audio/mpeg' });
        }
        if (items % 6 === 0) {
          await api.post(`/items/${item.id}/process`);
          return;
        }
        const words = Object.values(talks)[items % 3] ?? [];
        const text = vttOf([
          ...Array.from({ length: 6 }, () => words).flat(),
          `The ${items}th evening, from Romans 8:28 and Psalm 23:4.`,
        ]);
        await api.put(`/items/${item.id}/transcript`, text, { 'Content-Type': 'text/vtt' });
      };

      let killedInside = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        for (let i = 0; i < ITEMS_PER_KILL; i++) await add();
        const worker = startCli(['serve', '--role', 'worker'], env);
        const name = stepNames[kill % stepNames.length] ?? 'index';
        await expect.poll(statuses, { ...PATIENCE, interval: 5 }).toContain('processing');
        const end = Date.now() + (name === SUGGEST ? SUGGEST_MS : STEP_MS);
        while (!(await stepRuns(name)) && Date.now() < end) await sleep(1);
        await sleep(random.int(LATEST_KILL_MS));
        if ((await statuses()).some((status) => status === 'processing')) killedInside++;
        worker.process.kill('SIGKILL');
        await worker.finished;
      }
      expect(killedInside).toBeGreaterThan(0);
      const last = startCli(['serve', '--role', 'worker'], env);
      await expect.poll(statuses, PATIENCE).toEqual(['ready']);
      const busy = () =>
        app.db
          .selectFrom('job')
          .select('kind')
          .where(({ or, eb }) => or([eb('kind', 'like', '%Media'), eb('kind', 'like', '%uggest%')]))
          .execute();
      await expect.poll(busy, PATIENCE).toEqual([]);
      last.process.kill('SIGTERM');
      await last.finished;
      await server.stop();

      const recorded = await storedTexts(app.db);
      const transcribed = recorded.filter(({ segments }) => segments.includes(SAID));
      expect(transcribed.map(({ segments }) => JSON.parse(segments).length)).toEqual(
        Array.from({ length: Math.floor(items / 6) }, () => 1),
      );
      // Each kill can abort as many requests as an account may have at once; all others count.
      expect(speech.requests.length).toBeGreaterThanOrEqual(transcribed.length);
      expect(speech.requests.length).toBeLessThanOrEqual(transcribed.length + 2 * KILLS);
      expect(chat.requests.length).toBeGreaterThanOrEqual(items - transcribed.length);
      expect(chat.requests.length).toBeLessThanOrEqual(items - transcribed.length + 2 * KILLS);
      expect(await app.db.selectFrom('transcriptionPart').select('id').execute()).toEqual([]);
      const steps = await app.db.selectFrom('processingStep').select('status').distinct().execute();
      expect(steps.map(({ status }) => status).sort()).toEqual(['done', 'skipped']);
      const runs = await app.db.selectFrom('processing').select(['itemId', 'status']).execute();
      expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: items }, () => 'done'));
      expect(new Set(runs.map(({ itemId }) => itemId)).size).toBe(items);
      const files = await app.db.selectFrom('mediaAsset').select('status').distinct().execute();
      expect(files).toEqual([{ status: 'ready' }]);
      const told = await app.db.selectFrom('webhookDelivery').select(['payload', 'eventType']).execute();
      for (const event of events) {
        const own = told.filter(({ eventType }) => eventType === event);
        const ids = own.map(({ payload }) => JSON.parse(payload).data.item.id);
        expect([event, ids.length, new Set(ids).size]).toEqual([event, items, items]);
      }
      const fields = ['itemId', 'book', 'chapter', 'verseStart', 'verseEnd'] as const;
      const scriptures = await app.db.selectFrom('scripture').select(fields).execute();
      expect(new Set(scriptures.map((verse) => Object.values(verse).join())).size).toBe(scriptures.length);
      const named = scriptures.filter(({ book, verseStart }) => `${book} ${verseStart}` === 'ROM 28');
      expect(named).toHaveLength(items);
      // Each chunk is in SQL once, and the index has as many.
      const chunks = await app.db.selectFrom('chunk').select(['itemId', 'ordinal']).execute();
      expect(new Set(chunks.map(({ itemId, ordinal }) => `${itemId} ${ordinal}`)).size).toBe(chunks.length);
      expect(await app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    },
    120_000 + KILLS * 30_000,
  );
});
