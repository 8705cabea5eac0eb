/** The speech recognition adapters: a server on loopback, and programs that are small scripts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { findSetpriv } from '../../src/platform/lib/end-with-parent.js';
import { promptOf } from '../../src/processing/transcription/transcribe-media.handler.js';
import { createTranscriptionCommand } from '../../src/processing/transcription/transcription-command.js';
import { createTranscriptionServer } from '../../src/processing/transcription/transcription-server.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { use } from '../support/use.js';

const BYTES = Buffer.from('RIFF, as if');
const sound = {
  filename: 'sound.wav',
  contentType: 'audio/wav',
  sizeBytes: BYTES.length,
  durationMs: 1_000,
  open: () => Readable.from([BYTES], { objectMode: false }),
};
const { signal } = new AbortController();
const request = { folder: '', signal, prompt: '', language: null };
const common = { language: null, prompt: null, partMs: 600_000, timeoutMs: 20_000 };

describe('a transcription server', () => {
  const KEY = 'sk-secret';
  const server = use(() => startSpeechServer((response) => reply(response, {})), 'close');
  const create = (more = {}) =>
    createTranscriptionServer({ ...common, url: server.url, apiKey: KEY, model: 'base', ...more });

  it.each([
    ['http://host:9000', 'http://host:9000/v1/audio/transcriptions'],
    ['http://host/v1/', 'http://host/v1/audio/transcriptions'],
    ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1/audio/transcriptions'],
    ['http://host/v1/audio/transcriptions', 'http://host/v1/audio/transcriptions'],
    ['http://host:8080/inference', 'http://host:8080/inference'],
    ['http://host/x?version=1', 'http://host/x/v1/audio/transcriptions?version=1'],
  ])('at %s is called at %s', (url, path) => {
    expect(create({ url }).description).toBe(`${path.replace('?version=1', '')}, model base`);
  });

  it.each([
    [
      401,
      { error: { message: `Incorrect API key: ${KEY}` } },
      /^The .* refuses access \(401\): .*_API_KEY\.$/,
    ],
    [403, 'no', /refuses access \(403\)/],
    [404, { detail: 'no such model' }, /TRANSCRIBE_MODEL: no such model\.$/],
    [413, 'x', /too large/],
    [400, '<html><b>no</b>\u0007 way</html>', /rejected the sound \(400\): no way\.$/],
    [422, { error: `${KEY} is odd` }, /\(422\): … is odd\.$/],
    [302, '', /redirects \(302\): .*TRANSCRIBE_URL\.$/],
    [200, { error: 'failed to read audio data' }, /cannot read the sound: failed to read audio data\.$/],
  ])('that returns %i %j is not retried', async (status, body, message) => {
    server.answer((response) =>
      typeof body === 'string'
        ? response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end(body)
        : reply(response, body, status),
    );
    const error = await create()
      .transcribe(sound, request)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'PermanentError', message: expect.stringMatching(message) });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
  });

  it.each([
    [429, { 'Retry-After': '7' }, 7_000],
    [503, { 'Retry-After': new Date(0).toUTCString() }, 0],
    [500, {}, undefined],
  ])('that returns %i %j is retried later', async (status, headers, retryAfterMs) => {
    server.answer((response) => reply(response, { message: 'busy' }, status, headers));
    await expect(create().transcribe(sound, request)).rejects.toMatchObject({
      name: 'ModelUnavailableError',
      retryAfterMs,
      message: expect.stringContaining(': busy.'),
    });
  });

  it('receives the audio, the language and the model within its size limit', async () => {
    server.requests.length = 0;
    server.answer((response, { fields }) =>
      fields['timestamp_granularities[]'] ? reply(response, {}, 400) : response.end('WEBVTT\n'),
    );
    const file = await create().transcribe(sound, { ...request, language: 'pt-BR', prompt: 'Aquila.' });
    expect(file).toEqual({ bytes: Buffer.from('WEBVTT\n'), hint: {} });
    expect(server.requests.map(({ fields }) => fields)).toEqual([
      expect.anything(),
      { model: ['base'], language: ['pt'], prompt: ['Aquila.'], response_format: ['verbose_json'] },
    ]);
    expect(server.requests[1]!.file).toEqual({ name: 'sound.wav', bytes: BYTES });
  });

  it('is abandoned when silent, endless or unreachable', async () => {
    server.answer(() => undefined);
    await expect(create({ timeoutMs: 50 }).transcribe(sound, request)).rejects.toThrow('within 0.05 s');
    const stop = new AbortController();
    const stopped = create().transcribe(sound, { ...request, signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toBe(stop.signal.reason);
    server.answer((response) => {
      const more = (): boolean => response.destroyed || response.write(Buffer.alloc(1024 ** 2), more);
      more();
    });
    await expect(create().transcribe(sound, request)).rejects.toThrow('larger than 16777216 bytes');
    const gone = create({ url: 'http://127.0.0.1:1' });
    await expect(gone.transcribe(sound, request)).rejects.toMatchObject({
      name: 'ModelUnavailableError',
      message: expect.stringMatching(/127\.0\.0\.1:1 cannot be reached/),
    });
    await expect(gone.check()).rejects.toThrow('cannot be reached');
    await create().check();
  });
});

describe('a transcription command', () => {
  let folder = '';
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'lectern-command-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const script = (name: string, code: string): string => {
    const path = join(folder, `${name}.cjs`);
    writeFileSync(path, `const { readFileSync, writeFileSync } = require('node:fs');\n${code}`);
    return path;
  };
  const create = (args: string[], more = {}) =>
    createTranscriptionCommand({
      ...common,
      command: [process.execPath, ...args],
      setpriv: findSetpriv(process.env.PATH),
      env: { PATH: '' },
      ...more,
    });
  const textOf = async (args: string[], more: { language?: string; timeoutMs?: number } = {}) => {
    const own = { ...request, folder, language: more.language ?? null };
    const { bytes, hint } = await create(args, more).transcribe(sound, own);
    return { text: Buffer.from(bytes).toString(), hint };
  };

  it('reads the audio and writes a file, or prints', async () => {
    const code = `const [input, output, ...rest] = process.argv.slice(2);
      writeFileSync(output + '.txt', 'less');
      writeFileSync(output + '.srt', JSON.stringify([readFileSync(input, 'utf8'), rest, Object.keys(process.env)]));`;
    const path = script('writes', code);
    const { text, hint } = await textOf([path, '{input}', '{output}', 'a b', '$(id) {language}']);
    expect([JSON.parse(text), hint]).toEqual([
      [BYTES.toString(), ['a b', '$(id) auto'], ['PATH']],
      { type: '.srt' },
    ]);
    const prints = script('prints', `console.log(process.argv[3] + readFileSync(process.argv[2], 'utf8'))`);
    const printed = await textOf([prints, '{input}', '{language}: '], { language: 'de-AT' });
    expect(printed).toEqual({ text: `de: ${BYTES.toString()}\n`, hint: {} });
    const { bytes } = await create([prints, '{input}', '--prompt={prompt}: ']).transcribe(sound, {
      ...request,
      folder,
      prompt: 'A "sermon", $(id). Aquila, Phoebe.',
    });
    expect(Buffer.from(bytes).toString()).toBe(
      `--prompt=A "sermon", $(id). Aquila, Phoebe.: ${BYTES.toString()}\n`,
    );
  });

  it('that fails, prints endlessly or writes nothing produces no transcript', async () => {
    const fails = script('fails', `console.error('no model\\nhere'); process.exit(3)`);
    await expect(textOf([fails, '{input}'])).rejects.toThrow('failed (exit code 3): no model here.');
    const floods = script('floods', `const more = () => process.stdout.write('x'.repeat(1e6), more); more()`);
    await expect(textOf([floods, '{input}'])).rejects.toThrow('printed more than 16777216 bytes');
    await expect(textOf([script('quiet', ''), '{input}', '{output}'])).rejects.toThrow(
      'has written no transcript',
    );
    const missing = create([], { command: ['no-such-program', '{input}'] });
    await expect(missing.check()).rejects.toThrow('no-such-program of TRANSCRIBE_COMMAND is not on the PATH');
    const gone = create([], { command: [join(folder, 'gone'), '{input}'] });
    await expect(gone.transcribe(sound, { ...request, folder })).rejects.toThrow(
      'is not there, or cannot be run',
    );
  });

  it('that takes too long is ended with its child processes', async () => {
    const pids = join(folder, 'pids');
    const child = script('child', 'setInterval(() => undefined, 1000)');
    const parent = `const { pid } = require('node:child_process').spawn(process.execPath, [${JSON.stringify(child)}], { stdio: 'inherit' });
      writeFileSync(${JSON.stringify(pids)}, JSON.stringify([process.pid, pid])); setInterval(() => undefined, 1000)`;
    const stop = new AbortController();
    const running = create([script('parent', parent), '{input}']).transcribe(sound, {
      ...request,
      folder,
      signal: stop.signal,
    });
    const started = (): number[] => {
      try {
        return JSON.parse(readFileSync(pids, 'utf8')) as number[];
      } catch {
        return [];
      }
    };
    await expect.poll(started).toHaveLength(2);
    stop.abort();
    await expect(running).rejects.toBe(stop.signal.reason);
    const isRunning = (pid: number): boolean => {
      try {
        // A zombie counts as ended.
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    await expect.poll(() => started().filter(isRunning)).toEqual([]);
    await expect(textOf([child, '{input}'], { timeoutMs: 50 })).rejects.toThrow('took longer than 0.05 s');
  });
});

describe('the prompt for a transcriber', () => {
  it('has the text, and the last words of the vocabulary that fit', () => {
    expect(promptOf(null, [])).toBe('');
    expect(promptOf('A sermon.', [])).toBe('A sermon.');
    expect(promptOf('A sermon.', ['Aquila', 'Phoebe of Cenchreae'])).toBe(
      'A sermon. Aquila, Phoebe of Cenchreae.',
    );
    const many = Array.from({ length: 500 }, (_, i) => `Name${i}`);
    const prompt = promptOf('x'.repeat(400), many);
    expect(prompt.length).toBeLessThanOrEqual(602);
    expect(prompt).toMatch(/^x{400} Name4\d\d, .*, Name498, Name499\.$/);
  });
});

describe('the transcription settings', () => {
  const command = (TRANSCRIBE_COMMAND: string): readonly string[] => {
    const { transcription } = loadConfig({
      TRANSCRIBE_COMMAND,
      PATH: '/bin',
      SECRET_KEY: '',
      AWS_SECRET: 'x',
    });
    if (!transcription || !('command' in transcription)) throw new Error('no command');
    expect(transcription.env).toEqual({ PATH: '/bin' });
    return transcription.command;
  };

  it('split a command like a shell, without its other features', () => {
    const input = '{input}';
    expect(command(`/opt/w -m "my models/a\\"b.bin" '$HOME \\n' a\\ b ${input}; rm`)).toEqual([
      ...['/opt/w', '-m', 'my models/a"b.bin', '$HOME \\n', 'a b', '{input};', 'rm'],
    ]);
    expect(command(`w --x="a b"'c' "" ${input}`)).toEqual(['w', '--x=a bc', '', input]);
    for (const wrong of [`w "${input}`, `w ${input} \\`, `'w ${input}`])
      expect(() => command(wrong), wrong).toThrow('TRANSCRIBE_COMMAND must close its quotes');
    for (const wrong of ['w', input, 'w {output}', '""'])
      expect(() => command(wrong), wrong).toThrow('TRANSCRIBE_COMMAND must be a program with {input}');
  });

  it('accept a model on this machine, a server or a command', () => {
    const common = { language: null, prompt: null, partMs: 600_000, timeoutMs: 3_600_000 };
    const folder = (env: NodeJS.ProcessEnv): unknown =>
      loadConfig({ DATA_DIR: '/data', ...env }).transcription;
    expect(folder({})).toEqual({
      ...common,
      folder: expect.stringMatching(/[\\/]models[\\/]whisper-base$/),
      name: 'whisper-base',
    });
    expect(folder({ TRANSCRIBE_MODEL: 'small' })).toMatchObject({
      folder: join('/data/models/whisper-small'),
    });
    expect(folder({ TRANSCRIBE_MODEL: '/opt/whisper-own' })).toMatchObject({ folder: '/opt/whisper-own' });
    expect(folder({ TRANSCRIBE: 'off', TRANSCRIBE_URL: 'http://127.0.0.1:9000' })).toBeNull();
    const both = { TRANSCRIBE_URL: 'http://127.0.0.1:9000', TRANSCRIBE_COMMAND: 'w {input}' };
    expect(() => loadConfig(both)).toThrow('TRANSCRIBE_URL or TRANSCRIBE_COMMAND, not both');
    expect(loadConfig({ TRANSCRIBE_URL: both.TRANSCRIBE_URL }).transcription).toEqual({
      url: both.TRANSCRIBE_URL,
      apiKey: null,
      model: 'whisper-1',
      language: null,
      prompt: null,
      partMs: 600_000,
      timeoutMs: 3_600_000,
    });
  });
});
