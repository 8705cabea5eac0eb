/** Collections: the pattern that the tests of other resources follow. */
import { describe, expect, it } from 'vitest';
import { useApp } from '../support/start-app.js';

describe('collections', () => {
  const app = useApp();

  const create = async (name: string) =>
    (await app.demo.api.post('/collections/create', { name })).body.collection as { id: number };

  it('creates a collection with its two variant types', async () => {
    const created = await app.demo.api.post('/collections/create', {
      name: 'Sermons',
      itemDescriptor: 'sermon',
    });
    expect(created.status).toBe(201);
    expect(created.body.collection).toMatchObject({
      name: 'Sermons',
      contentFormat: 'sermon',
      fullService: false,
      deletedDate: null,
    });
    const { body } = await app.demo.api.get(
      `/collections/${created.body.collection.id}?_expand[]=variantTypes&_expand[]=items`,
    );
    expect(body.collection.variantTypes.map(({ name }: { name: string }) => name)).toEqual([
      'Full video',
      'Audio',
    ]);
    expect(body.collection.items).toEqual([]);
    expect(body.collection).not.toHaveProperty('accountId');
  });

  it('updates, deletes and finds deleted ones with _withDeleted', async () => {
    const { id } = await create('Short lived');
    expect(
      (await app.demo.api.patch(`/collections/${id}`, { fullService: true })).body.collection,
    ).toMatchObject({ name: 'Short lived', fullService: true });
    expect((await app.demo.api.delete(`/collections/${id}`)).body).toEqual({ result: 'success' });
    expect((await app.demo.api.get(`/collections/${id}`)).status).toBe(404);
    expect((await app.demo.api.patch(`/collections/${id}`, { name: 'x' })).status).toBe(404);
    expect(
      (await app.demo.api.get(`/collections/${id}?_withDeleted=true`)).body.collection.deletedDate,
    ).not.toBeNull();
  });

  it('returns pages in the list envelope', async () => {
    for (const name of ['Page A', 'Page B', 'Page C']) await create(name);
    const { body } = await app.demo.api.get(
      '/collections?name.like=page%25&_orderBy[]=name,DESC&_limit=2&_offset=2',
    );
    expect(body).toMatchObject({
      limit: 2,
      offset: 2,
      page: 1,
      totalRecords: 3,
      totalPages: 2,
      hasMore: false,
    });
    expect(body.collections.map(({ name }: { name: string }) => name)).toEqual(['Page A']);
  });
});
