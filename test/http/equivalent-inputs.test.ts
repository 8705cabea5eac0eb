/** Values that can be written in several ways: list parameters, MIME types, book codes, video URLs. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildResource,
  buildScripture,
  buildSeries,
  buildSpeaker,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('input in several forms', () => {
  const app = useApp();
  let item: Built;
  let [few, many]: Built[] = [];
  beforeAll(async () => {
    [many, few] = [await buildSpeaker(app.demo, { name: 'B' }), await buildSpeaker(app.demo, { name: 'A' })];
    item = await buildItem(app.demo, { speakers: [{ id: many.id }] });
    await buildItem(app.demo, { speakers: [{ id: many.id }, { id: few.id }] });
  });

  const get = async (path: string): Promise<any> => {
    const { status, body } = await app.demo.api.get(path);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const refusedPaths = async (path: string): Promise<string[]> => {
    const { status, body } = await app.demo.api.get(path);
    expect(status, path).toBe(400);
    return body.error.details.map(({ path: at }: { path: string }) => at);
  };
  const idsOf = (records: Built[]): number[] => records.map(({ id }) => id);

  describe('lists', () => {
    it.each([
      '_orderBy[0]=itemCount,DESC&_orderBy[1]=name,ASC',
      '_orderBy[1]=name,ASC&_orderBy[0]=itemCount,DESC',
      '_orderBy%5B0%5D=itemCount,DESC',
    ])('are sorted by %s, numerically', async (query) => {
      expect(idsOf((await get(`/speakers?${query}`)).speakers)).toEqual([many.id, few.id]);
    });

    it('are sorted by itemCount ascending by default', async () => {
      for (const query of ['_orderBy=itemCount', '_orderBy[]=itemCount', '_orderBy[0]=itemCount'])
        expect((await get(`/speakers?${query}`)).speakers).toMatchObject([
          { id: few.id, itemCount: 1 },
          { id: many.id, itemCount: 2 },
        ]);
      expect(await refusedPaths('/speakers?_orderBy=name')).toEqual(['_orderBy']);
      expect(await refusedPaths('/items?_orderBy=itemCount')).toEqual(['_orderBy']);
    });

    it.each([
      '_expand=collection,speakers',
      '_expand[0]=collection&_expand[1]=speakers',
      '_expand[]=collection,speakers',
    ])('and records are expanded by %s', async (query) => {
      for (const found of [
        (await get(`/items?${query}`)).items[0],
        (await get(`/items/${item.id}?${query}`)).item,
      ])
        expect(found).toMatchObject({ collection: { deletedDate: null }, speakers: expect.any(Array) });
    });

    it('reject unknown names, in any form', async () => {
      for (const path of ['/items', `/items/${item.id}`]) {
        for (const query of [
          '_expand=collection,nonsense',
          '_expand=collection,',
          '_expand[0]=nonsense',
          '_expand=',
        ])
          expect(await refusedPaths(`${path}?${query}`)).toEqual(['_expand']);
        for (const query of ['_expand[x]=series', '_expand[0][1]=series'])
          expect(await refusedPaths(`${path}?${query}`)).toHaveLength(1);
      }
    });

    it('include deleted records with 1, and omit them with 0', async () => {
      const gone = await buildSpeaker(app.demo, { name: 'Gone' });
      await app.demo.api.delete(`/speakers/${gone.id}`);
      const named = async (flag: string) =>
        (await get(`/speakers?_withDeleted=${flag}&name=Gone`)).speakers.length as number;
      expect([await named('1'), await named('true'), await named('0'), await named('false')]).toEqual([
        1, 1, 0, 0,
      ]);
      expect((await get(`/speakers/${gone.id}?_withDeleted=1`)).speaker.name).toBe('Gone');
      expect((await app.demo.api.get(`/speakers/${gone.id}?_withDeleted=0`)).status).toBe(404);
      expect(await refusedPaths('/speakers?_withDeleted=yes')).toEqual(['_withDeleted']);
      expect(await refusedPaths(`/speakers/${gone.id}?_withDeleted=2`)).toEqual(['_withDeleted']);
    });
  });

  it('expansions include a deleted collection of a deleted item or series', async () => {
    const collection = await buildCollection(app.demo, { name: 'Closed' });
    const series = await buildSeries(app.demo, { collectionId: collection.id });
    const gone = await buildItem(app.demo, { collectionId: collection.id });
    for (const path of [`items/${gone.id}`, `series/${series.id}`, `collections/${collection.id}`])
      expect((await app.demo.api.delete(`/${path}`)).status).toBe(200);
    const deleted = expect.objectContaining({ name: 'Closed', deletedDate: expect.any(String) });
    const query = '_withDeleted=true&_expand[]=collection';
    expect((await get(`/items/${gone.id}?${query}`)).item.collection).toEqual(deleted);
    expect((await get(`/items?${query}&id=${gone.id}`)).items[0].collection).toEqual(deleted);
    expect((await get(`/series/${series.id}?${query}`)).series.collection).toEqual(deleted);
  });

  describe('MIME types', () => {
    const body = Buffer.from('Grace and peace.');
    const put = (url: string, type: string) =>
      fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'Content-Type': type } });

    it.each([
      ['text/plain; charset=utf-8', 'text/plain; charset=utf-8', 'text/plain'],
      ['Text/Plain;charset=UTF-8', 'text/plain', 'text/plain'],
      ['text/plain', 'text/plain; charset=utf-8', 'text/plain'],
    ])('of a file declared as %s and sent as %s', async (declared, sent, stored) => {
      const { status, body: answer } = await app.demo.api.post(`/items/${item.id}/resources/create`, {
        title: 'Notes',
        contentType: 'file',
        fileMimeType: declared,
        fileSizeBytes: body.length,
      });
      expect([status, answer.resource?.fileMimeType]).toEqual([201, stored]);
      expect((await put(answer.uploadUrl, 'text/html')).status).toBe(403);
      expect((await put(answer.uploadUrl, sent)).status).toBe(200);
      const { resource } = await get(`/items/${item.id}/resources/${answer.resource.id}`);
      const file = await fetch(resource.url as string);
      expect([file.headers.get('content-type'), await file.text()]).toEqual([
        'text/plain; charset=utf-8',
        body.toString(),
      ]);
    });

    it('of media and artwork', async () => {
      const media = { contentType: 'audio', mimeType: 'Audio/MPEG; rate=44100', fileSizeBytes: 10 };
      expect((await buildMedia(app.demo, item, media)).mimeType).toBe('audio/mpeg');
      const artwork = { variant: 'square', fileMimeType: 'image/PNG;q=1', fileSizeBytes: 10 };
      expect((await app.demo.api.post(`/items/${item.id}/artwork/create`, artwork)).status).toBe(201);
    });

    it('are rejected when invalid', async () => {
      for (const mimeType of ['; charset=utf-8', 'audio', 7, 'text/plain; charset=utf-8']) {
        const media = { contentType: 'audio', mimeType, fileSizeBytes: 10 };
        const { status, body: answer } = await app.demo.api.post(`/items/${item.id}/media/create`, media);
        expect([status, answer.error.details[0].path]).toEqual([422, 'mimeType']);
      }
    });
  });

  it('book codes are case-insensitive, in bodies and in filters', async () => {
    const scripture = await buildScripture(app.demo, item, { book: 'jhn', chapter: 11, verseStart: 35 });
    expect(scripture).toMatchObject({ book: 'JHN', citation: 'John 11:35' });
    const changed = await app.demo.api.patch(`/scriptures/${scripture.id}`, {
      book: ' 1co ',
      chapter: 13,
      verseStart: 1,
      verseEnd: 2,
    });
    expect(changed.body.scripture).toMatchObject({ book: '1CO', citation: '1 Corinthians 13:1-2' });
    for (const filter of ['book=1co', 'book.in=jhn,1Co', 'book.ne=gen'])
      expect(idsOf((await get(`/scriptures?${filter}`)).scriptures)).toEqual([scripture.id]);
    expect(await refusedPaths('/scriptures?book=xyz')).toEqual(['book']);
  });

  describe('videos', () => {
    it.each([
      ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s', 'dQw4w9WgXcQ'],
      ['youtube', ' https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ ', 'dQw4w9WgXcQ'],
      ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=abc', 'dQw4w9WgXcQ'],
      ['youtube', 'youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
      ['youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
      ['youtube', 'https://youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
      ['youtube', 'http://www.youtube.com/live/dQw4w9WgXcQ/', 'dQw4w9WgXcQ'],
      ['vimeo', 'https://vimeo.com/76979871', '76979871'],
      ['vimeo', 'https://vimeo.com/76979871/a1b2c3', '76979871/a1b2c3'],
      ['vimeo', 'https://player.vimeo.com/video/76979871?h=a1b2c3&badge=0', '76979871/a1b2c3'],
      ['vimeo', 'vimeo.com/channels/staffpicks/76979871', '76979871'],
      ['vimeo', 'https://vimeo.com/showcase/22/video/76979871', '76979871'],
    ])('at %s are recognised by %s', async (externalPlatform, externalPlatformId, videoId) => {
      const video = { externalPlatform, externalPlatformId };
      const other = await buildItem(app.demo);
      const resource = await buildResource(app.demo, other, { contentType: 'video', ...video });
      expect(resource).toMatchObject({
        externalPlatformId: videoId,
        url: expect.stringContaining(videoId),
        thumbnailImgUrl: externalPlatform === 'vimeo' ? null : expect.stringContaining(videoId),
      });
      const asset = await buildMedia(app.demo, other, video);
      expect(asset.externalPlatformId).toBe(videoId);
      const again = await app.demo.api.patch(`/media/${asset.id}`, { externalPlatformId });
      expect(again.body.mediaAsset.externalPlatformId).toBe(videoId);
    });

    it.each([
      ['youtube', 'https://vimeo.com/76979871'],
      ['vimeo', 'https://youtu.be/dQw4w9WgXcQ'],
      ['youtube', 'https://example.org/watch?v=dQw4w9WgXcQ'],
      ['youtube', 'https://www.youtube.com/@channel'],
      ['youtube', 'https://www.youtube.com/watch?v=tooshort'],
      ['vimeo', 'https://vimeo.com/album/76979871'],
    ])('at %s are rejected because of %s', async (externalPlatform, externalPlatformId) => {
      const { status, body } = await app.demo.api.post(`/items/${item.id}/media/create`, {
        externalPlatform,
        externalPlatformId,
      });
      expect([status, body.error?.details[0].path]).toEqual([422, 'externalPlatformId']);
    });
  });
});
