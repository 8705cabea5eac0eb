/** The most verbose log contains no secrets from URLs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { startCli, type Running } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';
import { web } from '../support/web.js';

const folder = mkdtempSync(join(tmpdir(), 'lectern-log-'));
const env = {
  DATA_DIR: folder,
  PORT: '0',
  PUBLIC_PORT: '0',
  CONSOLE: 'false',
  ANALYTICS: 'false',
  LOG_LEVEL: 'trace',
  SLOW_MS: '1',
};
let server: Running;
let api: Client;
let token: string;
beforeAll(async () => {
  token = await prepareData(env);
  server = startCli(['serve'], env);
  await server.said('public ');
  const url = /private +(\S+)/.exec(server.output())?.[1] ?? '';
  api = createClient(url, { Authorization: `Bearer ${token}` });
}, 300_000);
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.finished;
  rmSync(folder, { recursive: true, force: true });
});

it('contains no token, upload secret, file secret or transcript key', async () => {
  const { collection } = (await api.post('/collections/create', { name: 'Sermons' })).body;
  const { item } = (
    await api.post('/items/create', { title: 'A', date: '2026-01-01', collectionId: collection.id })
  ).body;
  const plan = async () =>
    (
      await api.post(`/items/${item.id}/media/create`, {
        contentType: 'audio',
        mimeType: 'audio/mpeg',
        fileSizeBytes: 3,
      })
    ).body;
  const type = { 'Content-Type': 'audio/mpeg' };
  const { mediaAsset, uploadUrl } = await plan();
  expect((await web.put(uploadUrl, 'abc', type)).status).toBe(200);
  const { url } = (await api.get(`/media/${mediaAsset.id}`)).body.mediaAsset;
  expect((await web.get(url)).body).toBe('abc');
  await api.put(`/items/${item.id}/transcript`, 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n', {
    'Content-Type': 'text/vtt',
  });
  const { transcriptUrl } = (await api.get(`/items/${item.id}`)).body.item;
  expect((await web.get(transcriptUrl)).status).toBe(200);
  // Unknown paths, escapes, and a query.
  await web.get(`${transcriptUrl}/more?token=${token}`);
  await web.get(url.replace('/files/', '/%66iles/'));
  await web.get(`${url}/`);
  // An error that is logged with its path.
  const second = await plan();
  rmSync(join(folder, 'blobs'), { recursive: true });
  writeFileSync(join(folder, 'blobs'), '');
  expect((await web.put(second.uploadUrl, 'abc', type)).status).toBe(503);
  expect((await web.get(url)).status).toBe(503);
  await server.said('request failed');

  const secrets = [token, uploadUrl, second.uploadUrl, url, transcriptUrl].flatMap((text: string) =>
    text.split('/').filter((part) => /^[\w-]{32,}$/.test(part)),
  );
  expect(secrets.length).toBeGreaterThanOrEqual(5);
  for (const secret of secrets) expect(server.output()).not.toContain(secret);
  expect(server.output()).toContain('"route":"/v2/uploads/{accountId}/{uploadId}/{secret}"');
  expect(server.output()).toMatch(/"path":"\/v2\/uploads\/1\/\d+\/…"/);
  expect(server.output()).toMatch(/blobs\/1\/…\/media.mp3/);
});
