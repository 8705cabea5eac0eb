/** A changed recording in the imported folder replaces the old one and everything derived from it. */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildCollection, type Built } from '../support/factories.js';
import { importDocument } from '../support/import-document.js';
import { reply } from '../support/model-server.js';
import { startSpeechServer } from '../support/speech-server.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const FIXTURES = join(import.meta.dirname, '../support/fixtures/media');

describe('a changed recording', () => {
  let words = '';
  const folder = mkdtempSync(join(tmpdir(), 'lectern-recordings-'));
  const speech = use(
    () =>
      startSpeechServer((response) =>
        reply(response, { task: 'transcribe', text: words, segments: [{ start: 0, end: 1, text: words }] }),
      ),
    'close',
  );
  const app = useApp(() => ({ worker: true, env: { TRANSCRIBE_URL: speech.url } }));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const store = async (
    name: string,
    fixture: string,
    mimeType: 'audio/mpeg' | 'audio/ogg',
    collection: Built,
  ) => {
    const path = join(folder, name);
    copyFileSync(join(FIXTURES, fixture), path);
    const { size, mtimeMs } = statSync(path);
    const media = {
      path: name,
      contentType: 'audio' as const,
      mimeType,
      sizeBytes: size,
      modifiedMs: Math.floor(mtimeMs),
    };
    const { imports } = app.app;
    const target = {
      accountId: app.demo.account.id,
      collectionId: collection.id,
      publish: true,
      today: '2026-03-01',
      folder,
      present: new Set([name]),
    };
    const document = importDocument(name, { contentHash: fixture, segments: [], media: [media] });
    const [outcome] = await imports.importDocuments(target, [document]);
    const id = outcome?.itemId ?? 0;
    return { id, result: await imports.storeMedia(target, id, folder, media) };
  };
  const said = async (id: number): Promise<string> =>
    (await app.demo.api.get(`/items/${id}/transcript.txt`)).body as string;
  const asset = async (id: number): Promise<Built> =>
    (await app.demo.api.get(`/items/${id}/media`)).body.mediaAssets[0];

  it('is transcribed again, under the same asset, while the item stays public', async () => {
    const collection = await buildCollection(app.demo);
    words = 'In the beginning was the word.';
    const { id, result } = await store('one.mp3', 'talk.mp3', 'audio/mpeg', collection);
    expect(result).toBe('stored');
    await expect.poll(() => said(id)).toContain(words);
    await app.idle();
    const before = await asset(id);
    words = 'And the light shines in the darkness.';
    expect((await store('one.mp3', 'talk.ogg', 'audio/ogg', collection)).result).toBe('replaced');
    expect((await app.demo.site.get(`/items/${id}`)).status).toBe(200);
    await expect.poll(() => said(id)).toContain(words);
    expect((await app.demo.site.get(`/items/${id}`)).body.item.title).toBe('Bread');
    const after = await asset(id);
    expect(after).toMatchObject({ id: before.id, mimeType: 'audio/ogg', status: 'ready' });
    expect(after.url).not.toBe(before.url);
    // A failure shows what is still to be done.
    const found = async () => ({
      ...(await app.demo.site.get('/search?q=light%20darkness')).body,
      jobs: await app.app.db.selectFrom('job').select(['kind', 'status', 'lastError', 'runAt']).execute(),
    });
    await expect.poll(found, { timeout: 60_000 }).toMatchObject({ results: [{ item: { id } }] });
  });

  it('keeps a transcript that staff corrected', async () => {
    const collection = await buildCollection(app.demo);
    words = 'A sower went out to sow.';
    const { id } = await store('two.mp3', 'talk.mp3', 'audio/mpeg', collection);
    await expect.poll(() => said(id)).toContain(words);
    await app.demo.api.put(`/items/${id}/transcript`, {
      segments: [{ text: 'A sower went forth to sow.', startMs: 0, endMs: 1_000 }],
    });
    words = 'Nobody wants this.';
    expect((await store('two.mp3', 'talk.ogg', 'audio/ogg', collection)).result).toBe('replaced');
    await expect.poll(async () => (await asset(id)).bitrate).not.toBeNull();
    const transcriptions = app.app.db
      .selectFrom('transcription')
      .innerJoin('item', 'item.id', 'transcription.itemId')
      .select(['transcription.status', 'item.status as of'])
      .where('item.id', '=', id);
    await expect.poll(() => transcriptions.execute()).toEqual([{ status: 'done', of: 'published' }]);
    expect(await said(id)).toContain('went forth');
  });
});
