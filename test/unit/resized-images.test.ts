/** Smaller copies of images in a real folder: when they are created and deleted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageWork, readImage } from '../../src/platform/images/read-image.js';
import { newBlobKey } from '../../src/platform/storage/blob-key.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import {
  copyKeysOf,
  createResizedImages,
  formatFor,
  withCopies,
} from '../../src/platform/images/resized-images.js';
import { measured, picture } from '../support/images.js';

describe('smaller copies', () => {
  let folder: string;
  let store: BlobStore;
  let reads: string[];
  let stats: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-copies-'));
    const files = createFolderBlobStore(folder);
    reads = [];
    stats = [];
    store = {
      ...files,
      stat: (key) => {
        stats.push(key);
        return files.stat(key);
      },
      read: (key, range) => {
        reads.push(key);
        return files.read(key, range);
      },
    };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = async (bytes: Buffer, contentType: string, filename: string): Promise<string> => {
    const key = newBlobKey(1, filename);
    await store.write(key, Readable.from([bytes]), { contentType, sizeBytes: bytes.length });
    return key;
  };

  it('are made once, however many requests arrive at once and later', async () => {
    const key = await put(await picture('png', 400, 300), 'image/png', 'a.png');
    const images = createResizedImages({ blobs: store });
    const answers = await Promise.all(Array.from({ length: 20 }, () => images.get(key, 160, 'image/webp')));
    expect(new Set(answers.map((answer) => answer?.key)).size).toBe(1);
    await images.get(key, 160, 'image/webp');
    await createResizedImages({ blobs: store }).get(key, 160, 'image/webp');
    expect(reads).toEqual([key]);
  });

  it('are not made of fake images, or of images with another declared type', async () => {
    const images = createResizedImages({ blobs: store });
    const liar = await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'a.png');
    expect(await images.get(liar, 160, '')).toBeNull();
    const drawing = await put(Buffer.from('<svg/>'), 'image/svg+xml', 'a.svg');
    expect(await images.get(drawing, 160, '')).toBeNull();
    expect(reads).toEqual([liar]);
  });

  it('requested together are made from one read of the original', async () => {
    const key = await put(await picture('jpeg', 2_400, 1_200), 'image/jpeg', 'a.jpg');
    const images = createResizedImages({ blobs: store });
    let release!: () => void;
    const held = imageWork.run(1, () => new Promise<void>((done) => (release = done)));
    const all = [160, 320, 640, 1920].flatMap((width) =>
      ['image/avif', 'image/webp', 'image/jpeg'].map(async (accept) => ({
        width,
        file: await images.get(key, width, accept),
      })),
    );
    // Each looks for the original and its copy before it waits.
    await expect.poll(() => stats.length).toBe(2 * all.length);
    release();
    await held;
    const made = await Promise.all(all);
    expect(reads).toEqual([key]);
    for (const { width, file } of made) {
      const size = await measured(await buffer(await store.read(file!.key)));
      expect(size).toMatchObject({ width, height: width / 2 });
    }
  });

  it('are not made of an original that was removed while they waited', async () => {
    const key = await put(await picture('png', 400, 300), 'image/png', 'a.png');
    const images = createResizedImages({ blobs: store });
    let release!: () => void;
    const held = imageWork.run(1, () => new Promise<void>((done) => (release = done)));
    const copy = images.get(key, 160, '');
    await expect.poll(() => stats.length).toBe(2);
    await store.remove(key);
    release();
    await held;
    expect(await copy).toBeNull();
  });

  it('are refused if too many of the account are waiting, independently of other accounts', async () => {
    const keys = await Promise.all(
      Array.from({ length: 101 }, async (_, i) => put(await picture('png', 40, 30), 'image/png', `${i}.png`)),
    );
    const images = createResizedImages({ blobs: store });
    let release!: () => void;
    const held = imageWork.run(1, () => new Promise<void>((done) => (release = done)));
    const copies = keys.map((key) => images.get(key, 160, ''));
    await expect(Promise.race(copies)).rejects.toMatchObject({ status: 503 });
    expect(await readImage(2, await picture('png', 40, 30))).toMatchObject({ width: 40 });
    release();
    await held;
    const outcomes = await Promise.allSettled(copies);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  });

  it('are deleted with their original', async () => {
    const key = await put(await picture('jpeg', 400, 300), 'image/jpeg', 'a.jpg');
    const images = createResizedImages({ blobs: store });
    for (const accept of ['image/avif', 'image/webp', '*/*']) await images.get(key, 320, accept);
    const standing = async (): Promise<number> =>
      (await Promise.all(copyKeysOf(key).map((copy) => store.stat(copy)))).filter(Boolean).length;
    expect(await standing()).toBe(3);
    await withCopies(store).remove(key);
    expect(await standing()).toBe(0);
    expect(await images.get(key, 320, 'image/avif')).toBeNull();
  });

  it.each([
    ['image/avif', 'avif'],
    ['text/html, IMAGE/WEBP ;q=0.9', 'webp'],
    ['image/avif;q=0.0,image/webp', 'webp'],
    ['image/*', 'jpeg'],
    ['', 'jpeg'],
  ])('for %s are %s', (accept, format) => {
    expect(formatFor(accept)).toBe(format);
  });
});
