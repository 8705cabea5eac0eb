/** Artwork of podcast feeds, by the rules of podcast directories. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildSeries, setItem, type Built } from '../support/factories.js';
import { SITE } from '../support/feed-library.js';
import { picture } from '../support/images.js';
import { buildEpisode, parseFeed, readFeed } from '../support/podcasts.js';
import { useApp } from '../support/start-app.js';

describe('feed artwork', () => {
  const app = useApp({ worker: true });
  let small: Buffer;
  beforeAll(async () => {
    small = await picture('png', 1_400, 1_400);
  });

  const xmlOf = (path: string) => readFeed(app, path);
  const feedOf = (path: string) => parseFeed(app, path);
  const episode = (collection: Built, body = {}, file = {}) => buildEpisode(app, collection, body, file);

  const create = (id: number, bytes: Buffer, type = 'image/png', body = {}) =>
    app.demo.api.post(`/collections/${id}/artwork/create`, {
      fileMimeType: type,
      fileSizeBytes: bytes.length,
      ...body,
    });
  const put = async (url: string, bytes: Buffer, type = 'image/png') => {
    const answer = await fetch(url, { method: 'PUT', body: bytes, headers: { 'Content-Type': type } });
    return { status: answer.status, body: (await answer.json()) as Built };
  };
  const give = async (id: number, bytes: Buffer, type = 'image/png'): Promise<string> => {
    const { status, body } = await create(id, bytes, type);
    expect(status).toBe(201);
    expect((await put(body.uploadUrl, bytes, type)).status).toBe(200);
    return (await app.demo.api.get(`/collections/${id}`)).body.collection.squareImgUrl;
  };

  it('is in the feed and public until it is replaced or removed', async () => {
    const collection = await buildCollection(app.demo);
    const path = `/collections/${collection.id}`;
    await episode(collection);
    const planned = await create(collection.id, small, 'image/png', { variant: 'square' });
    expect(planned.body.collection).toEqual(collection);
    expect(await xmlOf(path)).not.toContain('itunes:image');

    const first = await give(collection.id, small);
    expect(first).toMatch(/\/v2\/files\/.+\/square\.png$/);
    const publicUrl = SITE + new URL(first).pathname.replace('/v2', '');
    expect((await feedOf(path)).itunesImage).toBe(publicUrl);
    const shown = await app.demo.site.get(publicUrl.slice(SITE.length));
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.headers['cache-control']).toContain('immutable');
    expect((await app.demo.api.get(path)).body.collection.squareImgMetadata).toEqual({
      width: 1_400,
      height: 1_400,
      mimeType: 'image/png',
      fileSizeBytes: small.length,
    });
    const read = (await app.demo.api.get(path)).body.collection;
    expect((await app.demo.api.patch(path, read)).body.collection).toEqual(read);

    const second = await give(collection.id, await picture('jpeg', 3_000, 3_000), 'image/jpeg');
    expect(second).toMatch(/square\.jpg$/);
    await app.idle();
    expect((await app.demo.site.get(publicUrl.slice(SITE.length))).status).toBe(404);
    expect((await feedOf(path)).itunesImage).toMatch(/square\.jpg$/);

    const removed = await app.demo.api.post(`${path}/artwork/delete`, {});
    expect(removed.body).toEqual({ result: 'success', collection });
    expect(await xmlOf(path)).not.toContain('itunes:image');
    expect((await app.demo.api.post(`${path}/artwork/delete`)).status).toBe(200);
  });

  it('replaces the artwork of series and items in the feed', async () => {
    const collection = await buildCollection(app.demo);
    const series = await buildSeries(app.demo, { collectionId: collection.id });
    const item = await episode(collection, { seriesId: series.id });
    await setItem(app, item, { squareImgUrl: 'https://example.org/item.png' });
    const images = async () => {
      const feeds = [`/collections/${collection.id}`, `/series/${series.id}`].map(feedOf);
      return (await Promise.all(feeds)).map(({ itunesImage }) => itunesImage);
    };
    expect(await images()).toEqual(Array(2).fill('https://example.org/item.png'));
    await give(collection.id, small);
    expect(await images()).toEqual(Array(2).fill(expect.stringMatching(/square\.png$/)));
    await app.demo.api.patch(`/series/${series.id}`, { squareImgUrl: 'https://example.org/series.png' });
    expect((await images())[1]).toBe('https://example.org/series.png');
  });

  it('must be square, 1400 to 3000 pixels, PNG or JPEG, checked by content', async () => {
    const { id } = await buildCollection(app.demo);
    const cmyk = await sharp(small).toColourspace('cmyk').jpeg().toBuffer();
    const wrong: [string, Buffer, type: string][] = [
      ['small', await picture('png', 1_399, 1_399), 'image/png'],
      ['large', await picture('png', 3_001, 3_001), 'image/png'],
      ['wide', await picture('png', 1_500, 1_400), 'image/png'],
      ['nothing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
      ['WebP as PNG', await picture('webp', 1_400, 1_400), 'image/png'],
      ['JPEG as PNG', await picture('jpeg', 1_400, 1_400), 'image/png'],
      ['cut off', small.subarray(0, -30), 'image/png'],
      ['CMYK', cmyk, 'image/jpeg'],
    ];
    for (const [what, bytes, type] of wrong) {
      const { uploadUrl } = (await create(id, bytes, type)).body;
      const { status, body } = await put(uploadUrl, bytes, type);
      expect([what, status, body.error?.type]).toEqual([what, 422, 'ValidationError']);
      expect(body.error.details[0].path).toMatch(/^square\.(png|jpg)$/);
      if (what === 'small') expect(body.error.message).toContain('1399 × 1399 pixels');
    }
    const refusals: object[] = [{ variant: 'wide' }, { fileMimeType: 'image/webp' }, { fileSizeBytes: 0 }];
    for (const body of refusals) {
      const { status, body: answer } = await create(id, small, 'image/png', body);
      expect([status, answer.error.details.map(({ path }: Built) => path)]).toEqual([422, Object.keys(body)]);
    }
    expect((await app.demo.api.get(`/collections/${id}`)).body.collection.squareImgUrl).toBeNull();
    const held = { fileMimeType: 'image/png', fileSizeBytes: 10 };
    for (const call of ['create', 'delete'])
      expect(
        (await app.other.api.post(`/collections/${id}/artwork/${call}`, call === 'create' ? held : {}))
          .status,
      ).toBe(404);
  });
});
