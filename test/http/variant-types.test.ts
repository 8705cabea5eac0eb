/** Variant types: named and ordered within their collection, and not deletable while in use. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildMediaAsset, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('variant types', () => {
  const app = useApp();
  let collection: Built;
  beforeEach(async () => (collection = await buildCollection(app.demo)));

  const list = async (query = ''): Promise<Built> =>
    (await app.demo.api.get(`/collections/${collection.id}/variant-types?${query}`)).body;
  const create = (body: Record<string, unknown>) =>
    app.demo.api.post(`/collections/${collection.id}/variant-types/create`, body);
  const build = async (name: string, contentType = 'audio'): Promise<Built> =>
    (await create({ name, contentType })).body.variantType;
  const move = (type: Built, displayOrder: number) =>
    app.demo.api.patch(`/variant-types/${type.id}`, { displayOrder });
  /** Names in order. Checks that the positions run from 1 to the last. */
  const order = async (): Promise<string[]> => {
    const { variantTypes } = await list('_limit=100');
    expect(variantTypes.map(({ displayOrder }: Built) => displayOrder)).toEqual(
      variantTypes.map((_type: Built, i: number) => i + 1),
    );
    return variantTypes.map(({ name }: Built) => name);
  };

  it('are appended, read, changed and deleted, and found when deleted with _withDeleted', async () => {
    const created = await create({ name: 'Podcast', contentType: 'audio' });
    expect(created.status).toBe(201);
    const { variantType } = created.body;
    expect(variantType).toEqual({
      id: variantType.id,
      name: 'Podcast',
      contentType: 'audio',
      indexable: true,
      displayOrder: 3,
      collectionId: collection.id,
      deletedDate: null,
    });
    const path = `/variant-types/${variantType.id}`;
    expect((await app.demo.api.get(path)).body).toEqual(created.body);
    const changes = { name: 'Trailer', contentType: 'video', indexable: false };
    expect((await app.demo.api.patch(path, changes)).body.variantType).toMatchObject(changes);
    expect((await app.demo.api.delete(path)).body).toEqual({ result: 'success' });
    expect((await app.demo.api.get(path)).status).toBe(404);
    expect((await app.demo.api.patch(path, {})).status).toBe(404);
    expect((await app.demo.api.get(`${path}?_withDeleted=true`)).body.variantType.deletedDate).not.toBeNull();
    expect((await list()).totalRecords).toBe(2);
    expect((await list('_withDeleted=true')).totalRecords).toBe(3);
  });

  it('can be listed by collection with filters, sorting and pages', async () => {
    await buildCollection(app.demo);
    await build('Podcast');
    const page = await list('contentType=audio&_orderBy[]=name,DESC&_limit=1&_offset=1');
    expect(page).toMatchObject({
      limit: 1,
      offset: 1,
      page: 1,
      totalRecords: 2,
      totalPages: 2,
      hasMore: false,
    });
    expect(page.variantTypes.map(({ name }: Built) => name)).toEqual(['Audio']);
    expect((await list('_q=vid&indexable=true')).variantTypes).toHaveLength(1);
    expect((await app.demo.api.get('/collections/999999/variant-types')).status).toBe(404);
  });

  it('have unique names in a collection, ignoring case, even with simultaneous requests', async () => {
    const answers = await Promise.all(
      ['Slides', 'slides', 'SLIDES'].map((name) => create({ name, contentType: 'video' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const audio = (await list()).variantTypes.find(({ name }: Built) => name === 'Audio');
    expect((await app.demo.api.patch(`/variant-types/${audio.id}`, { name: 'slides' })).status).toBe(409);
    expect((await app.demo.api.patch(`/variant-types/${audio.id}`, { name: 'AUDIO' })).status).toBe(200);
    collection = await buildCollection(app.demo);
    expect((await create({ name: 'Slides', contentType: 'video' })).status).toBe(201);
  });

  it('shift when one moves or is deleted', async () => {
    const [c, d] = [await build('C'), await build('D')];
    expect((await move(d, 1)).body.variantType.displayOrder).toBe(1);
    expect(await order()).toEqual(['D', 'Full video', 'Audio', 'C']);
    await move(d, 99);
    expect(await order()).toEqual(['Full video', 'Audio', 'C', 'D']);
    await app.demo.api.delete(`/variant-types/${c.id}`);
    expect(await order()).toEqual(['Full video', 'Audio', 'D']);
  });

  it('keep consistent positions under twenty simultaneous moves, creations and deletions', async () => {
    const types: Built[] = [];
    for (const name of 'ABCDEF') types.push(await build(name));
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => move(types[i % 5], ((i * 7) % 9) + 1)),
      app.demo.api.delete(`/variant-types/${types[5].id}`),
      ...['G', 'H'].map((name) => create({ name, contentType: 'audio' })),
    ]);
    expect(answers.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([]);
    expect((await order()).sort()).toEqual(['A', 'Audio', 'B', 'C', 'D', 'E', 'Full video', 'G', 'H']);
  });

  it('cannot be deleted or change kind while media use them', async () => {
    const item = await buildItem(app.demo, { collectionId: collection.id });
    const type = await build('Podcast');
    const path = `/variant-types/${type.id}`;
    await buildMediaAsset(app.app.db, item, app.demo.account.id, { variantTypeId: type.id });
    for (const answer of [
      await app.demo.api.delete(path),
      await app.demo.api.patch(path, { contentType: 'video' }),
    ])
      expect([answer.status, answer.body.error?.type]).toEqual([409, 'ConflictError']);
    expect((await app.demo.api.patch(path, { contentType: 'audio', name: 'Talk' })).status).toBe(200);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await app.demo.api.delete(path)).status).toBe(200);
  });

  it('are hidden with their collection', async () => {
    const type = await build('Podcast');
    await app.demo.api.delete(`/collections/${collection.id}`);
    expect((await app.demo.api.get(`/variant-types/${type.id}`)).status).toBe(404);
    expect((await move(type, 1)).status).toBe(404);
    expect((await app.demo.api.get(`/collections/${collection.id}/variant-types`)).status).toBe(404);
    expect((await list('_withDeleted=true')).totalRecords).toBe(3);
  });

  it('change only the version that If-Match names', async () => {
    const path = `/variant-types/${(await build('Podcast')).id}`;
    const { etag } = (await app.demo.api.get(path)).headers;
    const stale = { 'If-Match': etag ?? '' };
    expect((await app.demo.api.patch(path, { name: 'First' }, stale)).status).toBe(200);
    const late = await app.demo.api.patch(path, { name: 'Second' }, stale);
    expect([late.status, late.body.error.type]).toEqual([412, 'PreconditionFailedError']);
  });

  it('are rejected with every problem of a body', async () => {
    const { status, body } = await create({ name: ' ', contentType: 'image', indexable: 1, displayOrder: 2 });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: Built) => path).sort()).toEqual([
      'contentType',
      'displayOrder',
      'indexable',
      'name',
    ]);
    const type = await build('Podcast');
    for (const displayOrder of [0, 1.5, '2', null, 2 ** 53]) {
      const answer = await app.demo.api.patch(`/variant-types/${type.id}`, { displayOrder });
      expect([displayOrder, answer.status]).toEqual([displayOrder, 422]);
    }
  });
});
