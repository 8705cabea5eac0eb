/**
 * Downloading files: whole, ranges and conditional requests on both hosts, with no type that a browser would execute.
 */
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBlobKey } from '../../src/platform/storage/blob-key.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const TEXT = 'In the beginning';

describe('a file', () => {
  const app = useApp();
  let url: string;
  beforeAll(async () => {
    url = await store('text/plain', 'beginning.txt');
  });

  const store = async (contentType: string, filename: string, text = TEXT): Promise<string> => {
    const key = newBlobKey(app.demo.account.id, filename);
    const blob = { contentType, sizeBytes: text.length };
    expect(await app.app.blobs.write(key, Readable.from([Buffer.from(text)]), blob)).toBe(true);
    return `${app.privateUrl}/files/${key}`;
  };

  it('is readable on both hosts by anyone with its URL', async () => {
    for (const address of [url, url.replace(app.privateUrl, app.publicUrl)]) {
      const { status, headers, body } = await web.get(address, { Origin: 'https://example.org' });
      expect([status, body]).toEqual([200, TEXT]);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': String(TEXT.length),
        'content-disposition': 'inline; filename="beginning.txt"',
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^".+"$/),
        'last-modified': expect.stringMatching(/GMT$/),
      });
      const head = await web.send('HEAD', address);
      expect([head.status, head.body, head.headers['content-length']]).toEqual([
        200,
        '',
        String(TEXT.length),
      ]);
    }
    const saved = await web.get(`${url}?download=1`);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="beginning.txt"');
    expect((await web.send('DELETE', url)).status).toBe(405);
  });

  it.each<[string, string, number, string, string | undefined]>([
    ['the start', 'bytes=0-1', 206, 'In', 'bytes 0-1/16'],
    ['a middle', 'bytes=3-5', 206, 'the', 'bytes 3-5/16'],
    ['an end', 'bytes=7-', 206, 'beginning', 'bytes 7-15/16'],
    ['the last bytes', 'bytes=-3', 206, 'ing', 'bytes 13-15/16'],
    ['more than there is', 'bytes=14-99', 206, 'ng', 'bytes 14-15/16'],
    ['what lies behind the end', 'bytes=16-', 416, '', 'bytes */16'],
    ['several ranges', 'bytes=0-1,5-6', 200, TEXT, undefined],
    ['another unit', 'lines=0-1', 200, TEXT, undefined],
    ['nonsense', 'bytes=b-a', 200, TEXT, undefined],
  ])('returns %s on request', async (_what, Range, status, text, contentRange) => {
    const answer = await web.get(url, { Range });
    expect([answer.status, answer.headers['content-range']]).toEqual([status, contentRange]);
    if (status === 416) {
      expect(answer.body.error.type).toBe('RangeNotSatisfiableError');
      expect(answer.headers['cache-control']).toBe('no-store');
      for (const name of ['etag', 'content-disposition']) expect(answer.headers[name]).toBeUndefined();
      return;
    }
    expect(answer.body).toBe(text);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it('is not sent again when unchanged, nor in parts of different versions', async () => {
    const { headers } = await web.get(url);
    const [etag, modified] = [headers.etag ?? '', headers['last-modified'] ?? ''];
    for (const condition of [['If-None-Match', etag] as const, ['If-Modified-Since', modified] as const]) {
      const { status, body, headers: kept } = await web.get(url, { [condition[0]]: condition[1] });
      expect([status, body, kept.etag]).toEqual([304, '', etag]);
    }
    expect((await web.get(url, { 'If-None-Match': '"other"' })).status).toBe(200);
    const part = (version: string) => web.get(url, { Range: 'bytes=0-1', 'If-Range': version });
    for (const version of [etag, modified]) expect((await part(version)).body).toBe('In');
    for (const version of ['"other"', 'Thu, 01 Jan 2026 00:00:00 GMT'])
      expect((await part(version)).body).toBe(TEXT);
  });

  it.each([
    ['text/html', 'a.html'],
    ['TEXT/HTML; charset=utf-8', 'a.html'],
    ['image/svg+xml', 'a.svg'],
    ['image/svg+xml; x', 'a.svg'],
    ['audio/svg+xml', 'a.svg'],
    ['video/svg+xml', 'a.mp4'],
    ['audio/html', 'a.mp3'],
    ['video/xhtml+xml', 'a.mp4'],
    ['audio/mpeg+xml', 'a.mp3'],
    ['audio/vnd.anything', 'a.mp3'],
    ['application/xhtml+xml', 'a.xhtml'],
    ['text/xml', 'a.xml'],
    ['text/javascript', 'a.js'],
    ['image/png, text/html', 'a.png'],
    ['text/plain\r\nX: y', 'a.txt'],
    ['', 'a'],
  ])('of type %j is downloaded, never displayed', async (contentType, filename) => {
    const { status, headers } = await web.get(
      await store(contentType, filename, '<script>alert(1)</script>'),
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  it.each([
    ['image/png', 'a.html'],
    ['video/mp4', 'a.mp4'],
    ['audio/mpeg', 'a.mp3'],
    ['application/pdf', 'a.pdf'],
    ['text/vtt', 'a.vtt'],
  ])('of type %s is displayed, and cannot run scripts', async (contentType, filename) => {
    const { headers } = await web.get(await store(contentType, filename, '<script>alert(1)</script>'));
    expect(headers['content-type']?.split(';')[0]).toBe(contentType);
    expect(headers['content-disposition']).toMatch(/^inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/sandbox|script-src 'none'/);
  });

  it('is not available under any other path', async () => {
    const [, random = ''] = /files\/\d+\/([\w-]+)/.exec(url) ?? [];
    for (const path of [
      '/files/',
      '/files/..',
      '/files/../../lectern.db',
      '/files/..%2f..%2flectern.db',
      '/files/%2e%2e/%2e%2e/lectern.db',
      `/files/${app.demo.account.id}/${random}`,
      `/files/${app.demo.account.id}/${random}/`,
      `/files/${app.demo.account.id}/${random}/..`,
      `/files/${app.demo.account.id}/${random}/beginning.txt/bytes`,
      `/files/${app.demo.account.id}/${random}/beginning.txt%00`,
      `/files/${app.demo.account.id}/${random.toLowerCase()}x/beginning.txt`,
      `/files/${app.other.account.id}/${random}/beginning.txt`,
      `/files//${app.demo.account.id}/${random}/beginning.txt`,
      '/files/new/x/bytes',
      `/files/${'9'.repeat(5_000)}`,
      '/files/%ff',
    ]) {
      const { status, body } = await web.get(app.privateUrl + path);
      expect([status, body.error?.type], path).toEqual([404, 'NotFoundError']);
    }
  });
});
