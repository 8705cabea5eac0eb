/** Child processes of a killed server end with it. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSetpriv } from '../../src/platform/lib/end-with-parent.js';
import { createClient } from '../support/client.js';
import { startCli, type Running } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';
import { web } from '../support/web.js';

const { PATH = '' } = process.env;
const FILE = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

const isRunning = (pid: number): boolean => {
  try {
    // A zombie counts as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe.skipIf(findSetpriv(PATH) === null)('child processes of a server under SIGKILL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'));
  const data = join(folder, 'data');
  const env: Record<string, string> = {
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE: 'false',
  };
  let token = '';
  let server: Running | undefined;
  beforeAll(async () => {
    const script = (name: string, code: string): string => {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\n${code}\n`);
      chmodSync(path, 0o755);
      return path;
    };
    const waits = (name: string): string => `echo $$ > ${folder}/${name}.pid; exec sleep 600`;
    // Decodes to noise, and does nothing else.
    script(
      'ffmpeg',
      `case "$*" in *samples) head -c 64000 /dev/urandom > samples;; *) ${waits('ffmpeg')};; esac`,
    );
    const recogniser = script('recogniser', waits('recogniser'));
    Object.assign(env, { PATH: folder + delimiter + PATH, TRANSCRIBE_COMMAND: `${recogniser} {input}` });
    token = await prepareData(env);
  });
  afterAll(async () => {
    server?.process.kill('SIGKILL');
    await server?.finished;
    rmSync(folder, { recursive: true, force: true });
  });

  const pids = (): number[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pid'))
      .map((name) => Number(readFileSync(join(folder, name), 'utf8')))
      .filter((pid) => pid > 0);

  it('end with the server', async () => {
    server = startCli(['serve'], env);
    await server.said('public   ');
    const base = /private\s+(\S+)/.exec(server.output())?.[1] ?? '';
    const api = createClient(base, { Authorization: `Bearer ${token}` });
    const { collection } = (await api.post('/collections/create', { name: 'Evenings' })).body;
    const details = { title: 'An evening', date: '2026-03-01', collectionId: collection.id };
    const { item } = (await api.post('/items/create', details)).body;
    const file = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: FILE.length };
    const { uploadUrl } = (await api.post(`/items/${item.id}/media/create`, file)).body;
    await web.put(uploadUrl, FILE, { 'Content-Type': 'audio/mpeg' });
    await api.post(`/items/${item.id}/process`);
    await expect.poll(() => pids().length).toBe(2);
    expect(pids().filter(isRunning)).toHaveLength(2);
    server.process.kill('SIGKILL');
    await server.finished;
    await expect.poll(() => pids().filter(isRunning)).toEqual([]);
  });
});
