/** Artwork: four variants of items and series, checked by content, and smaller copies of every picture. */
import { beforeAll, describe, expect, it } from 'vitest';
import { blobKeyOf } from '../../src/platform/storage/blob-key.js';
import { insertRow } from '../../src/platform/db/rows.js';
import type { Answer } from '../support/client.js';
import { buildCollection, buildItem, buildSeries, setItem, type Built } from '../support/factories.js';
import { bomb, measured, picture } from '../support/images.js';
import { useApp } from '../support/start-app.js';

describe('artwork', () => {
  const app = useApp({ worker: true });
  let collection: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
  });

  const newItem = (): Promise<Built> => buildItem(app.demo, { collectionId: collection.id });
  const reread = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const plan = (path: string, variant: string, bytes: Buffer, type = 'image/png'): Promise<Answer> =>
    app.demo.api.post(`${path}/artwork/create`, {
      variant,
      fileMimeType: type,
      fileSizeBytes: bytes.length,
    });
  const put = async (url: string, bytes: Buffer, type = 'image/png') => {
    const answer = await fetch(url, { method: 'PUT', body: bytes, headers: { 'Content-Type': type } });
    return { status: answer.status, body: (await answer.json()) as Built };
  };
  /**
   * Creates an upload and sends the file.
   * @returns the URL of the image in the record
   */
  const give = async (path: string, variant: string, bytes: Buffer, type = 'image/png'): Promise<string> => {
    const { body, status } = await plan(path, variant, bytes, type);
    expect(status).toBe(201);
    expect((await put(body.uploadUrl, bytes, type)).status).toBe(200);
    const record: Built = (await app.demo.api.get(path)).body;
    return (record.item ?? record.series)[`${variant}ImgUrl`];
  };
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const keyOf = (url: string): string => blobKeyOf(new URL(url).pathname.replace('/v2', '')) ?? '';
  const isStored = async (url: string): Promise<boolean> => (await app.app.blobs.stat(keyOf(url))) !== null;

  it('fills a variant of an item once the file is uploaded, and is public at once', async () => {
    const item = await newItem();
    await setItem(app, item, { status: 'published' });
    const bytes = await picture('jpeg', 320, 180);
    const planned = await plan(`/items/${item.id}`, 'wide', bytes, 'image/jpeg');
    expect(planned.status).toBe(201);
    expect(planned.body.item).toMatchObject({ id: item.id, wideImgUrl: null, wideImgMetadata: null });
    expect((await put(planned.body.uploadUrl, bytes, 'image/jpeg')).status).toBe(200);

    const filled = await reread(item);
    expect(filled).toMatchObject({
      squareImgUrl: null,
      wideImgMetadata: { width: 320, height: 180, mimeType: 'image/jpeg', fileSizeBytes: bytes.length },
    });
    expect(filled.wideImgUrl).toMatch(/^http.*\/v2\/files\/.*\/wide\.jpg$/);
    const file = await read(filled.wideImgUrl);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.bytes.equals(bytes)).toBe(true);
    const { body } = await app.demo.site.get(`/items/${item.id}`);
    expect(body.item.wideImgUrl).toMatch(/^http:\/\/demo\.localhost.*\/api\/files\/.*\/wide\.jpg$/);
  });

  it('measures a picture in its displayed orientation', async () => {
    const item = await newItem();
    const url = await give(`/items/${item.id}`, 'vertical', await picture('jpeg', 300, 200, 6), 'image/jpeg');
    expect((await reread(item)).verticalImgMetadata).toMatchObject({ width: 200, height: 300 });
    const { bytes } = await read(`${url}?width=160`);
    expect(await measured(bytes)).toEqual({ format: 'jpeg', width: 160, height: 240 });
  });

  it('deletes a replaced or removed file and its copies', async () => {
    const item = await newItem();
    const path = `/items/${item.id}`;
    const first = await give(path, 'square', await picture('png', 200, 200));
    const small = await read(`${first}?width=160`, { Accept: 'image/webp' });
    expect(small.status).toBe(200);
    const copy = first.replace('square.png', 'square.160.webp');
    expect(await isStored(copy)).toBe(true);

    const second = await give(path, 'square', await picture('webp', 210, 210), 'image/webp');
    const wide = await give(path, 'wide', await picture('png', 160, 90));
    const vertical = await give(path, 'vertical', await picture('png', 60, 90));
    await app.idle();
    expect(second).not.toBe(first);
    for (const gone of [first, copy]) expect(await isStored(gone)).toBe(false);
    expect((await read(`${first}?width=160`, { Accept: 'image/webp' })).status).toBe(404);

    const one = await app.demo.api.post(`${path}/artwork/delete`, { variant: 'square' });
    expect(one.body).toMatchObject({
      result: 'success',
      item: { id: item.id, squareImgUrl: null, squareImgMetadata: null, wideImgUrl: wide },
    });
    const all = await app.demo.api.post(`${path}/artwork/delete`, {});
    expect(all.body.item).toMatchObject({
      wideImgUrl: null,
      wideImgMetadata: null,
      ultraWideImgUrl: null,
      verticalImgUrl: null,
    });
    await app.idle();
    for (const gone of [second, wide, vertical]) expect(await isStored(gone)).toBe(false);
    expect((await app.demo.api.post(`${path}/artwork/delete`)).body.item.wideImgUrl).toBeNull();
  });

  it('sends a webhook for an item whose artwork changed', async () => {
    const { db } = app.app;
    const webhook = await insertRow(db, 'webhook', {
      accountId: app.demo.account.id,
      url: 'http://127.0.0.1:9/',
      events: '["item.updated"]',
      secret: 'whsec_AAAA',
      description: null,
      enabled: 1,
      entryDate: '2026-03-01T12:00:00.000Z',
      updatedDate: '2026-03-01T12:00:00.000Z',
      deletedDate: null,
    });
    const item = await newItem();
    await give(`/items/${item.id}`, 'wide', await picture('png', 160, 90));
    await app.demo.api.post(`/items/${item.id}/artwork/delete`, {});
    await db.updateTable('webhook').set({ enabled: 0 }).where('id', '=', webhook.id).execute();
    const told = await db
      .selectFrom('webhookDelivery')
      .select(['eventType', 'payload'])
      .orderBy('id')
      .execute();
    const widths = told.map(({ payload }) => JSON.parse(payload).data.item.wideImgMetadata?.width ?? null);
    expect(told.map(({ eventType }) => eventType)).toEqual(['item.updated', 'item.updated']);
    expect(widths).toEqual([160, null]);
    const deliveries = `/webhooks/${webhook.id}/deliveries`;
    const [latest, first] = (await app.demo.api.get(deliveries)).body.deliveries;
    const shown = await Promise.all(
      [first, latest].map(async ({ id }) => (await app.demo.api.get(`${deliveries}/${id}`)).body.delivery),
    );
    expect(shown.map(({ payload }) => payload.data.item.wideImgUrl)).toEqual([
      expect.stringMatching(/^http:\/\/.+\/v2\/files\/\d+\//),
      null,
    ]);
  });

  it('returns metadata as written, and finds files by their URL', async () => {
    const metadata = { url: '/files/1/x', imageUrl: '/uploads/1/y', note: { url: '/accounts/1/z' } };
    const series = await buildSeries(app.demo, {
      collectionId: collection.id,
      wideImgMetadata: metadata,
    });
    const path = `/series/${series.id}`;
    const url = await give(path, 'square', await picture('png', 90, 90));
    const { body } = await app.demo.api.get(path);
    expect(body.series).toMatchObject({ wideImgMetadata: metadata, squareImgUrl: url });
    expect(url).toMatch(/^http:\/\/.+\/v2\/files\/\d+\//);
    for (const filter of ['squareImgUrl', 'squareImgUrl.in', 'squareImgUrl.like']) {
      const found = await app.demo.api.get(`/series?${filter}=${encodeURIComponent(url)}`);
      expect(
        found.body.series.map(({ id }: { id: number }) => id),
        filter,
      ).toEqual([series.id]);
    }
  });

  it('rejects a file that differs from its declaration without storing it, and then accepts the right one', async () => {
    const item = await newItem();
    const good = await picture('png', 64, 64);
    const lies: [string, Buffer][] = [
      ['text', Buffer.from('Psalm 23, in plain words')],
      ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
      ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['jpeg', await picture('jpeg', 64, 64)],
      ['cut off', (await picture('png', 600, 600)).subarray(0, -60)],
      ['bomb', await bomb()],
    ];
    for (const [what, bytes] of lies) {
      const { uploadUrl } = (await plan(`/items/${item.id}`, 'square', bytes)).body;
      const { status, body } = await put(uploadUrl, bytes);
      expect([what, status, body.error.type]).toEqual([what, 422, 'ValidationError']);
      expect(body.error.details[0].path).toBe('square.png');
      if (what === 'bomb') expect(body.error.details[0].message).toContain('million pixels');
    }
    const uploads = await app.app.db
      .selectFrom('upload')
      .selectAll()
      .where('subjectId', '=', item.id)
      .where('purpose', '=', 'artwork')
      .execute();
    expect(uploads).toHaveLength(lies.length);
    for (const { blobKey } of uploads) expect(await app.app.blobs.stat(blobKey)).toBeNull();
    expect((await reread(item)).squareImgUrl).toBeNull();

    const { uploadUrl } = (await plan(`/items/${item.id}`, 'square', good)).body;
    expect((await put(uploadUrl, Buffer.alloc(good.length, 'x'))).status).toBe(422);
    expect((await put(uploadUrl, good)).status).toBe(200);
    expect((await reread(item)).squareImgMetadata).toMatchObject({ width: 64, height: 64 });
  });

  it('reports every problem in a body', async () => {
    const item = await newItem();
    const { api } = app.demo;
    const wrong = await api.post(`/items/${item.id}/artwork/create`, {
      variant: 'tall',
      fileMimeType: 'image/svg+xml',
      fileSizeBytes: 20 * 1024 * 1024 + 1,
      name: 'x',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.error.details.map(({ path }: Built) => path).sort()).toEqual([
      'fileMimeType',
      'fileSizeBytes',
      'name',
      'variant',
    ]);
    expect((await api.post(`/items/${item.id}/artwork/delete`, { variant: 'tall' })).status).toBe(422);
  });

  it('works the same for series, and survives a PATCH with the body that was read', async () => {
    const series = await buildSeries(app.demo, {
      collectionId: collection.id,
      wideImgUrl: 'https://example.org/wide.png',
    });
    const path = `/series/${series.id}`;
    const url = await give(path, 'square', await picture('png', 90, 90));
    await give(path, 'wide', await picture('png', 160, 90));
    const kept = await app.demo.api.patch(path, { squareImgUrl: url, subTitle: 'Same picture' });
    expect(kept.body.series).toMatchObject({
      squareImgUrl: url,
      squareImgMetadata: { width: 90, height: 90 },
    });
    const left = await app.demo.api.patch(path, { squareImgUrl: 'https://example.org/square.png' });
    expect(left.body.series).toMatchObject({ squareImgMetadata: null, wideImgMetadata: { width: 160 } });
    await app.idle();
    expect(await isStored(url)).toBe(false);
    const none = await app.demo.api.post(`${path}/artwork/delete`, {});
    expect(none.body).toMatchObject({ result: 'success', series: { squareImgUrl: null, wideImgUrl: null } });
  });

  describe('smaller copies', () => {
    let url: string;
    beforeAll(async () => {
      url = await give(`/items/${(await newItem()).id}`, 'wide', await picture('png', 800, 450));
    });

    it.each([
      ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/avif', 'heif'],
      ['image/webp,*/*', 'image/webp', 'webp'],
      ['image/avif;q=0, image/webp;q=0.5', 'image/webp', 'webp'],
      ['*/*', 'image/jpeg', 'jpeg'],
    ])('answer Accept: %s with %s', async (Accept, type, format) => {
      const { status, headers, bytes } = await read(`${url}?width=320`, { Accept });
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('vary')).toContain('Accept');
      expect(headers.get('cache-control')).toContain('max-age=31536000');
      expect(await measured(bytes)).toEqual({ format, width: 320, height: 180 });
      const again = { Accept, 'If-None-Match': headers.get('etag') ?? '' };
      const path = new URL(url).pathname.replace('/v2', '');
      expect((await app.demo.api.get(`${path}?width=320`, again)).status).toBe(304);
    });

    it('are never enlarged, and both hosts serve them', async () => {
      const large = await read(`${url}?width=1920`);
      expect(await measured(large.bytes)).toEqual({ format: 'jpeg', width: 800, height: 450 });
      const elsewhere = await read(`${app.publicUrl}${new URL(url).pathname.replace('/v2', '')}?width=1920`);
      expect(elsewhere.bytes.equals(large.bytes)).toBe(true);
    });

    it('are made once, however many requests arrive at once', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => read(`${url}?width=640`)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    });

    it('exist in the listed widths, and only for existing pictures', async () => {
      for (const query of ['width=321', 'width=0', 'width=', 'width=640&width=320', 'width=1e9'])
        expect([query, (await read(`${url}?${query}`)).status]).toEqual([query, 400]);
      const missing = url.replace(/files\/(\d+)\/.{32}/, `files/$1/${'A'.repeat(32)}`);
      expect((await read(`${missing}?width=320`)).status).toBe(404);
      expect(await isStored(missing.replace('wide.png', 'wide.320.jpg'))).toBe(false);
    });
  });
});
