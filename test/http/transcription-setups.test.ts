/** Transcription by a local program, and by a server without ffmpeg. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { speechMissing, spoken, withPrograms } from '../support/spoken.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const media = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../support/fixtures/media', name));

const transcribed = async (app: TestApp, bytes: Buffer, mimeType: string): Promise<Built> => {
  const { id } = await buildItem(app.demo);
  const { body } = await app.demo.api.post(`/items/${id}/media/create`, {
    contentType: 'audio',
    mimeType,
    fileSizeBytes: bytes.length,
  });
  await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType });
  await app.demo.api.post(`/items/${id}/process`);
  const processing = async () => (await app.demo.api.get(`/items/${id}/processing`)).body.processing;
  await expect.poll(async () => (await processing()).status, { timeout: 120_000 }).toMatch(/ready|error/);
  return (await app.demo.api.get(`/items/${id}`)).body.item;
};
const segmentsOf = async (app: TestApp, { id }: Built): Promise<Built> =>
  (await app.demo.api.get(`/items/${id}/transcript/segments`)).body;
const readiness = async (app: TestApp): Promise<Built> =>
  (await web.get(`${app.privateUrl.replace(/\/v2$/, '')}/readyz`)).body;

describe.skipIf(speechMissing)('transcription by a command', () => {
  let app: TestApp;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-program-'));
    const script = join(folder, 'my program.cjs');
    // Returns the length of the sound that it received, in the format of whisper-cli -ojf.
    writeFileSync(
      script,
      `const { readFileSync, writeFileSync } = require('node:fs');
       const [input, output, language] = process.argv.slice(2);
       const bytes = readFileSync(input);
       const text = bytes.toString('latin1', 0, 4) + ' at ' + bytes.readUInt32LE(24) + ' Hz in ' + language + '.';
       const offsets = { from: 100, to: Math.round((bytes.length - 44) / 32) };
       writeFileSync(output + '.json', JSON.stringify({ result: { language }, transcription: [{ offsets, text }] }));`,
    );
    app = await startApp({
      worker: true,
      env: {
        ...withPrograms,
        TRANSCRIBE_COMMAND: `${process.execPath} "${script}" {input} {output} {language}`,
        TRANSCRIBE_LANGUAGE: 'en-GB',
      },
    });
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  it('makes an item ready, with the times in its output', { timeout: 180_000 }, async () => {
    const item = await transcribed(app, spoken(['Peace be with you.'], 'ogg'), 'audio/ogg');
    expect(item).toMatchObject({ status: 'ready', errorMessage: null });
    const { segments, language } = await segmentsOf(app, item);
    expect(segments).toMatchObject([{ text: 'RIFF at 16000 Hz in en.' }]);
    expect(segments[0].endMs).toBeGreaterThan(700);
    expect(language).toBe('en-GB');
    expect((await readiness(app)).stores.transcriber).toEqual({ status: 'up', message: 'the program node' });
  });
});

describe('transcription without ffmpeg', () => {
  it('sends supported files unchanged, or reports what is missing', { timeout: 300_000 }, async () => {
    const server = await startSpeechServer((response) =>
      reply(response, { text: 'Peace be with you. Amen.' }),
    );
    const app = await startApp({ worker: true, env: { TRANSCRIBE_URL: server.url } });
    try {
      const item = await transcribed(app, media('talk.mp3'), 'audio/mpeg');
      expect(item).toMatchObject({ status: 'ready', errorMessage: null });
      expect(server.requests[0]!.file).toEqual({ name: 'recording.mp3', bytes: media('talk.mp3') });
      const { segments } = await segmentsOf(app, item);
      expect(segments).toMatchObject([
        { text: 'Peace be with you.', startMs: 0 },
        { text: 'Amen.', endMs: 2_000 },
      ]);
      expect((await readiness(app)).stores.transcriber.message).toContain(
        'without ffmpeg only WAV files and others of up to 25000000 bytes',
      );
    } finally {
      await app.stop();
      await server.close();
    }
    // Programs receive decoded sound.
    const command = await startApp({
      worker: true,
      env: { TRANSCRIBE_COMMAND: `${process.execPath} {input}` },
    });
    try {
      const item = await transcribed(command, media('talk.mp3'), 'audio/mpeg');
      expect(item).toMatchObject({ status: 'ready', errorMessage: null });
      const { processing } = (await command.demo.api.get(`/items/${item.id}/processing`)).body;
      expect(processing.steps[1]).toMatchObject({
        status: 'skipped',
        message: expect.stringContaining('ffmpeg is not installed on the server. Upload a WAV file'),
      });
      expect(await readiness(command)).toMatchObject({
        stores: {
          transcriber: { status: 'up', message: expect.stringMatching(/; without ffmpeg only WAV files$/) },
        },
      });
    } finally {
      await command.stop();
    }
  });
});
