/** Files that arrive in pieces: in a folder, and in parts on S3 if TEST_S3_URL names a server. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBlobKey } from '../../src/platform/storage/blob-key.js';
import type { BlobStore, NewBlob } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { createS3BlobStore, type S3Options } from '../../src/platform/storage/s3-blob-store.js';
import { loadConfig } from '../../src/config/config.js';
import { s3Environment } from '../support/s3.js';
import { web } from '../support/web.js';

const s3 = loadConfig(s3Environment() ?? {}).s3;
if (!s3) console.log('TEST_S3_URL is not set: parts on S3 are skipped.');

const pdf = (bytes: string): NewBlob => ({ contentType: 'application/pdf', sizeBytes: bytes.length });
const stream = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));
const inAnHour = () => new Date(Date.now() + 60 * 60_000);

describe('a folder of blobs', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'lectern-pieces-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const entries = (path: string) => readdirSync(path, { recursive: true }) as string[];

  it('takes a file in pieces, of which those that came before a cut stay', async () => {
    const home = join(folder, 'pieces');
    const blobs = createFolderBlobStore(home);
    if (blobs.pieces.protocol !== 'tus') throw new Error('a folder takes pieces');
    const { pieces } = blobs;
    const key = newBlobKey(3, 'a.pdf');
    expect([await pieces.receivedBytes(key), await blobs.commit(key, pdf('abcdef'))]).toEqual([0, null]);
    const cut = new Readable({ read: () => undefined });
    const appending = pieces.append(key, 0, cut);
    cut.push('abc');
    await expect.poll(() => pieces.receivedBytes(key)).toBe(3);
    cut.destroy(new Error('the line went dead'));
    await expect(appending).rejects.toThrow('the line went dead');
    expect(await blobs.commit(key, pdf('abcdef'))).toBeNull();
    // Two requests that send the same bytes do no harm.
    await Promise.all([pieces.append(key, 3, stream('de')), pieces.append(key, 3, stream('de', 'f'))]);
    expect(await blobs.stat(key)).toBeNull();
    const info = await blobs.commit(key, pdf('abcdef'));
    expect(info).toMatchObject(pdf('abcdef'));
    expect((await buffer(await blobs.read(key))).toString()).toBe('abcdef');
    expect(await blobs.commit(key, pdf('abcdef'))).toEqual(info);

    const longer = newBlobKey(3, 'b.pdf');
    await pieces.append(longer, 0, stream('abc'));
    await expect(blobs.commit(longer, pdf('ab'))).rejects.toMatchObject({ name: 'BlobSizeError' });
    const [removed, stale] = [newBlobKey(3, 'c.pdf'), newBlobKey(3, 'd.pdf')];
    for (const one of [removed, stale]) await pieces.append(one, 0, stream('a'));
    await blobs.removePieces(removed);
    await blobs.removeStale(new Date(Date.now() - 60_000));
    expect([await pieces.receivedBytes(removed), await pieces.receivedBytes(stale)]).toEqual([0, 1]);
    await blobs.removeStale(inAnHour());
    await blobs.remove(key);
    expect(entries(home).filter((name) => statSync(join(home, name)).isFile())).toEqual([]);
  });
});

describe.skipIf(!s3)('a bucket', () => {
  let blobs: BlobStore;
  beforeAll(() => void (blobs = createS3BlobStore(s3 as S3Options)));
  afterAll(() => blobs?.close());
  const put = async (url: string, body: string): Promise<number> => (await web.put(url, body)).status;

  it('takes parts of exactly their size, which become a blob only when it is committed', async () => {
    const { pieces } = blobs;
    if (pieces.protocol !== 'multipart') throw new Error('a bucket takes parts');
    const key = newBlobKey(5, 'film.mp4');
    const sizes = [5 * 1024 ** 2, 1_000];
    const film = { contentType: 'video/mp4', sizeBytes: sizes[0]! + sizes[1]! };
    const multipartId = await pieces.start(key, film.contentType);
    const urlOf = (partNumber: number) =>
      pieces.presignPart(key, multipartId, { partNumber, sizeBytes: sizes[partNumber - 1]! }, 60);
    const putPart = async (partNumber: number, bytes: number) => {
      const body = 'abc'[partNumber]!.repeat(bytes);
      return put(await urlOf(partNumber), body);
    };
    expect(await pieces.parts(key, multipartId)).toEqual([]);
    expect(await putPart(2, sizes[1]! + 1)).toBe(403);
    expect(await putPart(2, sizes[1]!)).toBe(200);
    expect(await blobs.commit(key, { ...film, multipartId })).toBeNull();
    await blobs.removeStale(new Date(Date.now() - 60_000));
    expect(await putPart(1, sizes[0]!)).toBe(200);
    expect(await pieces.parts(key, multipartId)).toMatchObject([
      { partNumber: 1, sizeBytes: sizes[0] },
      { partNumber: 2, sizeBytes: sizes[1] },
    ]);
    expect(await blobs.stat(key)).toBeNull();
    const late = await urlOf(2);
    const info = await blobs.commit(key, { ...film, multipartId });
    expect(info).toMatchObject(film);
    expect(await put(late, 'x'.repeat(sizes[1]!))).toBe(404);
    expect(await pieces.parts(key, multipartId)).toBeNull();
    expect(await blobs.commit(key, { ...film, multipartId })).toEqual(info);
    await blobs.remove(key);
  });

  it('accepts no part of an upload that was ended, or got none for long', async () => {
    const { pieces } = blobs;
    if (pieces.protocol !== 'multipart') throw new Error('a bucket takes parts');
    const part = { partNumber: 1, sizeBytes: 3 };
    const [ended, stale, other] = ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => newBlobKey(5, name));
    const started = new Map<string, string>();
    for (const key of [ended!, stale!, other!]) started.set(key, await pieces.start(key, 'video/mp4'));
    const putPart = async (key: string) =>
      put(await pieces.presignPart(key, started.get(key)!, part, 60), 'abc');
    expect(await putPart(ended!)).toBe(200);
    await blobs.removePieces(ended!);
    await blobs.removePieces(ended!);
    expect([await putPart(ended!), await putPart(stale!)]).toEqual([404, 200]);
    await blobs.removeStale(inAnHour());
    expect([await putPart(stale!), await putPart(other!)]).toEqual([404, 404]);
  });
});
