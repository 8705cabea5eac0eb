/** The port for speech recognition: the included model, a server and a command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechModel } from '../../src/config/transcription-config.js';
import type {
  Sound,
  Transcriber,
  TranscriberOptions,
} from '../../src/processing/transcription/transcriber.js';
import { createTranscriptionCommand } from '../../src/processing/transcription/transcription-command.js';
import { createTranscriptionServer } from '../../src/processing/transcription/transcription-server.js';
import { createTranscriptionModel } from '../../src/processing/transcription/transcription-model.js';
import { readSpeech } from '../../src/transcripts/formats/speech.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { recorded, speechMissing } from '../support/spoken.js';
import { use } from '../support/use.js';

const SAID = 'I counted the offering at my last church.';
const SECS = 3;

/** What a recogniser returns for a sound: nothing for silence. */
const heard = (bytes: Buffer) => {
  const isSilent = bytes.subarray(44).every((byte) => byte === 0);
  return {
    task: 'transcribe',
    language: 'english',
    duration: SECS,
    text: isSilent ? '' : SAID,
    segments: isSilent ? [] : [{ start: 0.1, end: 1.9, text: SAID }],
  };
};

const soundOf = (bytes: Buffer): Sound => ({
  filename: 'sound.wav',
  contentType: 'audio/wav',
  sizeBytes: bytes.length,
  durationMs: (bytes.length - 44) / 32,
  open: () => Readable.from([bytes], { objectMode: false }),
});

/** A WAV file of silence. */
const silence = (): Buffer => {
  const bytes = Buffer.alloc(44 + SECS * 32_000);
  bytes.write('RIFF');
  bytes.write('WAVEfmt ', 8);
  return bytes;
};

const options: TranscriberOptions = { language: null, prompt: null, partMs: 600_000, timeoutMs: 120_000 };
const folder = mkdtempSync(join(tmpdir(), 'lectern-transcriber-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const speech = use(
  () => startSpeechServer((response, { file }) => reply(response, heard(file.bytes))),
  'close',
);

interface Adapter {
  name: string;
  create(more?: Partial<TranscriberOptions>): Transcriber;
  /** One that cannot work. */
  broken(): Transcriber;
}

const script = join(folder, 'recogniser.cjs');

const adapters: Adapter[] = [
  {
    name: 'the included model',
    create: (more) => createTranscriptionModel({ ...options, ...speechModel(folder), ...more }),
    broken: () => createTranscriptionModel({ ...options, ...speechModel(folder, 'missing') }),
  },
  {
    name: 'a server',
    create: (more) =>
      createTranscriptionServer({ ...options, url: speech.url, apiKey: null, model: 'base', ...more }),
    broken: () =>
      createTranscriptionServer({ ...options, url: 'http://127.0.0.1:1', apiKey: null, model: 'base' }),
  },
  {
    name: 'a command',
    create: (more) =>
      createTranscriptionCommand({
        ...options,
        command: [process.execPath, script, '{input}'],
        setpriv: null,
        env: {},
        ...more,
      }),
    broken: () =>
      createTranscriptionCommand({
        ...options,
        command: [join(folder, 'gone'), '{input}'],
        setpriv: null,
        env: {},
      }),
  },
];

describe.skipIf(speechMissing).each(adapters)('$name', ({ create, broken }) => {
  let sound: Sound;
  let transcriber: Transcriber;
  beforeAll(() => {
    sound = soundOf(recorded(SECS));
    writeFileSync(
      script,
      `const bytes = require('node:fs').readFileSync(process.argv[2]);
       const SAID = ${JSON.stringify(SAID)}, SECS = ${SECS};
       console.log(JSON.stringify((${heard.toString()})(bytes)));`,
    );
    transcriber = create();
  });
  afterAll(() => transcriber.close?.());

  const request = { folder, signal: new AbortController().signal, prompt: '', language: null };
  const read = async (own: Transcriber, one: Sound, more = {}) => {
    const { bytes, hint } = await own.transcribe(one, { ...request, ...more });
    return readSpeech(bytes, hint, one.durationMs);
  };

  it('is ready, and describes itself without secrets', async () => {
    await transcriber.check();
    expect(transcriber.description).toMatch(/base|program/);
    expect(transcriber.limit.total).toBeGreaterThanOrEqual(transcriber.limit.perAccount);
  });

  it('returns what is said, with times within the sound and the language', async () => {
    const { segments, language } = await read(transcriber, sound);
    expect(segments.map(({ text }) => text.trim().toLowerCase()).join(' ')).toContain(
      'counted the offering at my last',
    );
    expect(language).toBe('en');
    for (const { startMs, endMs } of segments) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(endMs).toBeGreaterThan(startMs!);
      expect(endMs).toBeLessThanOrEqual(sound.durationMs!);
    }
  });

  it('takes a language and a prompt', async () => {
    const { segments } = await read(transcriber, sound, {
      language: 'en-GB',
      prompt: 'A sermon about John.',
    });
    expect(segments).not.toEqual([]);
  });

  it('returns no words for silence', async () => {
    expect(await read(transcriber, soundOf(silence()))).toMatchObject({ segments: [] });
  });

  it('stops when it is told to, and works again', async () => {
    const stop = new AbortController();
    const stopped = transcriber.transcribe(sound, { ...request, signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect((await read(transcriber, sound)).segments).not.toEqual([]);
  });

  it('is unavailable where something is missing', async () => {
    const own = broken();
    const unavailable = { name: 'ModelUnavailableError' };
    await expect(own.check()).rejects.toMatchObject(unavailable);
    await expect(own.transcribe(sound, request)).rejects.toMatchObject(unavailable);
    await own.close?.();
  });
});
