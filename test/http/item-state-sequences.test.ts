/**
 * Sequences of item states: processing, publishing, the wizard, and races. item-state-table.test.ts tests each step
 * alone.
 */
import { describe, expect, it } from 'vitest';
import { applyEvent } from '../../src/content/items/item-status.repository.js';
import { buildItem, buildMediaAsset, buildReadyItem, setItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('item status', () => {
  const app = useApp();

  const post = (id: number, action: string) => app.demo.api.post(`/items/${id}/${action}`);
  const jobsOf = async (itemId: number): Promise<string[]> =>
    (await app.app.db.selectFrom('job').select('kind').where('subject', '=', `item:${itemId}`).execute()).map(
      ({ kind }) => kind,
    );

  it('allows publishing only with an indexed media asset, and processing only with something to process', async () => {
    const item = await buildItem(app.demo);
    const bare = await post(item.id, 'process');
    expect(bare.body.error).toMatchObject({ type: 'InvalidStateError' });
    await buildMediaAsset(app.app.db, item, app.demo.account.id, { status: 'created' });
    expect((await post(item.id, 'process')).status).toBe(422);
    await buildMediaAsset(app.app.db, item, app.demo.account.id, {
      status: 'created',
      externalPlatform: 'youtube',
      externalPlatformId: 'dQw4w9WgXcQ',
    });
    expect((await post(item.id, 'process')).body.item.status).toBe('queued');
    await setItem(app, item, { status: 'ready' });
    const unindexed = await post(item.id, 'publish');
    expect(unindexed.status).toBe(422);
    expect(unindexed.body.error.type).toBe('InvalidStateError');
    expect(await jobsOf(item.id)).toEqual(['processItem']);
  });

  it('goes from draft through to unpublished', async () => {
    const { db, clock } = app.app;
    const accountId = app.demo.account.id;
    const item = await buildItem(app.demo);
    const asset = await buildMediaAsset(db, item, accountId);
    expect((await post(item.id, 'process')).body.item.status).toBe('queued');
    await applyEvent(db, clock, accountId, item.id, 'start');
    await applyEvent(db, clock, accountId, item.id, 'finish', { indexedMediaAssetId: asset.id });
    expect((await post(item.id, 'publish')).body.item).toMatchObject({
      status: 'publishing',
      publishedDate: null,
    });
    await applyEvent(db, clock, accountId, item.id, 'publishDone');
    expect((await post(item.id, 'unpublish')).body.item.status).toBe('unpublishing');
    await applyEvent(db, clock, accountId, item.id, 'unpublishDone');
    expect((await app.demo.api.get(`/items?id=${item.id}&status=unpublished`)).body.totalRecords).toBe(1);
    expect((await jobsOf(item.id)).sort()).toEqual(['processItem', 'publishItem', 'unpublishItem']);
  });

  it.each(['publish', 'unpublish'] as const)(
    'allows one of many simultaneous requests to %s',
    async (request) => {
      const item = await buildReadyItem(
        app,
        app.demo,
        {},
        { status: request === 'publish' ? 'ready' : 'published' },
      );
      const answers = await Promise.all(Array.from({ length: 6 }, () => post(item.id, request)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
      expect(await jobsOf(item.id)).toEqual([`${request}Item`]);
    },
  );

  it('allows either a delete or a publish, never both', async () => {
    const item = await buildReadyItem(app, app.demo);
    await Promise.all([app.demo.api.delete(`/items/${item.id}`), post(item.id, 'publish')]);
    const { body } = await app.demo.api.get(`/items/${item.id}?_withDeleted=true`);
    expect(body.item.deletedDate).not.toBeNull();
    expect(['ready', 'unpublished']).toContain(body.item.status);
  });

  it('stays published when the item is edited or processed again, and the index is updated', async () => {
    const item = await buildReadyItem(app, app.demo, {}, { status: 'published' });
    expect((await app.demo.api.patch(`/items/${item.id}`, { title: 'New' })).body.item.status).toBe(
      'published',
    );
    expect((await post(item.id, 'process')).body.item.status).toBe('published');
    expect((await jobsOf(item.id)).sort()).toEqual(['processItem', 'refreshItem']);
  });

  describe('the wizard', () => {
    const step = (id: number, wizardStep: string) => app.demo.api.patch(`/items/${id}`, { wizardStep });

    it('moves one step forward or any number back', async () => {
      const item = await buildItem(app.demo);
      const jump = await step(item.id, 'media');
      expect(jump.status).toBe(422);
      expect(jump.body.error.message).toContain('from basicDetails');
      expect((await step(item.id, 'artwork')).body.item.wizardStep).toBe('artwork');
      expect((await step(item.id, 'media')).body.item.wizardStep).toBe('media');
      expect((await step(item.id, 'basicDetails')).body.item.wizardStep).toBe('basicDetails');
      expect((await step(item.id, 'basicDetails')).status).toBe(200);
      expect((await step(item.id, 'nowhere')).body.error.type).toBe('ValidationError');
    });

    it('queues processing when it reaches that step, if there is something to process', async () => {
      const item = await buildItem(app.demo);
      await setItem(app, item, { wizardStep: 'media' });
      expect((await step(item.id, 'processing')).status).toBe(422);
      expect((await app.demo.api.get(`/items/${item.id}`)).body.item).toMatchObject({
        wizardStep: 'media',
        status: 'draft',
      });
      await buildMediaAsset(app.app.db, item, app.demo.account.id);
      expect((await step(item.id, 'processing')).body.item).toMatchObject({
        wizardStep: 'processing',
        status: 'queued',
      });
      expect(await jobsOf(item.id)).toEqual(['processItem']);
    });

    it('reaches finalize when the item is ready', async () => {
      const item = await buildReadyItem(app, app.demo, {}, { wizardStep: 'processing', status: 'queued' });
      expect((await step(item.id, 'finalize')).body.error.type).toBe('InvalidStateError');
      await setItem(app, item, { status: 'ready' });
      expect((await step(item.id, 'finalize')).body.item.wizardStep).toBe('finalize');
    });
  });
});
