/** Compressed responses, and ETags of public ones. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSpeaker } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('compressed responses', () => {
  const app = useApp();
  beforeAll(async () => {
    for (let i = 0; i < 10; i++) await buildSpeaker(app.demo, { bio: 'Pastor, beekeeper. '.repeat(20) });
  });

  const get = (path: string, acceptEncoding: string) =>
    app.demo.api.get(path, { 'Accept-Encoding': acceptEncoding });

  it('use brotli or gzip as the client accepts, on both hosts, with the same content', async () => {
    const plain = await app.demo.api.get('/speakers');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Accept-Encoding');
    const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, accepted] of [
      ['br', 'gzip, deflate, br'],
      ['gzip', 'gzip'],
      ['gzip', 'br;q=0, gzip;q=0.5'],
    ] as const) {
      const { headers, bytes } = await get('/speakers', accepted);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(unpackers[encoding](bytes).toString())).toEqual(plain.body);
      expect(bytes.length).toBeLessThan(JSON.stringify(plain.body).length / 3);
    }
    const site = await app.demo.site.get('/openapi.json', { 'Accept-Encoding': 'br' });
    expect(site.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(site.bytes).toString()).openapi).toBe('3.1.0');
  });

  it('are sent uncompressed when short or when the client accepts no compression', async () => {
    for (const [path, accepted] of [
      ['/series', 'br, gzip'],
      ['/speakers', 'identity'],
      ['/speakers', 'deflate'],
      ['/speakers', ''],
    ] as const) {
      const { headers, bytes } = await get(path, accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });

  it('keep the version of a record', async () => {
    const { id } = await buildSpeaker(app.demo, { bio: 'Long. '.repeat(500) });
    const { headers } = await get(`/speakers/${id}`, 'br');
    expect(headers['content-encoding']).toBe('br');
    const changed = await app.demo.api.patch(
      `/speakers/${id}`,
      { bio: null },
      { 'If-Match': headers.etag ?? '' },
    );
    expect(changed.status).toBe(200);
  });
});

describe('ETags of public responses', () => {
  const app = useApp();

  it('return 304 until the content changes', async () => {
    const first = await app.demo.site.get('/config');
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(first.headers.etag).toMatch(/^W\/"[\w-]+"$/);
    const known = { 'If-None-Match': `"other", ${first.headers.etag ?? ''}` };
    const same = await app.demo.site.get('/config', known);
    expect([same.status, same.body]).toEqual([304, '']);
    expect(same.headers.etag).toBe(first.headers.etag);
    expect(same.headers['access-control-allow-origin']).toBe('*');
    const packed = await app.demo.site.get('/config', { ...known, 'Accept-Encoding': 'br' });
    expect([packed.status, packed.bytes.length]).toEqual([304, 0]);
    // Node's own fetch sends this header along with an ETag.
    const reload = await app.demo.site.get('/config', { ...known, 'Cache-Control': 'no-cache' });
    expect(reload.status).toBe(304);
    await app.demo.api.patch('/account', { name: 'Another name' });
    const changed = await app.demo.site.get('/config', known);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it('are the same for HEAD and GET', async () => {
    const { headers } = await app.demo.site.get('/config');
    const head = await app.demo.site.send('HEAD', '/config');
    expect([head.status, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      expect(head.headers[name], name).toBe(headers[name]);
    const known = await app.demo.site.send('HEAD', '/config', undefined, {
      'If-None-Match': headers.etag ?? '',
    });
    expect(known.status).toBe(304);
  });

  it('are omitted from searches and errors', async () => {
    const searched = await app.demo.site.get('/search?q=bread');
    expect(searched.headers['cache-control']).toBe('no-store');
    expect(searched.headers.etag).toBeUndefined();
    const missing = await app.demo.site.get('/items/999999');
    expect([missing.status, missing.headers.etag]).toEqual([404, undefined]);
  });
});
