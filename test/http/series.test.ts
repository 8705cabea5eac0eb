/** Series: slugs, order of items, collections, and conditions for deletion. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSeries, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('series', () => {
  const app = useApp();
  let collection: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
  });

  const create = (body: object) =>
    app.demo.api.post('/series/create', { title: 'A series', collectionId: collection.id, ...body });
  const build = (body: object = {}): Promise<Built> =>
    buildSeries(app.demo, { collectionId: collection.id, ...body });

  it('starts with the defaults of the contract, and changes only the given fields', async () => {
    const own = await buildCollection(app.demo);
    const first = await build({ title: 'Songs for the Road', collectionId: own.id });
    expect(first).toMatchObject({
      title: 'Songs for the Road',
      subTitle: null,
      sortOrder: 1,
      itemSortDirection: 'DESC',
      showItemOrderInSeries: true,
      urlSlug: 'songs-for-the-road',
      colorHex: null,
      published: null,
      squareImgUrl: null,
      squareImgMetadata: null,
      deletedDate: null,
    });
    expect((await build({ collectionId: own.id })).sortOrder).toBe(2);
    const changes = {
      colorHex: '#33aaFF',
      published: false,
      showItemOrderInSeries: false,
      sortOrder: 9,
      wideImgUrl: 'https://example.org/wide.jpg',
      wideImgMetadata: { width: 1600, height: 900 },
    };
    const { body } = await app.demo.api.patch(`/series/${first.id}`, changes);
    expect(body.series).toEqual({ ...first, ...changes });
    const cleared = { published: null, wideImgMetadata: null, colorHex: null };
    expect((await app.demo.api.patch(`/series/${first.id}`, cleared)).body.series).toMatchObject({
      ...cleared,
      sortOrder: 9,
    });
    expect((await build({ collectionId: own.id })).sortOrder).toBe(10);
  });

  it('assigns a unique slug in the collection, even for many equal titles', async () => {
    const own = await buildCollection(app.demo);
    const title = 'Grâce & Vérité!';
    const slugs = [];
    for (let i = 0; i < 11; i++) slugs.push((await build({ title, collectionId: own.id })).urlSlug);
    expect(slugs.slice(0, 3)).toEqual(['grace-verite', 'grace-verite-2', 'grace-verite-3']);
    const together = await Promise.all(
      Array.from({ length: 6 }, () => create({ title, collectionId: own.id })),
    );
    slugs.push(...together.map(({ body }) => body.series.urlSlug));
    expect(new Set(slugs).size).toBe(17);
    expect((await build({ title })).urlSlug).toBe('grace-verite');
    expect((await build({ title: '!!!' })).urlSlug).toBe('untitled');
    expect((await build({ title: '詩篇の道' })).urlSlug).toBe('詩篇の道');
  });

  it('rejects a slug that is taken, and frees it when deleted', async () => {
    const [one, two] = [await build({ urlSlug: 'taken' }), await build({ urlSlug: 'two' })];
    for (const answer of [
      await create({ urlSlug: 'taken' }),
      await app.demo.api.patch(`/series/${two.id}`, { urlSlug: 'taken' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({ type: 'ConflictError', details: [{ path: 'urlSlug' }] });
    }
    expect((await app.demo.api.patch(`/series/${one.id}`, { urlSlug: 'taken' })).status).toBe(200);
    expect((await app.demo.api.patch(`/series/${one.id}`, { title: 'Other' })).body.series.urlSlug).toBe(
      'taken',
    );
    await app.demo.api.delete(`/series/${one.id}`);
    expect((await create({ urlSlug: 'taken' })).status).toBe(201);
  });

  it('returns its items in its own direction, and its collection', async () => {
    const series = await build();
    const make = (title: string, orderInSeries: number | undefined, date: string): Promise<Built> =>
      buildItem(app.demo, { collectionId: collection.id, seriesId: series.id, title, orderInSeries, date });
    await make('loose old', undefined, '2025-01-01');
    await make('first', 1, '2026-03-01');
    await make('third', 3, '2026-01-01');
    await make('loose new', undefined, '2025-06-01');
    await make('second', 2, '2026-02-01');
    await app.demo.api.delete(`/items/${(await make('gone', 4, '2026-01-01')).id}`);
    const titles = async (): Promise<unknown[]> => {
      const { body } = await app.demo.api.get(`/series?id=${series.id}&_expand[]=items&_expand[]=collection`);
      expect(body.series[0].collection).toEqual(collection);
      return body.series[0].items.map(({ title }: Built) => title);
    };
    expect(await titles()).toEqual(['third', 'second', 'first', 'loose new', 'loose old']);
    await app.demo.api.patch(`/series/${series.id}`, { itemSortDirection: 'ASC' });
    expect(await titles()).toEqual(['first', 'second', 'third', 'loose old', 'loose new']);
  });

  it('cannot be deleted or moved while it has items, which are reindexed for a new title', async () => {
    const [series, elsewhere] = [await build(), await buildCollection(app.demo)];
    const item = await buildItem(app.demo, { collectionId: collection.id, seriesId: series.id });
    const path = `/series/${series.id}`;
    expect((await app.demo.api.delete(path)).status).toBe(409);
    expect((await app.demo.api.delete(`/collections/${collection.id}`)).status).toBe(409);
    expect((await app.demo.api.patch(path, { collectionId: elsewhere.id })).status).toBe(409);
    await setItem(app, item, { status: 'published' });
    await app.app.db.deleteFrom('job').execute();
    await app.demo.api.patch(path, { title: 'Renamed' });
    const jobs = await app.app.db.selectFrom('job').select(['kind', 'subject']).execute();
    expect(jobs).toEqual([{ kind: 'refreshItem', subject: `item:${item.id}` }]);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await app.demo.api.patch(path, { collectionId: elsewhere.id })).body.series.collectionId).toBe(
      elsewhere.id,
    );
    expect((await app.demo.api.delete(path)).status).toBe(200);
  });

  it.each([
    [{ colorHex: '336699' }, 'colorHex'],
    [{ colorHex: '#36f' }, 'colorHex'],
    [{ urlSlug: 'a b' }, 'urlSlug'],
    [{ urlSlug: '../x' }, 'urlSlug'],
    [{ itemSortDirection: 'asc' }, 'itemSortDirection'],
    [{ squareImgUrl: 'javascript:alert(1)' }, 'squareImgUrl'],
    [{ collectionId: 999_999 }, 'collectionId'],
    [{ collectionId: '1' }, 'collectionId'],
    [{ collectionId: 2 ** 53 }, 'collectionId'],
    [{ title: null }, 'title'],
    [{ id: 7 }, 'id'],
  ])('rejects %j', async (fields, path) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body.error.details.map((detail: Built) => detail.path)).toEqual([path]);
  });

  it('rejects artwork metadata that is too large or too deep', async () => {
    const deep = `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
    for (const metadata of [deep, JSON.stringify({ text: 'x'.repeat(10_000) })]) {
      const { status, body } = await app.demo.api.post(
        '/series/create',
        `{"title":"x","collectionId":${collection.id},"wideImgMetadata":${metadata}}`,
      );
      expect([status, body.error.details[0].path]).toEqual([
        422,
        expect.stringMatching(/^wideImgMetadata\b/),
      ]);
    }
  });

  it('separates accounts in path, body and filter', async () => {
    const series = await build({ title: 'Mine' });
    const foreign = await buildCollection(app.other);
    for (const answer of [
      await create({ collectionId: foreign.id }),
      await app.demo.api.patch(`/series/${series.id}`, { collectionId: foreign.id }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toMatchObject([{ path: 'collectionId' }]);
    }
    expect((await app.other.api.get(`/series/${series.id}`)).status).toBe(404);
    expect((await app.other.api.get(`/series?collectionId=${collection.id}`)).body.series).toEqual([]);
    expect((await app.demo.api.get(`/series?collectionId=${foreign.id}`)).body.series).toEqual([]);
  });
});
