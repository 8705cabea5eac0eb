/** Chapters of uploaded files become those of their item, unless it has chapters already. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { id3Of, mp3Of, withMp4Chapters } from '../support/media-bytes.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const M4A = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.m4a'));
const CHAPTERS = [
  { title: 'Reading', startMs: 0 },
  { title: 'The lamp', startMs: 1_250 },
];
const withChapters = (chapters: typeof CHAPTERS): Buffer =>
  Buffer.concat([id3Of(chapters, { version: 4 }), mp3Of([400, 64])]);

describe('chapters in uploaded files', () => {
  const app = useApp({ worker: true });
  let item: Built;
  beforeEach(async () => {
    item = await buildItem(app.demo);
  });

  const upload = async (bytes: Buffer, mimeType = 'audio/mpeg', path = `/items/${item.id}/media/create`) => {
    const { body } = await app.demo.api.post(path, {
      contentType: mimeType.split('/')[0],
      mimeType,
      fileSizeBytes: bytes.length,
      originalFilename: 'talk',
    });
    expect((await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType })).status).toBe(200);
    await app.idle();
    return body.mediaAsset;
  };
  const chaptersOf = async ({ id }: Built): Promise<unknown[]> =>
    (await app.demo.api.get(`/media/${id}/chapters`)).body.chapters.map((chapter: Built) => ({
      title: chapter.title,
      startMs: chapter.startMs,
      hidden: chapter.hidden,
    }));
  const shown = (chapters: typeof CHAPTERS) => chapters.map((chapter) => ({ ...chapter, hidden: false }));

  it('are those of the item (M09): of MP3 files, and of MP4 files with either kind', async () => {
    expect(await chaptersOf(await upload(withChapters(CHAPTERS)))).toEqual(shown(CHAPTERS));
    for (const form of ['list', 'track'] as const) {
      item = await buildItem(app.demo);
      const asset = await upload(withMp4Chapters(M4A, form, CHAPTERS), 'audio/mp4');
      expect(await chaptersOf(asset)).toEqual(shown(CHAPTERS));
    }
  });

  it('are left out beyond the end of the file', async () => {
    const late = { title: 'Never', startMs: 11_000 };
    expect(await chaptersOf(await upload(withChapters([late, ...CHAPTERS])))).toEqual(shown(CHAPTERS));
  });

  it('do not touch the chapters that the item has', async () => {
    const first = await upload(mp3Of([400, 64]));
    const { body } = await app.demo.api.post(`/media/${first.id}/chapters/create`, {
      title: 'Mine',
      startMs: 500,
    });
    expect(await chaptersOf(await upload(withChapters(CHAPTERS)))).toEqual([]);
    expect(await chaptersOf(first)).toEqual(shown([{ title: 'Mine', startMs: 500 }]));
    await app.demo.api.delete(`/media/chapters/${body.chapter.id}`);
    // Nobody has deleted a chapter of this file.
    expect(await chaptersOf(await upload(withChapters(CHAPTERS)))).toEqual(shown(CHAPTERS));
  });

  it('come in the place of suggestions that nobody has accepted', async () => {
    const first = await upload(mp3Of([400, 64]));
    await app.demo.api.post(`/media/${first.id}/chapters/create`, {
      title: 'Perhaps',
      startMs: 500,
      suggested: true,
      accepted: false,
    });
    expect(await chaptersOf(await upload(withChapters(CHAPTERS)))).toEqual(shown(CHAPTERS));
    expect(await chaptersOf(first)).toEqual([]);
  });
});
