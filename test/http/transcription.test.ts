/** Transcription by a server with OpenAI's API: real audio, real requests, real faults. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer, type SpeechServer } from '../support/speech-server.js';
import { speechMissing, spoken, withPrograms } from '../support/spoken.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { web } from '../support/web.js';

const KEY = 'sk-very-secret-0123456789';
/** Longer than the maximum length of a part. */
const SILENT_SECS = 25;
const said = ['In the beginning was the word.', 'And the light shines in the darkness.'] as const;

/** OpenAI's response for a part, with times from its start. */
const verbose = (text: string, more = {}) => ({
  task: 'transcribe',
  language: 'english',
  duration: 3,
  text,
  segments: [{ id: 0, start: 0.5, end: 2.5, text: ` ${text}` }],
  ...more,
});

if (speechMissing) console.warn(`Transcription is not tested: ${speechMissing} not installed`);

describe.skipIf(speechMissing)('transcription by a server', () => {
  let app: TestApp;
  let server: SpeechServer;
  let twoParts: Buffer;
  let oneSentence: Buffer;

  beforeAll(async () => {
    twoParts = spoken([said[0], SILENT_SECS, said[1]], 'flac');
    oneSentence = spoken([said[0]], 'wav');
    server = await startSpeechServer((response) => reply(response, {}, 500));
    const env = { ...withPrograms, TRANSCRIBE_URL: `${server.url}/`, TRANSCRIBE_API_KEY: KEY };
    app = await startApp({
      worker: true,
      env: { ...env, TRANSCRIBE_MODEL: 'large-v3', TRANSCRIBE_PART_SECS: '20' },
    });
  });
  afterAll(async () => {
    await app.stop();
    await server.close();
  });
  beforeEach(() => void server.requests.splice(0));

  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const progress = async ({ id }: Built) =>
    (await app.demo.api.get(`/items/${id}/processing`)).body.processing;
  const step = async (item: Built) =>
    (await progress(item)).steps.find(({ name }: { name: string }) => name === 'transcribe');
  const segments = async ({ id }: Built) =>
    (await app.demo.api.get(`/items/${id}/transcript/segments`)).body.segments;
  const process = ({ id }: Built) => app.demo.api.post(`/items/${id}/process`);
  const upload = async (item: Built, bytes: Buffer, mimeType = 'audio/flac'): Promise<Built> => {
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
      contentType: 'audio',
      mimeType,
      fileSizeBytes: bytes.length,
      originalFilename: 'evening',
    });
    await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType });
    return body.mediaAsset;
  };
  const started = async (bytes: Buffer, mimeType?: string, details = {}): Promise<Built> => {
    const item = await buildItem(app.demo, details);
    await upload(item, bytes, mimeType);
    await process(item);
    return item;
  };

  it('makes an item ready from audio alone, split at silences and resumable', async () => {
    server.answer((response) =>
      server.requests.length === 1
        ? reply(response, verbose(said[0]))
        : reply(response, { error: { message: `bad key ${KEY}` } }, 401),
    );
    const item = await started(twoParts);
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'ready', errorMessage: null });
    expect((await step(item)).message).toContain('refuses access (401)');
    // Silence is not sent, only the two sentences are.
    expect(server.requests).toHaveLength(2);
    const [first] = server.requests;
    expect(first!.path).toBe('/v1/audio/transcriptions');
    expect(first!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(first!.fields).toMatchObject({ model: ['large-v3'], response_format: ['verbose_json'] });
    expect(first!.fields['timestamp_granularities[]']).toEqual(['segment', 'word']);
    const { name, bytes } = first!.file;
    expect([name, bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24)]).toEqual([
      'sound.wav',
      'RIFF',
      16_000,
    ]);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect(bytes.length).toBeLessThan(9 * 32_000);

    server.answer((response) => reply(response, verbose(said[1])));
    await process(item);
    await app.idle();
    expect(server.requests).toHaveLength(3);
    expect(await read(item)).toMatchObject({ status: 'ready', errorMessage: null });
    const [one, two, ...others] = await segments(item);
    expect([one, two, others]).toMatchObject([{ text: said[0], startMs: 500 }, { text: said[1] }, []]);
    expect(two.startMs).toBeGreaterThan(SILENT_SECS * 1_000);
    expect(two.endMs).toBeLessThan((SILENT_SECS + 9) * 1_000);
    expect(await step(item)).toMatchObject({ status: 'done', percent: 100 });
    expect((await step(item)).message).toMatch(/^Transcribed from "evening"; sound sent: \d+ s\.$/);
    const { body } = await app.demo.api.get(`/items/${item.id}/transcript.json`);
    expect(JSON.stringify(body)).not.toContain(KEY);
    const stored = await app.app.db
      .selectFrom('transcript')
      .selectAll()
      .where('itemId', '=', item.id)
      .execute();
    expect(stored).toMatchObject([{ language: 'en', isCurrent: 1 }]);
    expect(await app.app.db.selectFrom('transcriptionPart').selectAll().execute()).toEqual([]);
    for (const table of [
      'item',
      'job',
      'processingStep',
      'processing',
      'transcription',
      'auditEntry',
    ] as const)
      expect(JSON.stringify(await app.app.db.selectFrom(table).selectAll().execute())).not.toContain(KEY);
  }, 300_000);

  it('takes what a server has: no formats, no times, no room for now', async () => {
    const now = { 'Retry-After': '0' };
    server.answer((response, { fields }) => {
      const count = server.requests.length;
      if (count === 1) return reply(response, { error: 'too many' }, 429, now);
      if (count === 2) return reply(response, 'down', 503, now);
      if (fields['response_format']?.[0] !== 'json') return reply(response, { detail: 'json only' }, 400);
      reply(response, { text: `${said[0]} ${said[1]}` });
    });
    const item = await started(oneSentence, 'audio/wav', { language: 'de-AT' });
    await app.idle();
    // The language that staff have set.
    expect(server.requests.map(({ fields }) => fields['language'])).toEqual(Array(5).fill(['de']));
    expect(server.requests.map(({ fields }) => fields['response_format'])).toEqual(
      ['verbose_json', 'verbose_json', 'verbose_json', 'verbose_json', 'json'].map((format) => [format]),
    );
    const [first, second] = await segments(item);
    expect([first.text, second.text]).toEqual(said);
    expect(first.endMs).toBeGreaterThan(500);
    expect(second).toMatchObject({ startMs: first.endMs, endMs: expect.any(Number) });
    expect(second.endMs).toBeLessThan(10_000);
    // From now on it knows which formats the server accepts.
    const next = await started(oneSentence, 'audio/wav');
    await app.idle();
    expect(server.requests.map(({ fields }) => fields['response_format']?.[0]).slice(5)).toEqual(['json']);
    expect(await read(next)).toMatchObject({ status: 'ready' });
  });

  it('reports why there is no transcript', async () => {
    const item = await buildItem(app.demo);
    await upload(item, oneSentence, 'audio/wav');
    for (const [status, body, message] of [
      [
        404,
        { error: { message: 'model large-v3 not found' } },
        /TRANSCRIBE_MODEL: model large-v3 not found\.$/,
      ],
      [200, { some: 'thing' }, /unreadable transcript: /],
      [200, verbose('[BLANK_AUDIO]'), /No speech was found/],
    ] as const) {
      server.answer((response) => reply(response, body, status));
      await process(item);
      await app.idle();
      const noted = await step(item);
      expect(noted.message, JSON.stringify(body)).toMatch(message);
      expect(noted.status).toBe('skipped');
    }
    const silent = await started(spoken([5], 'flac'));
    await app.idle();
    expect((await step(silent)).message).toMatch(/No speech was found/);
    expect(server.requests).toHaveLength(3);
  });

  it('preserves a transcript that staff upload in the meantime', async () => {
    let release = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      server.answer((response) => {
        release = () => reply(response, verbose('The machine is late.'));
        resolve();
      });
    });
    const item = await started(oneSentence, 'audio/wav');
    await arrived;
    expect(await progress(item)).toMatchObject({ status: 'processing' });
    expect((await step(item)).message).toMatch(/^Transcribed up to 0:00 of 0:0\d; sound sent so far: 0 s\.$/);
    const text = vttOf(talks.bees);
    await app.demo.api.put(`/items/${item.id}/transcript`, text, { 'Content-Type': 'text/vtt' });
    release();
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'ready', errorMessage: null });
    expect((await segments(item)).map((each: Built) => each.text)).toEqual(talks.bees);
    expect(await step(item)).toMatchObject({ status: 'skipped', message: 'The item has a transcript.' });
  });

  it('waits for a server that is down, which readiness reports, and skips a deleted file', async () => {
    const { body: up } = await createReadiness();
    expect(up.stores.transcriber).toEqual({
      status: 'up',
      message: `${server.url}/v1/audio/transcriptions, model large-v3`,
    });
    server.answer((response) => reply(response, 'overloaded', 503, { 'Retry-After': '3600' }));
    const item = await buildItem(app.demo);
    const asset = await upload(item, oneSentence, 'audio/wav');
    await process(item);
    await expect.poll(async () => (await step(item))?.message).toMatch(/fails \(503\).* tried again\.$/);
    expect(await progress(item)).toMatchObject({ status: 'processing' });
    const waiting = await app.app.db
      .selectFrom('job')
      .select(['id', 'status'])
      .where('kind', '=', 'transcribeMedia')
      .execute();
    expect(waiting).toMatchObject([{ status: 'waiting' }]);
    await app.demo.api.delete(`/media/${asset.id}`);
    await app.app.db.updateTable('job').set({ runAt: '2020-01-01T00:00:00.000Z' }).execute();
    await app.idle();
    expect((await progress(item)).errorMessage).toContain('needs a transcript');
  });

  const createReadiness = () => web.get(`${app.privateUrl.replace(/\/v2$/, '')}/readyz`);
});
