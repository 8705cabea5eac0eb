/** From an uploaded recording to a public, searchable item without another request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer } from '../../src/server.js';
import { buildItem, type Built } from '../support/factories.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { startApp, type Tenant, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

const FILE = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));
const SAID = 'The lighthouse keeper counted the storms of that winter.';

const upload = async ({ api }: Tenant, item: Built, bytes: Buffer = FILE): Promise<Built> => {
  const mimeType = 'audio/mpeg';
  const { body } = await api.post(`/items/${item.id}/media/create`, {
    contentType: 'audio',
    mimeType,
    fileSizeBytes: bytes.length,
  });
  expect((await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType })).status).toBe(200);
  return body.mediaAsset;
};

describe('unattended recordings', () => {
  const speech = use(
    () =>
      startSpeechServer((response) =>
        reply(response, { task: 'transcribe', text: SAID, segments: [{ start: 0, end: 1, text: SAID }] }),
      ),
    'close',
  );

  const statusOf = async ({ demo }: TestApp, { id }: Built): Promise<string> =>
    (await demo.api.get(`/items/${id}`)).body.item.status;
  const found = async (site: TestApp['demo']['site']): Promise<number[]> =>
    (await site.get('/search?q=lighthouse')).body.results.map(({ item }: Built) => item.id);

  it('become public and searchable after their upload, with autoPublish', async () => {
    const app = await startApp({ worker: true, env: { TRANSCRIBE_URL: speech.url } });
    try {
      const item = await buildItem(app.demo, { autoPublish: true });
      const draft = await buildItem(app.demo);
      const broken = await buildItem(app.demo, { autoPublish: true });
      const asset = await upload(app.demo, item);
      await upload(app.demo, draft);
      await upload(app.demo, broken, Buffer.from('This is no sound at all.'));
      await app.idle();
      expect(await statusOf(app, item)).toBe('published');
      expect(await found(app.demo.site)).toEqual([item.id]);
      expect(await statusOf(app, draft)).toBe('draft');
      expect(await statusOf(app, broken)).toBe('actionRequired');
      // Confirming a file that the server has already found changes nothing.
      expect((await app.demo.api.post(`/media/${asset.id}/uploaded`)).body.mediaAsset.status).toBe('ready');
      await app.idle();
      const runs = await app.app.db.selectFrom('processing').select('itemId').execute();
      expect(runs).toEqual([{ itemId: item.id }]);
    } finally {
      await app.stop();
    }
  });

  it('are processed when transcription becomes available', async () => {
    const app = await startApp();
    const worker = app.app.createWorker();
    const working = worker.run();
    const waited = await buildItem(app.demo);
    const uploaded = await buildItem(app.demo, { autoPublish: true });
    const draft = await buildItem(app.demo);
    const withdrawn = await buildItem(app.demo, { autoPublish: true });
    for (const item of [waited, uploaded, draft, withdrawn]) await upload(app.demo, item);
    await app.idle();
    for (const { id } of [waited, withdrawn]) await app.demo.api.post(`/items/${id}/process`);
    await app.idle();
    await app.demo.api.post(`/items/${withdrawn.id}/unpublish`);
    await app.idle();
    await worker.stop();
    await working;
    const items = [waited, uploaded, draft, withdrawn];
    const statuses = () => Promise.all(items.map((item) => statusOf(app, item)));
    expect(await statuses()).toEqual(['ready', 'draft', 'draft', 'unpublished']);

    const { transcription } = loadConfig({ TRANSCRIBE_URL: speech.url });
    const configured = createApp({ ...app.app.config, transcription });
    const running = await startServer(configured, { role: 'worker', warm: false });
    try {
      const after = ['ready', 'published', 'draft', 'unpublished'];
      await expect.poll(statuses, { timeout: 60_000 }).toEqual(after);
      await expect
        .poll(() => app.app.db.selectFrom('transcript').select('itemId').execute(), { timeout: 60_000 })
        .toEqual(expect.arrayContaining([{ itemId: waited.id }, { itemId: uploaded.id }]));
    } finally {
      await running.stop();
      await configured.close();
      await app.stop();
    }
  });
});
