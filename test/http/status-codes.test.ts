/** Status codes with complete responses. `every-operation` and `every-body` check 401, 403, 404, 405, 415 and 422 of all operations. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient, type Answer } from '../support/client.js';
import { buildCollection, buildItem, buildTopic } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('the status code', () => {
  const app = useApp({ env: { PUBLIC_RATE_LIMIT: '1' } });

  const expectError = ({ headers, body, status }: Answer, code: number, type: string): void => {
    expect([status, body.result, body.error?.type]).toEqual([code, 'error', type]);
    expect(body.error.message).toMatch(/\S/);
    expect(body.error.requestId).toBe(headers['x-request-id']);
    expect(Object.keys(body)).toEqual(['result', 'error']);
  };
  const pathsOf = ({ body }: Answer): string[] =>
    body.error.details.map(({ path }: { path: string }) => path);

  it('201 is returned for each create, 200 for everything else', async () => {
    const created = await app.demo.api.post('/speakers/create', { name: 'Ada' });
    const path = `/speakers/${created.body.speaker.id}`;
    const others = [
      await app.demo.api.get(path),
      await app.demo.api.patch(path, {}),
      await app.demo.api.delete(path),
    ];
    expect([created, ...others].map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  });

  it('400 names each invalid parameter, and is returned for invalid JSON', async () => {
    const answer = await app.demo.api.get(
      '/items?color=red&id.gt=x&_orderBy=nothing,ASC&_expand=nothing&id.is=1',
    );
    expectError(answer, 400, 'BadRequestError');
    expect(pathsOf(answer).sort()).toEqual(['_expand', '_orderBy', 'color', 'id.gt', 'id.is']);
    expectError(await app.demo.api.get('/items/1?_expand=nothing'), 400, 'BadRequestError');
    expectError(await app.demo.api.post('/speakers/create', '{'), 400, 'BadRequestError');
  });

  it('401 is returned without a token, and for unknown, expired and revoked ones, with the required scheme', async () => {
    const { tokens, db } = app.app;
    const make = async (name: string) =>
      tokens.create(app.demo.account.id, { name, scopes: ['admin'], expiresAt: null });
    const [expired, revoked, living] = [await make('expired'), await make('revoked'), await make('living')];
    await db
      .updateTable('token')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('name', '=', 'expired')
      .execute();
    expect((await app.demo.api.delete(`/tokens/${revoked.token.id}`)).status).toBe(200);
    const asks = (headers: Record<string, string>) => createClient(app.privateUrl, headers).get('/items');
    for (const Authorization of [
      '',
      'Bearer',
      'Bearer lct_x',
      'Basic bGN0Og==',
      ...[expired, revoked].map(({ secret }) => `Bearer ${secret}`),
    ]) {
      const answer = await asks(Authorization ? { Authorization } : {});
      expectError(answer, 401, 'AuthenticationError');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await asks({ Authorization: `Bearer ${living.secret}` })).status).toBe(200);
  });

  it('no response of the private API may be cached', async () => {
    for (const path of ['/items', '/items/999999999', '/account', '/nowhere', '/stats/overview'])
      expect((await app.demo.api.get(path)).headers['cache-control'], path).toBe('no-store');
    expect((await createClient(app.privateUrl).get('/items')).headers['cache-control']).toBe('no-store');
  });

  it('405 lists the methods of a path that looks like the id of a record', async () => {
    for (const method of ['PATCH', 'GET', 'DELETE', 'PUT'])
      for (const path of ['/items/create', '/Items/create/', '/items/1/resources/create']) {
        const hidden = await app.demo.api.send(method, path, {});
        expectError(hidden, 405, 'MethodNotAllowedError');
        expect(hidden.headers.allow, `${method} ${path}`).toBe('POST');
      }
  });

  it('409 is returned for a duplicate slug or name, a record in use, and a key with another body', async () => {
    const { name } = await buildTopic(app.demo);
    const { id: collectionId } = await buildCollection(app.demo);
    const { urlSlug } = await buildItem(app.demo, { collectionId });
    const key = { 'Idempotency-Key': 'the-same' };
    await app.demo.api.post('/speakers/create', { name: 'Ada' }, key);
    for (const answer of [
      await app.demo.api.post('/topics/create', { name }),
      await app.demo.api.post('/items/create', { title: 'x', date: '2026-03-01', collectionId, urlSlug }),
      await app.demo.api.delete(`/collections/${collectionId}`),
      await app.demo.api.post('/speakers/create', { name: 'Eve' }, key),
    ])
      expectError(answer, 409, 'ConflictError');
  });

  it('412 is returned for an older version', async () => {
    const path = `/topics/${(await buildTopic(app.demo)).id}`;
    const stale = { 'If-Match': String((await app.demo.api.get(path)).headers.etag) };
    expect((await app.demo.api.patch(path, { name: 'Newer' }, stale)).status).toBe(200);
    expectError(await app.demo.api.patch(path, { name: 'Late' }, stale), 412, 'PreconditionFailedError');
  });

  it('413 is returned for a body over 1 MiB, or a transcript over 32 MiB', async () => {
    const { id } = await buildItem(app.demo);
    const bio = 'x'.repeat(1024 * 1024);
    expectError(
      await app.demo.api.post('/speakers/create', { name: 'Ada', bio }),
      413,
      'PayloadTooLargeError',
    );
    const send = (bytes: number) =>
      app.demo.api.put(`/items/${id}/transcript`, 'word '.repeat(bytes / 5), {
        'Content-Type': 'text/plain',
      });
    expectError(await send(32 * 1024 * 1024 + 10), 413, 'PayloadTooLargeError');
    expect((await send(2 * 1024 * 1024)).status).toBe(200);
  });

  it('422 reports every problem of a body at once, including unknown ids', async () => {
    const { id } = await buildCollection(app.other);
    const wrong = await app.demo.api.post('/items/create', { title: '', date: '2025-02-30', color: 'red' });
    expectError(wrong, 422, 'ValidationError');
    expect(pathsOf(wrong).sort()).toEqual(['collectionId', 'color', 'date', 'title']);
    const body = { title: 'x', date: '2026-03-01', collectionId: id, seriesId: 999, topics: [{ id: 999 }] };
    const nothing = await app.demo.api.post('/items/create', body);
    expectError(nothing, 422, 'ValidationError');
    expect(pathsOf(nothing).sort()).toEqual(['collectionId', 'seriesId', 'topics.0.id']);
  });

  it('422 reports the status and the allowed requests', async () => {
    const { id } = await buildItem(app.demo);
    const answer = await app.demo.api.post(`/items/${id}/publish`);
    expectError(answer, 422, 'InvalidStateError');
    expect(answer.body.error.message).toMatch(/draft.*ready.*unpublished/);
    expectError(await app.demo.api.get(`/items/${id}/transcript`), 422, 'InvalidStateError');
  });

  it('429 says when to retry', async () => {
    await app.demo.site.get('/search?q=a');
    const answer = await app.demo.site.get('/search?q=a');
    expectError(answer, 429, 'RateLimitError');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('500 reveals no internals', async () => {
    const { id } = await buildItem(app.demo);
    await app.app.db
      .updateTable('item')
      .set({ squareImgMetadata: 'secret-nonsense' })
      .where('id', '=', id)
      .execute();
    const answer = await app.demo.api.get(`/items/${id}`);
    expectError(answer, 500, 'InternalError');
    expect(JSON.stringify(answer.body)).not.toMatch(/nonsense|metadata|json|node_modules|\.[jt]s\b/i);
  });

  it('503 is returned when a store is down, and says when to retry', async () => {
    const { id } = await buildItem(app.demo);
    const body = { title: 'Notes', contentType: 'file', fileMimeType: 'text/plain', fileSizeBytes: 1 };
    const { uploadUrl } = (await app.demo.api.post(`/items/${id}/resources/create`, body)).body;
    const folder = join(app.app.config.dataDir, 'blobs');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'no folder');
    const upload = await createClient('').put(uploadUrl, 'x', { 'Content-Type': 'text/plain' });
    expectError(upload, 503, 'UnavailableError');
    expect(Number(upload.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.demo.api.get('/speakers')).status).toBe(200);
  });
});
