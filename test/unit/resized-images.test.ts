/** Smaller copies of images, on a real folder of files: when they are made, and when they go. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newBlobKey } from '../../src/platform/storage/blob-key.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { createFolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import {
  copyKeysOf,
  createResizedImages,
  formatFor,
  withCopies,
} from '../../src/platform/images/resized-images.js';
import { picture } from '../support/images.js';

describe('smaller copies', () => {
  let folder: string;
  let store: BlobStore;
  let reads: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-copies-'));
    const files = createFolderBlobStore(folder);
    reads = [];
    store = {
      ...files,
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

  it('are made once, however many ask at once and later', async () => {
    const key = await put(await picture('png', 400, 300), 'image/png', 'a.png');
    const images = createResizedImages({ blobs: store });
    const answers = await Promise.all(Array.from({ length: 20 }, () => images.get(key, 160, 'image/webp')));
    expect(new Set(answers.map((answer) => answer?.key)).size).toBe(1);
    await images.get(key, 160, 'image/webp');
    await createResizedImages({ blobs: store }).get(key, 160, 'image/webp');
    expect(reads).toEqual([key]);
  });

  it('are not made of files that only claim to be images, nor of those that say they are none', async () => {
    const images = createResizedImages({ blobs: store });
    const liar = await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'a.png');
    expect(await images.get(liar, 160, '')).toBeNull();
    const drawing = await put(Buffer.from('<svg/>'), 'image/svg+xml', 'a.svg');
    expect(await images.get(drawing, 160, '')).toBeNull();
    expect(reads).toEqual([liar]);
  });

  it('go with their original', async () => {
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
  ])('are %s → %s', (accept, format) => {
    expect(formatFor(accept)).toBe(format);
  });
});
