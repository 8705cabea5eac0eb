/** `lectern transcriber`: models from a hub, resumed and checked, or from a folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { speechModel } from '../../src/config/transcription-config.js';
import { whisperFileNames } from '../../src/processing/transcription/whisper/whisper-files.js';
import { runInProcess } from '../support/run-in-process.js';
import { use } from '../support/use.js';

const REPOSITORY = 'onnx-community/whisper-small_timestamped';
const included = speechModel('').folder;
/** Large files are text here: only a person who uses the model would notice. */
const contents = new Map(
  whisperFileNames().map((name) => [
    name,
    name.endsWith('.onnx')
      ? Buffer.from(`weights of ${name} `.repeat(50))
      : readFileSync(join(included, name)),
  ]),
);
const [ENCODER] = [...contents.keys()].filter((name) => name.includes('encoder'));
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-models-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('lectern transcriber', () => {
  const ranges: string[] = [];
  let damaged = false;

  const gitHash = (bytes: Buffer): string =>
    createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const listing = () =>
    [...contents].map(([path, bytes]) => ({
      type: 'file',
      path,
      size: bytes.length,
      oid: gitHash(bytes),
      ...(path.endsWith('.onnx') && { lfs: { oid: createHash('sha256').update(bytes).digest('hex') } }),
    }));

  const hub = use(
    () =>
      new Promise<{ url: string; close(): Promise<void> }>((resolve) => {
        const server = createServer(({ url = '', headers: { range } }, response) => {
          if (url === `/api/models/${REPOSITORY}/tree/main?recursive=true`)
            return void response.end(JSON.stringify(listing()));
          const bytes = contents.get(url.replace(`/${REPOSITORY}/resolve/main/`, ''));
          if (!bytes) return void response.writeHead(404).end();
          const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
          if (range) ranges.push(`${url.split('/').pop()} ${range}`);
          const sent = Buffer.from(bytes.subarray(from));
          if (damaged) sent.fill('x');
          response.writeHead(range ? 206 : 200).end(sent);
        }).listen(0, '127.0.0.1', () =>
          resolve({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            close: () => new Promise((closed) => server.close(() => closed())),
          }),
        );
      }),
    'close',
  );
  const run = (...args: string[]) =>
    runInProcess(['transcriber', ...args], { DATA_DIR: dataDir, HF_ENDPOINT: hub.url, TRANSCRIBE: 'on' });

  beforeEach(() => {
    ranges.length = 0;
    damaged = false;
  });

  it('lists the included model, which is used', async () => {
    const { code, stdout } = await run('list');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^base +used +\S+whisper-base$/m)]);
    expect(stdout).toContain('lectern transcriber install tiny|small|medium|large-v3-turbo|FOLDER');
  });

  it('rejects a damaged download, and continues one that was interrupted', async () => {
    damaged = true;
    const { code, stderr } = await run('install', 'small');
    expect([code, stderr]).toEqual([1, expect.stringContaining('arrived damaged: run the command again')]);
    expect((await run('list')).stdout).not.toMatch(/^small/m);

    damaged = false;
    const path = join(dataDir, 'models/whisper-small.unfinished', ENCODER!);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents.get(ENCODER!)!.subarray(0, 100));
    const installed = await run('install', 'small');
    expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining('TRANSCRIBE_MODEL=small') });
    expect(ranges).toEqual(['encoder_model_quantized.onnx bytes=100-']);
    const { folder } = speechModel(dataDir, 'small');
    expect(readFileSync(join(folder, ENCODER!))).toEqual(contents.get(ENCODER!));
    expect((await run('list')).stdout).toMatch(/^small +\S+whisper-small$/m);
  });

  it('takes a folder with a model, and names what is wrong with others', async () => {
    const own = join(dataDir, 'whisper-ours');
    for (const [name, bytes] of contents) {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      writeFileSync(join(own, name), bytes);
    }
    expect(await run('install', own)).toMatchObject({ code: 0, stdout: expect.stringContaining('=ours ') });
    rmSync(join(own, 'tokenizer.json'));
    const { code, stderr } = await run('install', own);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('tokenizer.json of the speech model is missing'),
    ]);
    expect((await run('install', 'huge')).stderr).toContain('neither a folder nor one of tiny, small');
    const away = await runInProcess(['transcriber', 'install', 'tiny'], {
      DATA_DIR: dataDir,
      HF_ENDPOINT: 'http://127.0.0.1:1',
    });
    expect(away.stderr).toContain('HF_ENDPOINT names a mirror');
  });
});
