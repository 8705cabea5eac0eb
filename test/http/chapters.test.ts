/** Chapters: within their media, with unique times, and public unless hidden. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildItem, buildMedia, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('chapters', () => {
  const app = useApp();
  let item: Built;
  let asset: Built;
  beforeEach(async () => {
    item = await buildItem(app.demo);
    asset = await buildMedia(app.demo, item, { durationSecs: 60 });
  });

  const create = (body: Record<string, unknown>, of = asset) =>
    app.demo.api.post(`/media/${of.id}/chapters/create`, body);
  const build = async (title: string, startMs: number, more = {}, of = asset): Promise<Built> => {
    const { status, body } = await create({ title, startMs, ...more }, of);
    expect(status).toBe(201);
    return body.chapter;
  };
  const list = async (query = ''): Promise<Built> =>
    (await app.demo.api.get(`/media/${asset.id}/chapters?${query}`)).body;
  const patch = (id: number, body: unknown, headers = {}) =>
    app.demo.api.patch(`/media/chapters/${id}`, body, headers);

  it('can be created, read, changed and deleted', async () => {
    const { status, body } = await create({ title: ' Still waters ', startMs: 15_000 });
    expect(status).toBe(201);
    expect(body.chapter).toEqual({
      id: body.chapter.id,
      itemId: item.id,
      mediaAssetId: asset.id,
      title: 'Still waters',
      startMs: 15_000,
      suggested: false,
      accepted: false,
      hidden: false,
      deletedDate: null,
    });
    const path = `/media/chapters/${body.chapter.id}`;
    expect((await app.demo.api.get(path)).body).toEqual(body);
    expect((await app.demo.api.get(`/media/${asset.id}`)).body.mediaAsset.chapters).toEqual([body.chapter]);
    expect((await patch(body.chapter.id, { suggested: true })).body.chapter.hidden).toBe(true);
    expect((await patch(body.chapter.id, { accepted: true, startMs: 0 })).body.chapter).toMatchObject({
      title: 'Still waters',
      startMs: 0,
      suggested: true,
      accepted: true,
      hidden: false,
    });
    expect((await app.demo.api.delete(path)).body).toEqual({ result: 'success' });
    for (const answer of [
      await app.demo.api.get(path),
      await app.demo.api.delete(path),
      await patch(body.chapter.id, {}),
    ])
      expect(answer.status).toBe(404);
    expect((await app.demo.api.get(`${path}?_withDeleted=true`)).body.chapter.deletedDate).not.toBeNull();
    expect((await list()).totalRecords).toBe(0);
  });

  it('can be listed by time with filters, sorting and pages', async () => {
    await build('C', 30_000, { suggested: true });
    await build('A', 10_000);
    await build('B', 20_000, { suggested: true, accepted: true });
    const titles = async (query: string) =>
      (await list(query)).chapters.map(({ title }: Built) => title).join('');
    expect(await titles('')).toBe('ABC');
    expect(await titles('hidden=false')).toBe('AB');
    expect(await titles('hidden=true&suggested=true&accepted=false')).toBe('C');
    expect(await titles('startMs.bt=15000,25000&_q=b')).toBe('B');
    const page = await list('_orderBy[]=hidden,DESC&_orderBy[]=title,DESC&_limit=2&_offset=2');
    expect(page).toMatchObject({ page: 1, totalRecords: 3, totalPages: 2, hasMore: false });
    expect(page.chapters.map(({ title }: Built) => title)).toEqual(['A']);
  });

  it('must start before the end of the media, if that is known', async () => {
    await build('Last', 59_999);
    for (const startMs of [60_000, 60_001, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await create({ title: 'Beyond', startMs });
      expect([status, body.error.details[0].path]).toEqual([422, 'startMs']);
    }
    const first = await build('First', 0);
    expect((await patch(first.id, { startMs: 60_000 })).status).toBe(422);
    const endless = await buildMedia(app.demo, item);
    await build('Anywhere', 1e9, {}, endless);
    const put = (segments: object[]) => app.demo.api.put(`/items/${item.id}/transcript`, { segments });
    await put([
      { text: 'Grace.', startMs: 0, endMs: 4_000 },
      { text: 'And peace.', startMs: 4_000, endMs: 9_000 },
    ]);
    const late = await create({ title: 'Beyond', startMs: 9_000 }, endless);
    expect([late.status, late.body.error.details[0].path]).toEqual([422, 'startMs']);
    expect(late.body.error.message).toContain('transcript');
    const last = await build('Last words', 8_999, {}, endless);
    expect((await patch(last.id, { startMs: 9_000 })).status).toBe(422);
    await build('Within the media', 30_000);
  });

  it('have unique start times, even with twenty simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create({ title: `${i}`, startMs: 5_000 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const other = await build('Other', 6_000);
    expect((await patch(other.id, { startMs: 5_000 })).body.error.type).toBe('ConflictError');
    expect((await patch(other.id, { startMs: 6_000 })).status).toBe(200);
    await app.demo.api.delete(`/media/chapters/${(await list('startMs=5000')).chapters[0].id}`);
    expect((await patch(other.id, { startMs: 5_000 })).status).toBe(200);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['startMs', 'title']],
    [{ title: '', startMs: -1 }, ['startMs', 'title']],
    [{ title: 'x'.repeat(256), startMs: 1.5 }, ['startMs', 'title']],
    [{ title: 'A', startMs: 2 ** 53 }, ['startMs']],
    [
      { title: 'A', startMs: 0, suggested: 'yes', accepted: 1, hidden: true },
      ['accepted', 'hidden', 'suggested'],
    ],
  ])('reject %o', async (body, paths) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error?.type]).toEqual([422, 'ValidationError']);
    expect(answer.body.error.details.map(({ path }: Built) => path).sort()).toEqual(paths);
  });

  it('change only the version that If-Match names', async () => {
    const { id } = await build('A', 0);
    const { etag = '' } = (await app.demo.api.get(`/media/chapters/${id}`)).headers;
    expect((await patch(id, { title: 'B' }, { 'If-Match': etag })).status).toBe(200);
    expect((await patch(id, { title: 'C' }, { 'If-Match': etag })).status).toBe(412);
  });

  it('are deleted with their media, hidden with their item, and private to their account', async () => {
    const { id } = await build('A', 0);
    const elsewhere = [
      await app.other.api.get(`/media/chapters/${id}`),
      await app.other.api.patch(`/media/chapters/${id}`, { title: 'x' }),
      await app.other.api.delete(`/media/chapters/${id}`),
      await app.other.api.get(`/media/${asset.id}/chapters`),
      await app.other.api.post(`/media/${asset.id}/chapters/create`, { title: 'x', startMs: 1 }),
    ];
    expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await app.demo.api.get(`/media/chapters/${id}`)).status).toBe(404);
    expect((await patch(id, { title: 'x' })).status).toBe(404);
    await app.demo.api.post(`/items/${item.id}/restore`);
    expect((await app.demo.api.get(`/media/chapters/${id}`)).status).toBe(200);
    await app.demo.api.delete(`/media/${asset.id}`);
    expect((await app.demo.api.get(`/media/chapters/${id}`)).status).toBe(404);
    expect((await app.demo.api.get(`/media/${asset.id}/chapters?_withDeleted=true`)).body.totalRecords).toBe(
      1,
    );
  });

  it('are accepted automatically depending on the item, or else the account', async () => {
    let startMs = 0;
    const made = async (flags: object): Promise<boolean> =>
      (await create({ title: 'Some', startMs: startMs++, ...flags })).body.chapter.accepted;
    const own = (autoAcceptMediaChapters: boolean | null) =>
      app.demo.api.patch(`/items/${item.id}`, { autoAcceptMediaChapters });
    const all = (autoAcceptMediaChapters: boolean) =>
      app.demo.api.patch('/account', { settings: { autoAcceptMediaChapters } });
    expect(await made({ suggested: true })).toBe(false);
    await all(true);
    expect(await made({ suggested: true })).toBe(true);
    expect(await made({ suggested: true, accepted: false })).toBe(false);
    expect(await made({})).toBe(false);
    await own(false);
    expect(await made({ suggested: true })).toBe(false);
    await own(true);
    await all(false);
    expect(await made({ suggested: true })).toBe(true);
    await own(null);
  });

  it('are public for one media asset unless hidden', async () => {
    const second = await buildMedia(app.demo, item, { durationSecs: 60 });
    const [b, a] = [await build('B', 20_000), await build('A', 10_000)];
    await build('Hidden', 15_000, { suggested: true });
    const c = await build('C', 5_000, { suggested: true, accepted: true }, second);
    const shown = () => app.demo.site.get(`/items/${item.id}/chapters`);
    expect((await shown()).status).toBe(404);
    await setItem(app, item, { status: 'published' });
    const expected = [a, b].map(({ id, title, startMs }: Built) => ({
      id,
      mediaAssetId: asset.id,
      title,
      startMs,
    }));
    expect((await shown()).body).toEqual({ chapters: expected });
    await setItem(app, item, { indexedMediaAssetId: second.id });
    expect((await shown()).body.chapters.map(({ id }: Built) => id)).toEqual([c.id]);
    expect((await app.other.site.get(`/items/${item.id}/chapters`)).status).toBe(404);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await shown()).status).toBe(404);
  });
});
