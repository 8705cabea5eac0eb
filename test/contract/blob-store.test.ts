/** One suite for every blob store: a folder, and S3 if TEST_S3_URL names a server. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siblingKey, newBlobKey } from '../../src/platform/storage/blob-key.js';
import type { BlobStore, NewBlob } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { createS3BlobStore, type S3Options } from '../../src/platform/storage/s3-blob-store.js';
import { loadConfig } from '../../src/config/config.js';
import { engineUsed } from '../support/engines.js';
import { s3Environment } from '../support/s3.js';

const s3 = loadConfig(s3Environment() ?? {}).s3;
if (!s3) console.log('TEST_S3_URL is not set: the blob store on S3 is skipped.');

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'lectern-blobs-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stores: [string, boolean, () => BlobStore][] = [
  ['a folder', true, () => createFolderBlobStore(join(folder, 'blobs'))],
  ['S3', s3 !== null, () => createS3BlobStore(s3 as S3Options)],
];
const pdf = (bytes: string): NewBlob => ({ contentType: 'application/pdf', sizeBytes: bytes.length });
const stream = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));
const inAnHour = () => new Date(Date.now() + 60 * 60_000);

describe.each(stores)('blobs in %s', (name, there, open) => {
  let blobs: BlobStore;
  beforeAll(() => {
    if (there) blobs = open();
  });
  afterAll(() => blobs?.close());
  const when = it.skipIf(!there);
  const text = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await blobs.read(key, range))).toString();

  when('are written, read whole and in part, and removed', async () => {
    await blobs.check();
    if (name === 'S3') engineUsed('S3');
    const key = newBlobKey(7, 'Über uns – 50 %.pdf');
    expect(await blobs.stat(key)).toBeNull();
    expect(await blobs.write(key, stream('hello ', 'world'), pdf('hello world'))).toBe(true);
    const info = await blobs.stat(key);
    expect(info).toEqual({
      ...pdf('hello world'),
      etag: expect.stringMatching(/^".+"$/),
      modified: expect.any(Date),
    });
    expect(Math.abs(Date.now() - (info?.modified.getTime() ?? 0))).toBeLessThan(60 * 60_000);
    expect(await text(key)).toBe('hello world');
    expect(await text(key, { start: 6, end: 8 })).toBe('wor');
    expect(await blobs.commit(key, pdf('hello world'))).toEqual(info);

    await blobs.remove(key);
    await blobs.remove(key);
    expect(await blobs.stat(key)).toBeNull();
    await expect(blobs.read(key)).rejects.toThrow();
  });

  when('are taken while they, or the last ones beside them, are being removed', async () => {
    for (let round = 0; round < (name === 'S3' ? 2 : 40); round++) {
      const key = newBlobKey(7, 'a.pdf');
      const beside = siblingKey(key, '_poster.jpg');
      let isTaken = false;
      const taking = blobs.write(key, stream('first'), pdf('first')).finally(() => (isTaken = true));
      while (!isTaken) await Promise.all([blobs.remove(beside), blobs.remove(key)]);
      expect(await taking).toBe(true);
      await blobs.remove(key);
    }
  });

  when('never change once they are there', async () => {
    const key = newBlobKey(7, 'a.pdf');
    expect(await blobs.write(key, stream('first'), pdf('first'))).toBe(true);
    expect(await blobs.write(key, stream('other'), pdf('other'))).toBe(false);
    expect(await text(key)).toBe('first');
  });

  when('are all there or not at all', async () => {
    const key = newBlobKey(7, 'a.pdf');
    const short = { name: 'BlobSizeError', message: expect.stringContaining('4 were declared') };
    await expect(blobs.write(key, stream('abc'), pdf('abcd'))).rejects.toMatchObject(short);
    await expect(blobs.write(key, stream('abc', 'de'), pdf('abcd'))).rejects.toMatchObject({
      name: 'BlobSizeError',
    });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ab');
        await Promise.resolve();
        throw new Error('the line went dead');
      })(),
    );
    await expect(blobs.write(key, broken, pdf('abcd'))).rejects.toThrow('the line went dead');
    expect(await blobs.stat(key)).toBeNull();
    expect(await blobs.write(key, stream('abcd'), pdf('abcd'))).toBe(true);
    await blobs.remove(key);
  });

  when('are looked for only under keys of ours', async () => {
    const long = 'a'.repeat(32);
    for (const key of [
      '',
      'x',
      '../../etc/passwd',
      `1/${long}/../x`,
      `1/${long}/.hidden`,
      `1/${long}/a/b`,
      `1/${long}/a\0`,
    ]) {
      expect(await blobs.stat(key), key).toBeNull();
      await expect((async () => blobs.read(key))(), key).rejects.toThrow();
      await expect((async () => blobs.remove(key))(), key).rejects.toThrow();
      await expect((async () => blobs.write(key, stream('a'), pdf('a')))(), key).rejects.toThrow();
    }
  });
});

describe('a folder of blobs', () => {
  const entries = (path: string) => readdirSync(path, { recursive: true }) as string[];

  it('leaves no files of interrupted, removed or abandoned uploads', async () => {
    const home = join(folder, 'tidy');
    const blobs = createFolderBlobStore(home);
    const key = newBlobKey(3, 'a.pdf');
    await blobs.write(key, stream('abc'), pdf('abcd')).catch(() => undefined);
    await blobs.write(key, stream('abcd'), pdf('abcd'));
    await blobs.remove(key);
    const begun = new Readable({ read: () => undefined });
    const writing = blobs.write(key, begun, pdf('abcd'));
    begun.push('ab');
    await expect.poll(() => entries(join(home, 'new')).length).toBeGreaterThan(0);
    await blobs.removeStale(new Date(Date.now() - 60_000));
    begun.push('cd');
    begun.push(null);
    expect(await writing).toBe(true);
    await blobs.remove(key);

    const forgotten = blobs.write(key, new Readable({ read: () => undefined }), pdf('abcd'));
    await expect.poll(() => entries(join(home, 'new')).length).toBeGreaterThan(0);
    await blobs.removeStale(inAnHour());
    expect(entries(home).filter((name) => statSync(join(home, name)).isFile())).toEqual([]);
    void forgotten.catch(() => undefined);
  });

  it('reports an error when it cannot be used', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const blobs = createFolderBlobStore(join(file, 'blobs'));
    const key = newBlobKey(3, 'a.pdf');
    const down = { name: 'BlobsUnavailableError' };
    await expect(blobs.check()).rejects.toMatchObject(down);
    await expect(blobs.stat(key)).rejects.toMatchObject(down);
    await expect(blobs.write(key, stream('a'), pdf('a'))).rejects.toMatchObject(down);
  });
});

describe.skipIf(!s3)('S3 URLs', () => {
  let blobs: BlobStore;
  beforeAll(() => void (blobs = createS3BlobStore(s3 as S3Options)));
  afterAll(() => blobs?.close());
  const address = async (key: string, blob: NewBlob, secs = 3_600) =>
    (await blobs.presignPut(key, blob, secs)) ?? '';
  /** Uses node:http, which sends requests unchanged. */
  const send = (url: string, body: string, headers: Record<string, string>, method = 'PUT') =>
    new Promise<number>((resolve, reject) => {
      const call = request(url, { method, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      call.on('error', reject);
      call.end(body);
    });
  const put = (url: string, body: string, type = 'application/pdf') =>
    send(url, body, { 'Content-Type': type, 'Content-Length': String(body.length) });

  it('accept one PUT of the declared type and size', async () => {
    const key = newBlobKey(5, 'guide.pdf');
    const url = await address(key, pdf('12345'));
    expect(await put(url, '12345', 'text/html')).toBe(403);
    expect(await put(url, '123456')).toBe(403);
    expect(await put(url, '1234')).toBe(403);
    expect(await send(url, '12345', { 'Content-Length': '5' })).toBe(403);
    expect(
      await send(url, '12345', { 'Content-Type': 'application/pdf', 'Content-Length': '5' }, 'DELETE'),
    ).toBe(403);
    expect(
      await put(
        url.replace(/[0-9a-f](?=&X-Amz-SignedHeaders)/, (digit) => (digit === '0' ? '1' : '0')),
        '12345',
      ),
    ).toBe(403);
    expect(await blobs.commit(key, pdf('12345'))).toBeNull();

    expect(await put(url, '12345')).toBe(200);
    expect(await blobs.stat(key)).toBeNull();
    const info = await blobs.commit(key, pdf('12345'));
    expect(info).toMatchObject(pdf('12345'));
    // The URL is valid for an hour, but a file that was confirmed cannot be overwritten.
    expect(await put(url, '54321')).toBe(200);
    expect(await blobs.commit(key, pdf('12345'))).toEqual(info);
    await blobs.removeStale(inAnHour());
    expect((await buffer(await blobs.read(key))).toString()).toBe('12345');
    await blobs.remove(key);
  });

  it('refuse late uploads, and unclaimed uploads are deleted', async () => {
    const key = newBlobKey(5, 'guide.pdf');
    const url = await address(key, pdf('12345'), 1);
    await expect.poll(() => put(url, '12345'), { timeout: 60_000, interval: 500 }).toBe(403);
    const other = newBlobKey(5, 'guide.pdf');
    expect(await put(await address(other, pdf('12345')), '12345')).toBe(200);
    await blobs.removeStale(inAnHour());
    expect(await blobs.commit(other, pdf('12345'))).toBeNull();
  });

  it('serve a blob with the requested type and name', async () => {
    const key = newBlobKey(5, 'page.html');
    await blobs.write(key, stream('<script>'), { contentType: 'text/html', sizeBytes: 8 });
    const options = {
      contentType: 'application/octet-stream',
      disposition: 'attachment; filename="page.html"',
      expiresSecs: 60,
    };
    const answer = await fetch((await blobs.presignGet(key, options)) ?? '');
    expect(await answer.text()).toBe('<script>');
    expect(answer.headers.get('content-type')).toBe(options.contentType);
    expect(answer.headers.get('content-disposition')).toBe(options.disposition);
    await blobs.remove(key);
  });
});

describe('an S3 server that does not respond', () => {
  it('is reported as down', async () => {
    const blobs = createS3BlobStore({
      bucket: 'b',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      prefix: '',
    });
    const key = newBlobKey(5, 'guide.pdf');
    const works = [
      blobs.check(),
      blobs.stat(key),
      blobs.read(key),
      blobs.remove(key),
      blobs.write(key, stream('a'), pdf('a')),
      blobs.removePieces(key),
      blobs.commit(key, { ...pdf('a'), multipartId: 'x' }),
    ];
    for (const outcome of await Promise.allSettled(works))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'BlobsUnavailableError' } });
    blobs.close();
  });
});
