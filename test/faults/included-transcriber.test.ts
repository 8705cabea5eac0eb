/** The included speech model, without ffmpeg: from a WAV file to a talk that searches find, through a SIGKILL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer, type Running } from '../../src/server.js';
import { createClient, type Client } from '../support/client.js';
import type { Built } from '../support/factories.js';
import { startCli, type Running as Program } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';
import { recorded, speechMissing } from '../support/spoken.js';
import { web } from '../support/web.js';

const PATIENCE = { timeout: 170_000, interval: 50 };
const HEADER = 44;

describe.skipIf(speechMissing)('the included transcriber', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-transcriber-'));
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
    PATH: '',
    TRANSCRIBE: 'on',
    TRANSCRIBE_PART_SECS: '10',
  };
  let app: App;
  let server: Running;
  let api: Client;
  let worker: Program | undefined;

  beforeAll(async () => {
    const token = await prepareData(env);
    app = createApp(loadConfig(env));
    server = await startServer(app, { role: 'api', warm: false });
    api = createClient(server.privateUrl, { Authorization: `Bearer ${token}` });
  });
  afterAll(async () => {
    worker?.process.kill('SIGKILL');
    await worker?.finished;
    await server?.stop();
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startWorker = (): Program => (worker = startCli(['serve', '--role', 'worker'], env));
  const killWorker = async (): Promise<void> => {
    worker?.process.kill('SIGKILL');
    await worker?.finished;
  };

  const uploaded = async (bytes: Buffer): Promise<Built> => {
    const { collection } = (await api.post('/collections/create', { name: 'Evenings' })).body;
    const details = { title: 'Evening', date: '2026-03-01', collectionId: collection.id, autoPublish: true };
    const { item } = (await api.post('/items/create', details)).body;
    const file = { contentType: 'audio', mimeType: 'audio/wav', fileSizeBytes: bytes.length };
    const { uploadUrl } = (await api.post(`/items/${item.id}/media/create`, file)).body;
    expect((await web.put(uploadUrl, bytes, { 'Content-Type': 'audio/wav' })).status).toBe(200);
    return item;
  };
  const stepOf = async ({ id }: Built): Promise<{ message: string } | undefined> => {
    const { steps } = (await api.get(`/items/${id}/processing`)).body.processing;
    return steps.find(({ name }: { name: string }) => name === 'transcribe');
  };
  const transcriptionOf = (item: Built) =>
    app.db.selectFrom('transcription').selectAll().where('itemId', '=', item.id).executeTakeFirst();
  const parts = () => app.db.selectFrom('transcriptionPart').select('ordinal').execute();

  it('transcribes an upload and does no part twice, though it is killed', { timeout: 400_000 }, async () => {
    const item = await uploaded(recorded(38, '-ar 44100 -ac 2'));
    startWorker();
    await expect.poll(async () => (await parts()).length, PATIENCE).toBeGreaterThan(0);
    await killWorker();
    const { plan } = (await transcriptionOf(item))!;
    const planned = JSON.parse(plan!).parts as { startMs: number; endMs: number }[];
    expect((await parts()).length).toBeLessThan(planned.length);

    startWorker();
    await expect.poll(async () => (await transcriptionOf(item))?.status, PATIENCE).toBe('done');
    const { sentMs, processorMs } = (await transcriptionOf(item))!;
    expect(sentMs).toBe(planned.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0));
    expect(processorMs).toBeGreaterThan(0);

    const { segments, language } = (await api.get(`/items/${item.id}/transcript/segments`)).body;
    expect(language).toBe('en');
    const text = segments.map((segment: Built) => segment.text).join(' ');
    expect(text).toContain('counted the offering at my last church for nine years');
    expect(segments[0].startMs).toBeGreaterThan(400);
    expect(segments[0].startMs).toBeLessThan(800);
    const messageOf = async () => (await stepOf(item))?.message;
    await expect
      .poll(messageOf, PATIENCE)
      .toMatch(/ by whisper-base on this server, with \d+\.\d\d s of processor per second of sound; /);

    // As lectern doctor prints it.
    const { stores } = (await web.get(`${server.privateUrl.replace(/\/v2$/, '')}/readyz`)).body;
    expect(stores.transcriber).toMatchObject({
      status: 'up',
      message: expect.stringMatching(
        /^whisper-base on this server; \d\.\d\d s of processor per second of sound; without ffmpeg only WAV files$/,
      ),
    });

    const site = createClient(server.publicUrl, { Host: 'demo.localhost' });
    const found = async () => (await site.get('/search?q=the value of a bag of coins')).body.results;
    await expect.poll(found, PATIENCE).toMatchObject([{ item: { id: item.id }, passages: [{}] }]);
  });

  const level = 3_000;
  it.each<[string, (n: number) => number]>([
    ['silence', () => 0],
    ['noise', (n) => level * Math.sin(n ** 2 * 12.9898)],
    [
      'a chord',
      (n) => level * [220, 275, 330].reduce((sum, hertz) => sum + Math.sin((n * hertz) / 2_546), 0),
    ],
  ])('finds no words in %s', { timeout: 200_000 }, async (_name, at) => {
    const sound = recorded(8);
    for (let n = 0; n < (sound.length - HEADER) / 2; n++)
      sound.writeInt16LE(Math.round(at(n)), HEADER + 2 * n);
    const item = await uploaded(sound);
    const messageOf = async () => (await stepOf(item))?.message;
    await expect.poll(messageOf, PATIENCE).toContain('No speech was found');
    expect((await api.get(`/items/${item.id}/transcript`)).status).toBe(422);
  });
});
