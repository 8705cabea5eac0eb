/** Media: files from upload to deletion, external videos, lists, and the items that follow their media. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildChapter, buildItem, buildMedia, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const BYTES = Buffer.from('ID3 no more than a few bytes of a talk');
const AUDIO = {
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: BYTES.length,
  originalFilename: 'Good shepherd.mp3',
};

describe('media', () => {
  const app = useApp();
  let item: Built;
  beforeEach(async () => (item = await buildItem(app.demo)));

  /** Calls a URL of the private host as returned, without a token. */
  const anyone = (method: string, address: string, bytes?: Uint8Array, headers = {}) => {
    expect(address.startsWith(app.privateUrl)).toBe(true);
    return createClient(app.privateUrl).send(method, address.slice(app.privateUrl.length), bytes, headers);
  };
  const create = (body: Record<string, unknown>) => app.demo.api.post(`/items/${item.id}/media/create`, body);
  const list = async (query = ''): Promise<Built> =>
    (await app.demo.api.get(`/items/${item.id}/media?${query}`)).body;
  const read = async (id: number): Promise<Built> => (await app.demo.api.get(`/media/${id}`)).body.mediaAsset;
  const patch = (id: number, body: unknown, headers = {}) =>
    app.demo.api.patch(`/media/${id}`, body, headers);
  const put = (uploadUrl: string, bytes: Uint8Array = BYTES, type = 'audio/mpeg') =>
    anyone('PUT', uploadUrl, bytes, { 'Content-Type': type });
  const durationOfItem = async (): Promise<number | null> =>
    (await app.demo.api.get(`/items/${item.id}`)).body.item.durationSecs;
  const uploadAudio = async (more: Record<string, unknown> = {}): Promise<Built> => {
    const { mediaAsset, uploadUrl } = (await create({ ...AUDIO, ...more })).body;
    expect((await put(uploadUrl)).status).toBe(200);
    return read(mediaAsset.id);
  };
  const variantTypes = async (): Promise<Built> =>
    (await app.demo.api.get(`/collections/${item.collectionId}/variant-types`)).body.variantTypes;

  it('goes from declaring a file to deleting it', async () => {
    const created = await create({ ...AUDIO, durationSecs: 60 });
    const [, audio] = await variantTypes();
    expect(created.status).toBe(201);
    const { mediaAsset, uploadUrl } = created.body;
    expect(mediaAsset).toMatchObject({
      ...AUDIO,
      itemId: item.id,
      item: null,
      variantTypeId: audio.id,
      variantType: audio,
      durationSecs: 60,
      filename: null,
      externalPlatform: null,
      status: 'created',
      url: null,
      downloadUrl: null,
      chapters: [],
      deletedDate: null,
    });
    const said = () => app.demo.api.post(`/media/${mediaAsset.id}/uploaded`);
    const early = await said();
    expect([early.status, early.body.error.type]).toEqual([422, 'InvalidStateError']);
    expect(await durationOfItem()).toBeNull();

    expect((await put(uploadUrl, BYTES, 'video/mp4')).status).toBe(403);
    expect((await put(uploadUrl, BYTES.subarray(1))).status).toBe(403);
    expect((await put(uploadUrl)).status).toBe(200);
    const ready = await read(mediaAsset.id);
    expect(ready).toMatchObject({
      status: 'uploaded',
      filename: 'Good-shepherd.mp3',
      fileSizeBytes: BYTES.length,
    });
    expect(await durationOfItem()).toBe(60);
    for (const answer of [await said(), await said()]) {
      expect(answer.status).toBe(200);
      expect(answer.body.mediaAsset).toEqual(ready);
    }

    const file = await anyone('GET', ready.url);
    expect([file.status, file.body, file.headers['content-type']]).toEqual([
      200,
      BYTES.toString(),
      'audio/mpeg',
    ]);
    expect(ready.downloadUrl).toBe(`${ready.url}?download=1`);
    expect((await anyone('GET', ready.downloadUrl)).headers['content-disposition']).toMatch(/^attachment/);

    expect((await app.demo.api.delete(`/media/${mediaAsset.id}`)).body).toEqual({ result: 'success' });
    expect((await app.demo.api.get(`/media/${mediaAsset.id}`)).status).toBe(404);
    expect(
      (await app.demo.api.get(`/media/${mediaAsset.id}?_withDeleted=true`)).body.mediaAsset.deletedDate,
    ).not.toBeNull();
    expect(await durationOfItem()).toBeNull();
    // The file stays in the trash with its asset, for those who may read what is not public.
    expect((await anyone('GET', ready.url)).status).toBe(200);
    expect((await app.demo.api.post(`/media/${mediaAsset.id}/restore`)).body.mediaAsset).toMatchObject({
      status: 'uploaded',
      filename: ready.filename,
      deletedDate: null,
    });
    expect(await durationOfItem()).toBe(60);
    await app.demo.api.delete(`/media/${mediaAsset.id}`);
  });

  it('rejects a file whose asset was deleted in the meantime', async () => {
    const { mediaAsset, uploadUrl } = (await create(AUDIO)).body;
    await app.demo.api.delete(`/media/${mediaAsset.id}`);
    expect((await put(uploadUrl)).status).toBe(422);
    expect((await app.demo.api.post(`/media/${mediaAsset.id}/uploaded`)).status).toBe(404);
  });

  it('accepts a platform video as ready at once', async () => {
    const { status, body } = await create({
      externalPlatform: 'vimeo',
      externalPlatformId: '76979871/abc',
      durationSecs: 90,
    });
    expect([status, body.uploadUrl]).toEqual([201, null]);
    expect(body.mediaAsset).toMatchObject({
      contentType: 'video',
      mimeType: null,
      externalPlatform: 'vimeo',
      externalPlatformId: '76979871/abc',
      status: 'ready',
      url: null,
      variantType: { name: 'Full video' },
    });
    expect(await durationOfItem()).toBe(90);
    expect((await app.demo.api.post(`/media/${body.mediaAsset.id}/uploaded`)).status).toBe(200);
    expect((await patch(body.mediaAsset.id, { externalPlatformId: 'no number' })).status).toBe(422);
    const changed = await patch(body.mediaAsset.id, { externalPlatformId: '76979872', streamAssetId: 's1' });
    expect(changed.body.mediaAsset).toMatchObject({ externalPlatformId: '76979872', streamAssetId: 's1' });
  });

  it('allows an item to be processed once its media are uploaded', async () => {
    const process = () => app.demo.api.post(`/items/${item.id}/process`);
    const { uploadUrl } = (await create(AUDIO)).body;
    expect((await process()).status).toBe(422);
    await put(uploadUrl);
    expect((await process()).body.item.status).toBe('queued');
    item = await buildItem(app.demo);
    await buildMedia(app.demo, item);
    expect((await process()).status).toBe(200);
  });

  it('returns lists with expansion, filters, sorting and pages', async () => {
    const [first, second, third] = [
      await buildMedia(app.demo, item, { durationSecs: 30 }),
      await buildMedia(app.demo, item, { ...AUDIO, durationSecs: 20 }),
      await buildMedia(app.demo, item),
    ];
    await buildMedia(app.demo, await buildItem(app.demo));
    await buildChapter(app.app.db, first, app.demo.account.id);
    const page = await list('_orderBy[]=durationSecs,ASC&_limit=2&_offset=2&_expand[]=item');
    expect(page).toMatchObject({ page: 1, totalRecords: 3, totalPages: 2, hasMore: false });
    expect(page.mediaAssets.map(({ id }: Built) => id)).toEqual([third.id]);
    expect(page.mediaAssets[0].item).toMatchObject({ id: item.id, title: item.title });
    const ids = async (query: string) => (await list(query)).mediaAssets.map(({ id }: Built) => id);
    expect(await ids('status=created&contentType=audio&originalFilename.like=good%25')).toEqual([second.id]);
    expect(await ids('externalPlatform=youtube&durationSecs.nl=true')).toEqual([third.id]);
    expect(await ids('_q=shepherd')).toEqual([second.id]);
    expect((await list(`id=${first.id}`)).mediaAssets[0].chapters).toHaveLength(1);
    const { body } = await app.demo.api.get(`/items/${item.id}?_expand[]=mediaAssets`);
    expect(body.item.mediaAssets).toEqual((await list()).mediaAssets);
  });

  it('sets the duration of an item to that of its longest media', async () => {
    const short = await buildMedia(app.demo, item, { durationSecs: 30 });
    const long = await buildMedia(app.demo, item, { durationSecs: 90 });
    expect(await durationOfItem()).toBe(90);
    await patch(long.id, { durationSecs: 20 });
    expect(await durationOfItem()).toBe(30);
    await patch(short.id, { durationSecs: null });
    expect(await durationOfItem()).toBe(20);
    await app.demo.api.delete(`/media/${long.id}`);
    expect(await durationOfItem()).toBeNull();
  });

  it('keeps media that a published item needs, and the transcript of deleted media', async () => {
    const asset = await uploadAudio();
    const segments = [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_000 }];
    await app.demo.api.put(`/items/${item.id}/transcript`, { mediaAssetId: asset.id, segments });
    const remove = () => app.demo.api.delete(`/media/${asset.id}`);
    for (const status of ['queued', 'processing', 'publishing', 'published']) {
      await setItem(app, item, { status, indexedMediaAssetId: asset.id });
      expect([status, (await remove()).status]).toEqual([status, 409]);
    }
    await setItem(app, item, { status: 'unpublished' });
    expect((await remove()).status).toBe(200);
    const { body } = await app.demo.api.get(`/items/${item.id}?_expand[]=mediaAssets`);
    expect(body.item.indexedMediaAssetId).toBeNull();
    expect(body.item.mediaAssets).toMatchObject([
      { contentType: 'text', variantType: { name: 'Transcript' } },
    ]);
    expect((await app.demo.api.delete(`/media/${body.item.mediaAssets[0].id}`)).status).toBe(409);
    expect((await app.demo.api.get(`/items/${item.id}/transcript.txt`)).body).toContain('shepherd');
    expect((await app.demo.api.post(`/items/${item.id}/publish`)).status).toBe(422);
  });

  it('changes only the version that If-Match names', async () => {
    const { id } = await buildMedia(app.demo, item);
    const { etag = '' } = (await app.demo.api.get(`/media/${id}`)).headers;
    expect((await patch(id, { durationSecs: 5 }, { 'If-Match': etag })).status).toBe(200);
    expect((await patch(id, { durationSecs: 6 }, { 'If-Match': etag })).status).toBe(412);
  });

  it('are hidden with their item, and private to their account', async () => {
    const { id } = await buildMedia(app.demo, item);
    const calls = (api = app.demo.api) => [
      api.get(`/media/${id}`),
      api.patch(`/media/${id}`, { durationSecs: 5 }),
      api.delete(`/media/${id}`),
      api.post(`/media/${id}/uploaded`),
      api.get(`/items/${item.id}/media`),
      api.post(`/items/${item.id}/media/create`, AUDIO),
    ];
    const statuses = async (answers: ReturnType<typeof calls>) =>
      (await Promise.all(answers)).map(({ status }) => status);
    expect(await statuses(calls(app.other.api))).toEqual([404, 404, 404, 404, 404, 404]);
    await app.demo.api.delete(`/items/${item.id}`);
    expect(await statuses(calls())).toEqual([404, 404, 404, 404, 404, 404]);
    await app.demo.api.post(`/items/${item.id}/restore`);
    expect((await app.demo.api.get(`/media/${id}`)).status).toBe(200);
  });
});
