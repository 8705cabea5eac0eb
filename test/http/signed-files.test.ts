/** Files and transcripts of items: public while the item is public, and behind signed URLs otherwise. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { picture as draw } from '../support/images.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { useApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

const HOUR_MS = 60 * 60_000;
const SIGNED = /\/files\/[0-9a-z]+\.[\w-]{43}\/\d+\/[\w-]{32}\/[^/]+$/;
const STABLE = /\/files\/\d+\/[\w-]{32}\/[^/]+$/;
const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nThe Lord is my shepherd.\n';

/** As if the worker had verified the type of the file. */
const examine = ({ app: { db } }: TestApp, { id }: Built) =>
  db.updateTable('mediaAsset').set({ status: 'ready' }).where('id', '=', id).execute();

describe('the files of an item', () => {
  const clock = createFakeClock(new Date().toISOString());
  let item: Built;
  let media: Built;
  let guide: Built;
  let picture: Built;

  const upload = async (
    path: string,
    body: object,
    bytes: Uint8Array | string,
    type: string,
  ): Promise<Built> => {
    const answer = await app.demo.api.post(`/items/${item.id}${path}`, {
      ...body,
      fileSizeBytes: bytes.length,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect((await web.put(answer.body.uploadUrl, bytes, { 'Content-Type': type })).status).toBe(200);
    return answer.body.mediaAsset ?? answer.body.resource;
  };
  const file = (originalFilename: string, fileMimeType: string) => ({
    title: originalFilename,
    contentType: 'file',
    fileMimeType,
    originalFilename,
  });
  const read = async (path: string): Promise<Built> => (await app.demo.api.get(path)).body;
  const mediaNow = async (): Promise<Built> => (await read(`/media/${media.id}`)).mediaAsset;
  const guideNow = async (): Promise<Built> =>
    (await read(`/items/${item.id}/resources/${guide.id}`)).resource;
  const itemNow = async (): Promise<Built> => (await read(`/items/${item.id}`)).item;
  const setStatus = (status: string) => setItem(app, item, { status });
  const statusOf = async (url: string): Promise<number> => (await web.get(url)).status;
  const unsigned = (url: string): string => url.replace(/\/files\/[0-9a-z]+\.[\w-]{43}/, '/files');

  const receiver = use(() => startReceiver(), 'close');
  const app = useApp({ clock, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  beforeAll(async () => {
    item = await buildItem(app.demo);
    const mp3 = { contentType: 'audio', mimeType: 'audio/mpeg', originalFilename: 'talk.mp3' };
    media = await upload('/media/create', mp3, 'abcdefgh', 'audio/mpeg');
    await examine(app, media);
    const [pdf, png] = ['application/pdf', 'image/png'];
    guide = await upload('/resources/create', file('guide.pdf', pdf), '%PDF-1.4', pdf);
    picture = await upload('/resources/create', file('slide.png', png), await draw('png', 400, 300), png);
    await app.demo.api.put(`/items/${item.id}/transcript`, VTT, { 'Content-Type': 'text/vtt' });
  });

  it('have signed URLs in all private API responses while the item is private', async () => {
    await setStatus('ready');
    const { url, downloadUrl } = await mediaNow();
    expect(url).toMatch(SIGNED);
    expect(downloadUrl).toBe(`${url}?download=1`);
    expect((await guideNow()).url).toMatch(SIGNED);
    const expanded = (await read(`/items?id=${item.id}&_expand[]=mediaAssets&_expand[]=resources`)).items[0];
    expect(expanded.mediaAssets.find(({ id }: Built) => id === media.id).url).toMatch(SIGNED);
    for (const resource of expanded.resources) expect(resource.url).toMatch(SIGNED);
    for (const { url: listed } of (await read(`/items/${item.id}/resources`)).resources)
      expect(listed).toMatch(SIGNED);
    const nested = (await read(`/items/${item.id}/media?_expand[]=item`)).mediaAssets;
    for (const asset of nested)
      expect(asset.item.transcriptUrl).toMatch(/\/[\w-]{43}\/[0-9a-z]+\.[\w-]{43}$/);

    expect((await web.get(url)).body).toBe('abcdefgh');
    const part = await web.get(url, { Range: 'bytes=2-3' });
    expect([part.status, part.body]).toEqual([206, 'cd']);
    expect(part.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    expect((await web.get(downloadUrl)).headers['content-disposition']).toMatch(/^attachment/);
    // The public host serves the same paths.
    expect(await statusOf(url.replace(app.privateUrl, app.publicUrl))).toBe(200);
  });

  it('return 404 without a signature, with a changed one, or with that of another file or account', async () => {
    const { url } = await mediaNow();
    const other = (await guideNow()).url as string;
    const [signature = ''] = /[0-9a-z]+\.[\w-]{43}/.exec(url) ?? [];
    const [ofOther = ''] = /[0-9a-z]+\.[\w-]{43}/.exec(other) ?? [];
    const [expires = '', mac = ''] = signature.split('.');
    const later = (parseInt(expires, 36) + 60).toString(36);
    const flipped = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1);
    for (const wrong of [
      ofOther,
      `${later}.${mac}`,
      `${expires}.${flipped}`,
      mac,
      `${signature}A`,
      '..',
      '0.0',
    ])
      expect([wrong, await statusOf(url.replace(signature, wrong))]).toEqual([wrong, 404]);
    expect(await statusOf(unsigned(url))).toBe(404);
    expect(await statusOf(unsigned(other))).toBe(404);
    expect(await statusOf(url.replace(/\/files\/([^/]+)\/\d+/, '/files/$1/999'))).toBe(404);
  });

  it('have URLs that expire after twelve hours, and a new URL in each response', async () => {
    const { url } = await mediaNow();
    const { transcriptUrl } = await itemNow();
    clock.pass(11 * HOUR_MS);
    expect([await statusOf(url), await statusOf(transcriptUrl)]).toEqual([200, 200]);
    expect((await mediaNow()).url).not.toBe(url);
    clock.pass(HOUR_MS + 61_000);
    expect([await statusOf(url), await statusOf(transcriptUrl)]).toEqual([404, 404]);
    expect(await statusOf((await mediaNow()).url)).toBe(200);
  });

  it('have stable URLs while the item is public, which return 404 afterwards', async () => {
    await setStatus('published');
    const asset = await mediaNow();
    expect(asset.url).toMatch(STABLE);
    expect(asset.downloadUrl).toBe(`${asset.url}?download=1`);
    const resource = await guideNow();
    const { transcriptUrl } = await itemNow();
    expect(transcriptUrl).toMatch(/\/accounts\/\d+\/transcripts\/\d+\/[\w-]{43}$/);
    const shown = (await app.demo.site.get(`/items/${item.id}`)).body.item;
    const small = `${(await read(`/items/${item.id}/resources/${picture.id}`)).resource.url}?width=160`;
    const urls = [
      ...[asset.url, asset.downloadUrl, resource.url, transcriptUrl, small],
      ...[...shown.mediaAssets, ...shown.resources].map(({ url }: Built) =>
        url.replace('http://demo.localhost/api', app.publicUrl),
      ),
    ] as string[];
    expect(urls.length).toBeGreaterThanOrEqual(8);
    for (const url of urls) expect([url, await statusOf(url)]).toEqual([url, 200]);
    expect((await web.get(asset.url)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    // Smaller copies are separate files beside the image.
    const copy = small.replace(/\.png\?width=160$/, '.160.jpg');
    expect(await statusOf(copy)).toBe(200);

    for (const status of ['unpublished', 'unpublishing', 'draft']) {
      await setStatus(status);
      for (const url of [...urls, copy])
        expect([status, url, await statusOf(url)]).toEqual([status, url, 404]);
      expect(await statusOf((await mediaNow()).url)).toBe(200);
      expect(await statusOf((await itemNow()).transcriptUrl)).toBe(200);
    }
    await setStatus('published');
    for (const url of urls) expect(await statusOf(url)).toBe(200);
    await setItem(app, item, { deletedDate: clock.now().toISOString() });
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    await setItem(app, item, { deletedDate: null });
  });

  it('can be filtered by their returned URLs, and sent back in changes', async () => {
    await setStatus('ready');
    const { url, downloadUrl } = await mediaNow();
    const list = async (field: string, value: string): Promise<number[]> =>
      (await read(`/items/${item.id}/media?${field}=${encodeURIComponent(value)}`)).mediaAssets.map(
        ({ id }: Built) => id,
      );
    expect(await list('url', url)).toEqual([media.id]);
    expect(await list('url.in', `${url}`)).toEqual([media.id]);
    expect(await list('downloadUrl', downloadUrl)).toEqual([media.id]);
    expect(await list('url', unsigned(url))).toEqual([media.id]);
    const { transcriptUrl } = await itemNow();
    const found = await read(`/items?transcriptUrl=${encodeURIComponent(transcriptUrl)}`);
    expect(found.items.map(({ id }: Built) => id)).toEqual([item.id]);
  });

  it('are signed separately in webhook payloads', async () => {
    await setStatus('ready');
    const made = await createWebhook(app.demo, receiver.url);
    await app.demo.api.patch(`/items/${item.id}`, { subTitle: 'Changed' });
    const path = `/webhooks/${made.webhook.id}/deliveries`;
    const [{ id }] = (await read(path)).deliveries;
    const shown = async (): Promise<string> =>
      (await read(`${path}/${id}`)).delivery.payload.data.item.transcriptUrl;
    const first = await shown();
    expect(await statusOf(first)).toBe(200);
    clock.pass(13 * HOUR_MS);
    expect(await statusOf(first)).toBe(404);
    expect(await statusOf(await shown())).toBe(200);
    const row = await app.app.db.selectFrom('webhookDelivery').selectAll().execute();
    expect(JSON.stringify(row)).not.toMatch(/[0-9a-z]+\.[\w-]{43}"/);
  });

  it('are separate from artwork, which stays public', async () => {
    const bytes = await draw('png', 900, 900);
    const plan = { variant: 'square', fileMimeType: 'image/png', fileSizeBytes: bytes.length };
    const { uploadUrl } = (await app.demo.api.post(`/items/${item.id}/artwork/create`, plan)).body;
    expect((await web.put(uploadUrl, bytes, { 'Content-Type': 'image/png' })).status).toBe(200);
    const { squareImgUrl } = await itemNow();
    expect(squareImgUrl).toMatch(STABLE);
    const { status, headers } = await web.get(squareImgUrl);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });
});

describe('FILES_BASE_URL', () => {
  const ORIGIN = 'http://files.example.org';
  const HOST = { Host: 'files.example.org' };
  const app = useApp({ env: { FILES_BASE_URL: ORIGIN } });

  it('is the only origin that serves files, and serves nothing else', async () => {
    const item = await buildItem(app.demo);
    const mp3 = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 3 };
    const { mediaAsset, uploadUrl } = (await app.demo.api.post(`/items/${item.id}/media/create`, mp3)).body;
    expect(uploadUrl.startsWith(app.privateUrl)).toBe(true);
    expect((await web.put(uploadUrl, 'abc', { 'Content-Type': 'audio/mpeg' })).status).toBe(200);
    await examine(app, mediaAsset);
    const url = async (): Promise<string> =>
      (await app.demo.api.get(`/media/${mediaAsset.id}`)).body.mediaAsset.url;
    for (const status of ['ready', 'published']) {
      await setItem(app, item, { status });
      const path = (await url()).slice(ORIGIN.length);
      expect(await url()).toBe(ORIGIN + path);
      expect(path).toMatch(status === 'ready' ? SIGNED : STABLE);
      for (const host of [app.privateUrl, app.publicUrl]) {
        const { origin, pathname } = new URL(host);
        const served = await web.get(origin + path, HOST);
        expect([served.status, served.body]).toEqual([200, 'abc']);
        for (const old of [origin + path, origin + pathname + path]) {
          const moved = await web.get(`${old}?download=1`);
          expect([moved.status, moved.headers.location]).toEqual([308, `${ORIGIN}${path}?download=1`]);
        }
        for (const elsewhere of [
          '/healthz',
          `${pathname}/openapi.json`,
          `${pathname}/items`,
          pathname + path,
        ])
          expect([elsewhere, (await web.get(origin + elsewhere, HOST)).status]).toEqual([elsewhere, 404]);
      }
    }
    const shown = (await app.demo.site.get(`/items/${item.id}`)).body.item;
    expect(shown.mediaAssets[0].url).toBe(await url());
    const found = await app.demo.api.get(`/items/${item.id}/media?url=${encodeURIComponent(await url())}`);
    expect(found.body.totalRecords).toBe(1);
    const feed = await app.demo.site.get(`/collections/${item.collectionId}/feed.xml`);
    const [, enclosure] = /<enclosure url="([^"]+)"/.exec(feed.body as string) ?? [];
    const path = new URL(enclosure!).pathname.replace(/^.*(?=\/items\/)/, '');
    expect((await app.demo.site.get(path)).headers.location).toBe(await url());
  });
});
