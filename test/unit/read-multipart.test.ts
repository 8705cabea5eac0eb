/** Multipart forms that are expensive to parse are parsed over many turns of the event loop. */
import { Readable } from 'node:stream';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { readMultipart } from '../../src/platform/http/endpoint/read-multipart.js';

const SIZE = 500_000;
const KIB = 1024;

describe('a multipart form', () => {
  it.each([
    ['line breaks', '\r\n'],
    ['almost boundaries', '\r\n--boundar'],
    ['zeros', '\0'],
  ])('of %s is read completely without blocking other work', async (_what, unit) => {
    const content = unit.repeat(SIZE / unit.length);
    const head = 'Content-Disposition: form-data; name="image"; filename="a.png"';
    const body = Buffer.from(`--boundary\r\n${head}\r\n\r\n${content}\r\n--boundary--\r\n`);
    const type = 'multipart/form-data; boundary=boundary';
    const headers = { 'content-type': type, 'content-length': String(body.length) };
    const req = Object.assign(Readable.from([body]), { method: 'POST', headers });
    const ctx = new Koa().createContext(req as never, {} as never);
    let turns = 0;
    let next = setImmediate(function count() {
      turns++;
      next = setImmediate(count);
    });
    const read = await readMultipart({ file: 'image', types: [], maxBytes: SIZE }, ctx);
    clearImmediate(next);
    expect(read.filename).toBe('a.png');
    expect(read.bytes.equals(Buffer.from(content))).toBe(true);
    expect(turns).toBeGreaterThan(SIZE / (32 * KIB));
  });
});
