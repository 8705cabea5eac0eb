/** An import killed at any moment resumes at the next start: nothing lost, half-indexed or indexed twice. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { sleep } from '../../src/platform/lib/retry.js';
import { root, startCli } from '../support/run-cli.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';
import { randomOf } from '../support/seed.js';

/**
 * Random moments of the kill, ms after the import has started to read: first during reading, then ever later during
 * indexing.
 */
const KILLS = [100, 600, 1_200].map(randomOf('import-kill').int);
const COPIES = 2;
const importArgs = (folder: string): string[] => [
  'import',
  folder,
  '--account',
  'demo',
  '--collection',
  'Sermons',
  '--publish',
];

describe('an import killed by SIGKILL', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-kill-'));
  const folder = join(workplace, 'talks');
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'warn' };
  let files = 0;
  let app: App;

  beforeAll(async () => {
    const samples = join(root, 'scripts/seed/content');
    for (let copy = 0; copy < COPIES; copy++)
      cpSync(samples, join(folder, `copy-${copy}`), { recursive: true });
    mkdirSync(join(folder, 'odd'));
    writeFileSync(join(folder, 'odd/empty.md'), '');
    writeFileSync(join(folder, 'odd/one.txt'), 'Amen.');
    files =
      readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.vtt')).length + 1;
    await prepareData(env);
  });
  afterAll(async () => {
    await app?.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  it(`resumes with nothing lost, half-indexed or duplicated after ${KILLS.join(', ')} ms`, async () => {
    for (const moment of KILLS) {
      const running = startCli(importArgs(folder), env);
      await running.said('Reading');
      await sleep(moment);
      running.process.kill('SIGKILL');
      await running.finished;
    }
    const last = await runInProcess(importArgs(folder), env);
    expect(last.stderr).toContain('skipped: odd/empty.md');
    // catalog.json of the samples contains no segments.
    expect(last.code).toBe(3);

    app = createApp(loadConfig(env));
    const account = await app.accounts.byShortName('demo');
    const items = await app.db.selectFrom('item').selectAll().execute();
    expect(items).toHaveLength(files);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['published']));
    expect(await app.db.selectFrom('importedFile').select('path').distinct().execute()).toHaveLength(files);
    const { checked, differing } = await app.reconcile({ repair: false });
    expect({ checked, differing, of: account?.shortName }).toEqual({
      checked: files,
      differing: 0,
      of: 'demo',
    });
    const chunks = await app.db.selectFrom('chunk').select(['itemId', 'ordinal']).execute();
    for (const { id } of items) {
      const ordinals = chunks.filter(({ itemId }) => itemId === id).map(({ ordinal }) => ordinal);
      expect(ordinals.sort((a, b) => a - b)).toEqual(ordinals.map((_ordinal, i) => i));
      expect(ordinals.length).toBeGreaterThan(0);
    }

    const again = await runInProcess(importArgs(folder), env);
    expect(again.stdout).toContain(`0 created, 0 updated, ${files} unchanged`);
  }, 300_000);
});

/** A silent recording, PCM of 8 kHz. */
const silence = (bytes: number): Buffer => {
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1].entries()) wav.writeUInt16LE(value, 20 + 2 * at);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
};

describe('an import killed while it stores a recording', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-kill-media-'));
  const folder = join(workplace, 'talks');
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'warn' };
  let app: App;
  beforeAll(async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'talk.wav'), silence(64 * 1024 * 1024));
    writeFileSync(join(folder, 'talk.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nBe still.\n');
    await prepareData(env);
    app = createApp(loadConfig(env));
  });
  afterAll(async () => {
    await app?.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  it('stores the recording once when it runs again', async () => {
    const uploads = () =>
      app.db.selectFrom('upload').select('status').where('purpose', '=', 'media').execute();
    const running = startCli(importArgs(folder), env);
    while ((await uploads()).length === 0) await sleep(5);
    running.process.kill('SIGKILL');
    await running.finished;
    const { stdout } = await runInProcess(importArgs(folder), env);
    expect(stdout).toContain('0 created, 0 updated, 1 unchanged');
    expect(await app.db.selectFrom('item').select('status').execute()).toEqual([{ status: 'published' }]);
    const assets = app.db.selectFrom('mediaAsset').select(['originalFilename', 'status', 'fileSizeBytes']);
    expect(await assets.where('contentType', '!=', 'text').execute()).toEqual([
      { originalFilename: 'talk.wav', status: 'ready', fileSizeBytes: 64 * 1024 * 1024 + 44 },
    ]);
    expect(await uploads()).toHaveLength(1);
    const usage = await app.db.selectFrom('storedFile').select('sizeBytes').execute();
    expect(usage.filter(({ sizeBytes }) => sizeBytes > 1_000_000)).toHaveLength(1);
  }, 300_000);
});
