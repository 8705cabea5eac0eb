/** The logs of slow requests and jobs name the stores that they wait for. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildItem, publishTalk } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface LogLine {
  level: number;
  msg: string;
  [part: string]: unknown;
}

const INFO = 30;
const WARN = 40;
const DELAY_MS = 60;

describe('the logs of slow requests and jobs', () => {
  let store: Server;
  let app: TestApp;
  let raw = '';
  const slow = (msg: string): LogLine[] =>
    raw
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine)
      .filter((line) => line.msg === msg);
  const requestOf = (route: string): Promise<LogLine> =>
    expect
      .poll(() => slow('slow request').find((line) => line.route === route))
      .toBeDefined()
      .then(() => slow('slow request').find((line) => line.route === route)!);

  beforeAll(async () => {
    // Neither ClickHouse nor a bucket, but slow.
    store = createServer((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(404).end(), DELAY_MS);
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    app = await startApp({
      worker: true,
      env: {
        SLOW_MS: '1',
        LOG_LEVEL: 'info',
        CLICKHOUSE_URL: url,
        S3_ENDPOINT: url,
        S3_BUCKET: 'media',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
      logTo: { write: (line: string) => (raw += line) },
    });
  });
  afterAll(async () => {
    await app.stop();
    store.closeAllConnections();
    store.close();
  });

  it('have the time of ClickHouse', async () => {
    expect((await app.demo.api.get('/stats/overview')).status).toBe(503);
    const line = await requestOf('/v2/stats/overview');
    expect(line).toMatchObject({ level: WARN, status: 503, account: 'demo' });
    expect(line.clickHouseMs).toBeGreaterThan(DELAY_MS / 2);
    expect(line).not.toHaveProperty('storageMs');
  });

  it('have the time of the file storage and of the body', async () => {
    const item = await buildItem(app.demo);
    const { mediaAsset } = (
      await app.demo.api.post(`/items/${item.id}/media/create`, {
        contentType: 'audio',
        mimeType: 'audio/mpeg',
        fileSizeBytes: 3,
      })
    ).body;
    const { status } = await app.demo.api.post(`/media/${mediaAsset.id}/uploaded`, {});
    expect(status).toBe(422);
    const line = await requestOf('/v2/media/{mediaAssetId}/uploaded');
    expect(line.storageMs).toBeGreaterThan(DELAY_MS / 2);
    expect(line).not.toHaveProperty('clickHouseMs');
    expect(line).not.toHaveProperty('bodyMs');
    // A body that has arrived with the head takes less than the log counts.
    expect(await requestOf('/v2/items/{itemId}/media/create')).toHaveProperty('bodyMs', expect.any(Number));
  });

  it('have the jobs with their statements, and no text', async () => {
    await publishTalk(app.demo, 'A talk', ['The shepherds watched their flocks by night.']);
    const ofItem = () => slow('slow job').find(({ kind }) => kind === 'processItem');
    await expect.poll(ofItem, { timeout: 60_000 }).toBeDefined();
    const line = ofItem();
    expect(line).toMatchObject({ level: INFO, jobId: expect.any(Number), jobs: expect.any(Number) });
    expect(line?.statements).toBeGreaterThan(3);
    expect(line?.sqlMs).toBeGreaterThan(0);
    expect(raw).not.toContain('hepherds');
  });
});
