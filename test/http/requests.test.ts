/** Requests at the protocol level: invalid, compressed and large bodies, request ids, HEAD, CORS, health. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { startApp, useApp } from '../support/start-app.js';

describe('requests', () => {
  const app = useApp();

  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    app.demo.api.send('POST', '/speakers/create', body, {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    });
  const json = JSON.stringify({ name: 'Packed' });
  const gzip = { 'Content-Encoding': 'gzip' };
  const bomb = gzipSync(JSON.stringify({ name: 'x', bio: 'x'.repeat(50_000_000) }));

  it.each<[string, string | Uint8Array, Record<string, string>, number, string]>([
    ['half an object', '{"name":', {}, 400, 'BadRequestError'],
    ['no JSON at all', 'name=x', {}, 400, 'BadRequestError'],
    ['JSON with a comma too many', '{"name":"x",}', {}, 400, 'BadRequestError'],
    ['a list', '[]', {}, 422, 'ValidationError'],
    ['a bare string', '"x"', {}, 422, 'ValidationError'],
    ['null', 'null', {}, 422, 'ValidationError'],
    ['an empty body', '', {}, 422, 'ValidationError'],
    ['an object within a thousand lists', '['.repeat(1000) + ']'.repeat(1000), {}, 422, 'ValidationError'],
    ['a prototype', '{"name":"x","__proto__":{"admin":true}}', {}, 400, 'BadRequestError'],
    ['half a character', '{"name":"\\ud800"}', {}, 422, 'ValidationError'],
    ['another content type', json, { 'Content-Type': 'text/plain' }, 415, 'UnsupportedMediaTypeError'],
    [
      'a form',
      'name=x',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      'UnsupportedMediaTypeError',
    ],
    ['no content type', json, { 'Content-Type': '' }, 415, 'UnsupportedMediaTypeError'],
    [
      'an unknown charset',
      json,
      { 'Content-Type': 'application/json; charset=klingon' },
      415,
      'UnsupportedMediaTypeError',
    ],
    [
      'UTF-16',
      Buffer.from(json, 'utf16le'),
      { 'Content-Type': 'application/json; charset=utf-16le' },
      415,
      'UnsupportedMediaTypeError',
    ],
    ['an unknown encoding', json, { 'Content-Encoding': 'rot13' }, 415, 'UnsupportedMediaTypeError'],
    ['text that claims to be gzip', json, gzip, 400, 'BadRequestError'],
    ['gzip that ends early', gzipSync(json).subarray(0, 20), gzip, 400, 'BadRequestError'],
    ['a gzip bomb', bomb, gzip, 413, 'PayloadTooLargeError'],
    ['more than 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), {}, 413, 'PayloadTooLargeError'],
  ])('return the right error for %s', async (_what, body, headers, status, type) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.body.error?.type]).toEqual([status, type]);
    expect(answer.body.result).toBe('error');
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id']);
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*\.[jt]s/);
  });

  it('report missing fields as required', async () => {
    const missing = await app.demo.api.post('/items/create', { speakers: [{}], date: null });
    expect(missing.status).toBe(422);
    const required = missing.body.error.details.filter(
      ({ message }: { message: string }) => message === 'is required',
    );
    expect(required.map(({ path }: { path: string }) => path).sort()).toEqual([
      'collectionId',
      'speakers.0.id',
      'title',
    ]);
  });

  it('accept compressed bodies, quoted charsets and bodies without a length', async () => {
    const packed = [
      await post(gzipSync(json), gzip),
      await post(brotliCompressSync(json), { 'Content-Encoding': 'br' }),
      await post(json, { 'Content-Type': 'Application/JSON; charset="UTF-8"' }),
    ];
    for (const { status, body } of packed) expect([status, body.speaker?.name]).toEqual([201, 'Packed']);
    const { secret } = await app.app.tokens.create(app.demo.account.id, {
      name: 'test',
      scopes: ['admin'],
      expiresAt: null,
    });
    const streamed = await fetch(`${app.privateUrl}/speakers/create`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: new Blob([json]).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(201);
  });

  it.each([
    ['/collections/%E0%A4%A', 404],
    ['/collections/%00', 404],
    ['/collections/1%2F2', 404],
    ['/collections/-1', 404],
    ['/collections/0', 404],
    ['/collections/1.5', 404],
    ['/collections/1e3', 404],
    ['/collections/2147483648', 404],
    ['/collections/9007199254740991', 404],
    ['/collections/9007199254740993', 404],
    ['/collections/99999999999999999999999', 404],
    ['//collections', 404],
    ['/collections?%E0%A4%A=1', 400],
    ['/collections/1?__proto__=1', 400],
    ['/collections/1?_withDeleted=yes', 400],
    ['/collections/1?_withDeleted=true&_withDeleted=true', 400],
  ])('to %s return %i', async (path, status) => {
    expect((await app.demo.api.get(path)).status).toBe(status);
  });

  it('have an id, taken from the caller if it is valid', async () => {
    const idOf = async (given?: string): Promise<unknown> =>
      (await app.demo.api.get('/account', given === undefined ? {} : { 'X-Request-Id': given })).headers[
        'x-request-id'
      ];
    expect(await idOf('trace-1234.abc_DEF')).toBe('trace-1234.abc_DEF');
    const uuid = /^[0-9a-f-]{36}$/;
    expect(await idOf()).toMatch(uuid);
    for (const bad of ['short', 'x'.repeat(129), 'a b c d e f g', '<script>alert(1)</script>'])
      expect(await idOf(bad)).toMatch(uuid);
    expect(await idOf()).not.toBe(await idOf());
  });

  it('return the same for HEAD as for GET, without the body', async () => {
    const get = await app.demo.api.get('/speakers');
    const head = await app.demo.api.send('HEAD', '/speakers');
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await app.demo.api.send('HEAD', '/speakers/999999')).status).toBe(404);
    expect((await app.demo.api.send('HEAD', '/speakers/create')).status).toBe(405);
    expect((await app.demo.api.send('OPTIONS', '/speakers')).status).toBe(405);
    expect((await createClient(app.privateUrl).send('HEAD', '/speakers')).status).toBe(401);
  });

  it('are open to browsers of any origin on the public host, including errors, and to none on the private host', async () => {
    const asked = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' };
    const preflight = await app.demo.site.send('OPTIONS', '/search', undefined, asked);
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Content-Type,Range,If-Range,If-None-Match',
    });
    for (const path of ['/config', '/nowhere', '/config?x=1', '/openapi.json'])
      expect((await app.demo.site.get(path)).headers['access-control-allow-origin']).toBe('*');
    const refused = await app.demo.api.send('OPTIONS', '/speakers', undefined, asked);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    expect(refused.status).toBe(405);
  });

  it('for health and readiness need no token on either host', async () => {
    for (const base of [app.privateUrl, app.publicUrl]) {
      const root = createClient(base.replace(/\/\w+$/, ''));
      expect((await root.get('/healthz')).body).toEqual({ status: 'alive' });
      expect((await root.send('HEAD', '/healthz')).status).toBe(200);
      const ready = await root.get('/readyz');
      expect(ready.body.stores?.database).toEqual(base === app.privateUrl ? { status: 'up' } : undefined);
      expect([ready.status, ready.body.status]).not.toContain(503);
      expect((await root.post('/healthz')).status).toBe(405);
    }
  });
});

describe('the search rate limit', () => {
  it('returns 429 with Retry-After to an address over the limit, whatever its headers claim', async () => {
    const app = await startApp({ env: { PUBLIC_RATE_LIMIT: '2' } });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const { status, headers, body } = await app.demo.site.get('/search', {
          'X-Forwarded-For': `10.0.0.${i}`,
        });
        statuses.push(status);
        if (status !== 429) continue;
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        expect(body.error.type).toBe('RateLimitError');
        expect(headers['access-control-allow-origin']).toBe('*');
      }
      expect(statuses).toEqual([400, 400, 429, 429]);
      expect((await app.demo.site.get('/config')).status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
