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

  it("hides one account's collections from another", async () => {
    const { id } = await create('Mine');
    expect((await app.other.api.get(`/collections/${id}`)).status).toBe(404);
    expect((await app.other.api.patch(`/collections/${id}`, { name: 'x' })).status).toBe(404);
    expect((await app.other.api.delete(`/collections/${id}`)).status).toBe(404);
    expect((await app.other.api.get(`/collections?id=${id}`)).body.totalRecords).toBe(0);
  });

  it('reports every problem in a body at once', async () => {
    const { status, body } = await app.demo.api.post('/collections/create', {
      name: '',
      fullService: 'yes',
      colour: 'red',
    });
    expect(status).toBe(422);
    expect(body.error.type).toBe('ValidationError');
    expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'colour',
      'fullService',
      'name',
    ]);
    expect(body.error.requestId).toBeTruthy();
  });

  it.each([
    ['/collections?nonsense=1', 'nonsense'],
    ['/collections?id.gt=x', 'id.gt'],
    ['/collections?name.regex=x', 'name.regex'],
    ['/collections?_orderBy[]=name,UP', '_orderBy'],
    ['/collections?_orderBy[]=accountId,ASC', '_orderBy'],
    ['/collections?_expand[]=tokens', '_expand'],
    ['/collections?_limit=101', '_limit'],
    ['/collections?_offset=-1', '_offset'],
    ['/collections?fullService.nl=maybe', 'fullService.nl'],
    ['/collections/1?_expand[]=nothing', '_expand'],
  ])('rejects %s', async (path, parameter) => {
    const { status, body } = await app.demo.api.get(path);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'BadRequestError' });
    expect(body.error.message).toContain(parameter);
  });

  it('requires a token, the right scope and the right method', async () => {
    const reader = await app.withScopes(app.demo, 'content:read');
    expect((await reader.get('/collections')).status).toBe(200);
    expect((await reader.post('/collections/create', { name: 'x' })).status).toBe(403);
    const nobody = await reader.get('/collections', { Authorization: 'Bearer lct_wrong' });
    expect(nobody.status).toBe(401);
    expect(nobody.headers['www-authenticate']).toBe('Bearer');
    const { status, headers } = await app.demo.api.put('/collections', {});
    expect(status).toBe(405);
    expect(headers.allow).toContain('GET');
  });

  it('distinguishes malformed JSON from a wrong content type', async () => {
    expect((await app.demo.api.post('/collections/create', '{"name":')).status).toBe(400);
    expect(
      (await app.demo.api.post('/collections/create', 'name=x', { 'Content-Type': 'text/plain' })).status,
    ).toBe(415);
    expect((await app.demo.api.post('/collections/create', { name: 'x'.repeat(1_100_000) })).status).toBe(
      413,
    );
    expect((await app.demo.api.get('/collections/abc')).status).toBe(404);
  });

  it('serves its OpenAPI document and reference page', async () => {
    const document = await app.demo.api.get('/openapi.json');
    expect(document.body.openapi).toBe('3.1.0');
    expect(document.body.paths['/collections/create'].post.operationId).toBe('createCollection');
    expect((await app.demo.api.get('/docs')).body).toContain('swagger-ui');
    expect((await app.demo.api.get('/docs/swagger-ui-bundle.js')).status).toBe(200);
  });
});
