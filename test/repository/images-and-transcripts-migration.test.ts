/** The migration 0009 over data that is already there: names of images, and one transcript for each item. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import * as imagesAndTranscripts from '../../migrations/sql/0009-images-and-transcripts.js';
import { engineMissing } from '../support/database.js';
import { buildItem, buildMediaAsset, buildSpeaker } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('the migration of images and transcripts', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  it('names images as their files are named, and keeps the transcript of an item as the one it is known by', async () => {
    const { db } = app.app;
    const named = await buildSpeaker(app.demo, { imageFilename: 'chosen.png' });
    const unknown = await buildSpeaker(app.demo, { imageFilename: 'unknown.png' });
    const imageUrl = `/files/1/${'x'.repeat(32)}/miriam.png`;
    await db.updateTable('speaker').set({ imageUrl }).where('id', '=', named.id).execute();
    const item = await buildItem(app.demo);
    const put = async (text: string, mediaAssetId?: number): Promise<void> => {
      const segments = [{ text, startMs: 0, endMs: 900 }];
      const body = { segments, mediaAssetId };
      expect((await app.demo.api.put(`/items/${item.id}/transcript`, body)).status).toBe(200);
    };
    await put('Grace.');
    for (const index of ['transcript_current', 'transcript_itemId_mediaAssetId'])
      await db.schema.dropIndex(index).execute();
    await db.schema.alterTable('transcript').dropColumn('isCurrent').execute();
    await db.schema.createIndex('transcript_itemId').on('transcript').column('itemId').unique().execute();

    await imagesAndTranscripts.up(db as unknown as Kysely<unknown>);

    const { speakers } = (await app.demo.api.get('/speakers')).body;
    expect(speakers).toMatchObject([
      { id: named.id, imageFilename: 'miriam.png', imageUrl: expect.stringContaining(imageUrl) },
      { id: unknown.id, imageFilename: 'unknown.png', imageUrl: null },
    ]);
    const text = async () => (await app.demo.api.get(`/items/${item.id}/transcript.txt`)).body as string;
    expect(await text()).toContain('Grace.');
    const asset = await buildMediaAsset(db, item, app.demo.account.id);
    await put('Peace.', asset.id);
    expect(await text()).toContain('Peace.');
  });
});
