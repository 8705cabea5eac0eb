/** Recordings that are public before they have a transcript, or without one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildItem, buildMedia, buildScripture, buildSpeaker, type Built } from '../support/factories.js';
import { createClient } from '../support/client.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { startApp, useApp, type TestApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { use } from '../support/use.js';
import { web } from '../support/web.js';

const FILE = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));
const SAID = 'The lighthouse keeper counted the storms of that winter.';

const spoken = { text: SAID, segments: [{ start: 0, end: 1, text: SAID }] };

const callsOf = (app: TestApp) => {
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const send = async ({ id }: Built): Promise<Built> => {
    const file = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: FILE.length };
    const { body } = await app.demo.api.post(`/items/${id}/media/create`, file);
    expect((await web.put(body.uploadUrl, FILE, { 'Content-Type': file.mimeType })).status).toBe(200);
    return body.mediaAsset;
  };
  return {
    read,
    send,
    upload: async (item: Built): Promise<Built> => {
      const asset = await send(item);
      await app.idle();
      return asset;
    },
    process: async ({ id }: Built): Promise<void> => {
      expect((await app.demo.api.post(`/items/${id}/process`)).status).toBe(200);
      await app.idle();
    },
    publish: async (item: Built): Promise<void> => {
      expect((await app.demo.api.post(`/items/${item.id}/publish`)).status).toBe(200);
      await app.idle();
      expect(await read(item)).toMatchObject({ status: 'published', errorMessage: null });
    },
    step: async ({ id }: Built, wanted = 'transcribe'): Promise<Built> =>
      (await app.demo.api.get(`/items/${id}/processing`)).body.processing.steps.find(
        ({ name }: { name: string }) => name === wanted,
      ),
    found: async (q: string): Promise<Built[]> =>
      (await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results,
    page: async ({ urlSlug }: Built): Promise<string> => {
      const host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
      return String((await host.get(`/items/${urlSlug}`)).body);
    },
    idsOf: (results: Built[]): number[] => results.map(({ item }) => item.id),
  };
};

describe('a recording without a transcriber', () => {
  const app = useApp({ worker: true });
  const { read, upload, process, publish, step, found, page, idsOf } = callsOf(app);

  it('is published, found by what is known of it, played, and in the feed', async () => {
    const speaker = await buildSpeaker(app.demo, { name: 'Wilhelmina Quist' });
    const item = await buildItem(app.demo, {
      title: 'The harvest of grapes',
      description: 'About vineyards and patience.',
      speakers: [{ id: speaker.id }],
    });
    await buildScripture(app.demo, item, { book: 'JON', chapter: 2, verseStart: 3 });
    const asset = await upload(item);
    await process(item);
    expect(await read(item)).toMatchObject({
      status: 'ready',
      errorMessage: null,
      indexedMediaAssetId: asset.id,
      durationSecs: 2,
    });
    expect(await step(item)).toMatchObject({
      status: 'skipped',
      message: 'No transcript: found by title, speakers and description.',
    });
    await publish(item);

    for (const q of ['harvest grapes', 'Wilhelmina Quist', 'Jonah 2:3', 'vineyards'])
      expect(await found(q), q).toMatchObject([{ item: { id: item.id }, passages: [] }]);
    const shown = await page(item);
    expect(shown).toMatch(/<lectern-player item="\d+">[^]*<audio [^]*<source src="[^"]+"/);
    expect(shown).not.toMatch(/Transcript|will follow/);
    const feed = String((await app.demo.site.get(`/collections/${item.collectionId}/feed.xml`)).body);
    expect(feed).toContain('<enclosure ');
    expect(feed).toContain(item.title);
    expect(feed).not.toContain('<podcast:transcript');

    const noText = await app.demo.api.get(`/items/${item.id}/transcript`);
    expect([noText.status, noText.body.error.type]).toEqual([422, 'InvalidStateError']);
    expect((await app.demo.site.get(`/items/${item.id}/transcript`)).status).toBe(422);
    const { body } = await app.demo.api.get('/items?needsAttention=true');
    expect(body.items).toEqual([]);
  });

  it('follows edits, withdrawal and rebuilt indexes, and takes a transcript later', async () => {
    const item = await buildItem(app.demo, { title: 'A plain name', autoPublish: true });
    await upload(item);
    await process(item);
    expect(await read(item)).toMatchObject({ status: 'published' });
    await app.demo.api.patch(`/items/${item.id}`, { title: 'Zymurgy for beginners' });
    await app.idle();
    expect(idsOf(await found('zymurgy'))).toEqual([item.id]);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    await app.app.reindex();
    await app.idle();
    expect(idsOf(await found('zymurgy'))).toEqual([item.id]);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    await (await app.app.index.current()).index.removeItems(app.demo.account.id, [item.id]);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 1 });

    await app.demo.api.post(`/items/${item.id}/unpublish`);
    await app.idle();
    expect(await found('zymurgy')).toEqual([]);
    await publish(item);
    const put = await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(talks.bees), {
      'Content-Type': 'text/vtt',
    });
    expect(put.status).toBe(200);
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'published' });
    const [result] = await found('bees in the hive');
    expect(result.item.id).toBe(item.id);
    expect(result.passages.length).toBeGreaterThan(0);
  });

  it('may be a video elsewhere', async () => {
    const item = await buildItem(app.demo, { title: 'Only on video' });
    const asset = await buildMedia(app.demo, item);
    await process(item);
    expect(await read(item)).toMatchObject({ status: 'ready', indexedMediaAssetId: asset.id });
  });
});

describe('a recording that is being transcribed', () => {
  const speech = use(() => startSpeechServer((response) => reply(response, spoken)), 'close');
  const app = useApp(() => ({ worker: true, env: { TRANSCRIBE_URL: speech.url } }));
  const { read, send, publish, step, found, page, idsOf } = callsOf(app);

  /** Lets the server wait with its response; resolves with what sends it, once the recording has arrived. */
  const held = (): Promise<() => void> =>
    new Promise((resolve) => speech.answer((response) => resolve(() => reply(response, spoken))));
  const isReady = async (item: Built): Promise<void> => {
    await expect.poll(async () => (await read(item)).status, { timeout: 60_000 }).toMatch(/ready|published/);
  };

  it('is published first, and its transcript follows', async () => {
    const arrived = held();
    const item = await buildItem(app.demo, { title: 'Candles by the sea', autoPublish: true });
    const asset = await send(item);
    const release = await arrived;
    await isReady(item);
    const early = await read(item);
    expect(early).toMatchObject({ status: 'published', indexedMediaAssetId: asset.id });
    expect(await found('candles by the sea')).toMatchObject([{ item: { id: item.id }, passages: [] }]);
    expect(await step(item)).toMatchObject({ status: 'running' });
    expect((await app.demo.api.get(`/items/${item.id}/transcript`)).status).toBe(422);
    expect(await page(item)).toContain('The transcript will follow soon.');

    release();
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'published', publishedDate: early.publishedDate });
    expect(await found('the storms of that winter')).toMatchObject([
      { item: { id: item.id }, passages: [{ text: SAID }] },
    ]);
    expect(await step(item)).toMatchObject({ status: 'done' });
    expect(await page(item)).toContain(SAID);
    expect(await page(item)).not.toContain('will follow');
    expect((await app.demo.api.get(`/items/${item.id}/transcript`)).body.transcript).toBe(SAID);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
  });

  it('keeps what people do in the meantime', async () => {
    const arrived = held();
    const item = await buildItem(app.demo, { title: 'Nets and boats', autoPublish: true });
    await send(item);
    const release = await arrived;
    await isReady(item);
    await app.demo.api.post(`/items/${item.id}/unpublish`);
    await expect.poll(async () => (await read(item)).status).toBe('unpublished');
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(talks.bread), {
      'Content-Type': 'text/vtt',
    });
    release();
    await app.idle();
    expect(await read(item)).toMatchObject({ status: 'ready', autoPublish: false });
    const { segments } = (await app.demo.api.get(`/items/${item.id}/transcript/segments`)).body;
    expect(segments.map(({ text }: Built) => text)).toEqual(talks.bread);
    await publish(item);
    expect(idsOf(await found('sourdough'))).toEqual([item.id]);
  });

  it('stays unpublished or deleted when its transcript arrives', async () => {
    for (const withdraw of ['unpublish', 'delete']) {
      const arrived = held();
      const item = await buildItem(app.demo, { title: `Quartz and ${withdraw}`, autoPublish: true });
      await send(item);
      const release = await arrived;
      await isReady(item);
      if (withdraw === 'delete') await app.demo.api.delete(`/items/${item.id}`);
      else await app.demo.api.post(`/items/${item.id}/unpublish`);
      release();
      await app.idle();
      expect(await found('quartz')).toEqual([]);
      if (withdraw === 'delete') await app.demo.api.post(`/items/${item.id}/restore`);
      await app.idle();
      expect(await read(item)).toMatchObject({ status: 'unpublished', errorMessage: null });
    }
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
  });

  it('stays published if it cannot be transcribed', async () => {
    speech.answer((response) => reply(response, { error: { message: 'no' } }, 401));
    const item = await buildItem(app.demo, { title: 'Fennel', autoPublish: true });
    await send(item);
    await app.idle();
    await isReady(item);
    expect(await read(item)).toMatchObject({ status: 'published', errorMessage: null });
    expect(idsOf(await found('fennel'))).toEqual([item.id]);
    const { status, message } = await step(item);
    expect([status, message]).toEqual(['skipped', expect.stringContaining('refuses access (401)')]);
    const { body } = await app.demo.api.get('/items?needsAttention=true');
    expect(idsOf(body.items.map((one: Built) => ({ item: one })))).toEqual([]);
  });
});

describe('a recording whose transcription is interrupted', () => {
  it('gets its transcript after a restart', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const speech = await startSpeechServer(() => arrive());
    const app = await startApp({ env: { TRANSCRIBE_URL: speech.url } });
    const { read, send, found } = callsOf(app);
    const working = async (work: () => Promise<void>): Promise<void> => {
      const worker = app.app.createWorker();
      const running = worker.run();
      await work();
      await worker.stop();
      await running;
    };
    try {
      const item = await buildItem(app.demo, { autoPublish: true });
      await send(item);
      await working(async () => {
        await arrived;
        await expect.poll(async () => (await read(item)).status, { timeout: 60_000 }).toBe('published');
      });
      speech.answer((response) => reply(response, spoken));
      await working(() => app.idle());
      expect(await found('the storms of that winter')).toMatchObject([
        { item: { id: item.id }, passages: [{ text: SAID }] },
      ]);
    } finally {
      await app.stop();
      await speech.close();
    }
  });
});
