/** Filters for items that need attention, and by background jobs. */
import { describe, expect, it } from 'vitest';
import {
  buildChapter,
  buildItem,
  buildMediaAsset,
  buildScripture,
  setItem,
  type Built,
} from '../support/factories.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

describe('item filters', () => {
  const app = useApp();

  const matches = async ({ id }: Built, name: string): Promise<boolean> => {
    const found = async (filter: string): Promise<number> =>
      (await app.demo.api.get(`/items?id=${id}&${name}${filter}`)).body.totalRecords;
    const is = await found('=true');
    expect([await found('=false'), await found('.ne=true')]).toEqual([1 - is, 1 - is]);
    return is === 1;
  };

  it('find items that need attention: errors and invalid files, not suggestions', async () => {
    const item = await buildItem(app.demo);
    const needs = () => matches(item, 'needsAttention');
    expect(await needs()).toBe(false);
    for (const status of ['error', 'actionRequired', 'draft']) {
      await setItem(app, item, { status });
      expect(await needs(), status).toBe(status !== 'draft');
    }
    await app.demo.api.patch(`/items/${item.id}`, { suggestedDescription: 'Made' });
    await buildScripture(app.demo, item, { suggested: true });
    expect(await needs(), 'with suggestions').toBe(false);

    const asset = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    const setStatus = (status: 'ready' | 'error') =>
      app.app.db.updateTable('mediaAsset').set({ status }).where('id', '=', asset.id).execute();
    await setStatus('error');
    expect(await needs(), 'with a bad file').toBe(true);
    await app.demo.api.delete(`/media/${asset.id}`);
    expect(await needs(), 'with a deleted file').toBe(false);

    // A published item keeps its status when it cannot be processed again.
    await setItem(app, item, { status: 'published' });
    const run = { accountId: app.demo.account.id, itemId: item.id, startedDate: '2026-03-01T12:00:00.000Z' };
    for (const status of ['failed', 'running', 'failed', 'done'] as const) {
      await app.app.db
        .insertInto('processing')
        .values({ ...run, status, errorMessage: null, finishedDate: null })
        .execute();
      expect(await needs(), `last run ${status}`).toBe(status === 'failed');
    }
  });

  it('find transcripts that are much longer than their recording', async () => {
    const item = await buildItem(app.demo);
    const accountId = app.demo.account.id;
    const asset = await putMedia(app.app.db, { id: item.id, accountId }, { durationSecs: 2 });
    const end = async (endMs: number): Promise<void> => {
      const segments = [{ text: 'We begin.', startMs: 0, endMs }];
      expect((await app.demo.api.put(`/items/${item.id}/transcript`, { segments })).status).toBe(200);
    };
    await end(379_000);
    expect(await matches(item, 'needsAttention'), '379 s on 2 s').toBe(true);
    // A recording may be truncated.
    await end(20_000);
    expect(await matches(item, 'needsAttention'), '20 s on 2 s').toBe(false);
    await end(379_000);
    await app.app.db
      .updateTable('mediaAsset')
      .set({ durationSecs: 370 })
      .where('id', '=', asset.id)
      .execute();
    expect(await matches(item, 'needsAttention'), '379 s on 370 s').toBe(false);
    await app.app.db.deleteFrom('mediaAsset').where('id', '=', asset.id).execute();
    expect(await matches(item, 'needsAttention'), 'without a recording').toBe(false);
  });

  it('find pending suggestions', async () => {
    const item = await buildItem(app.demo);
    const has = () => matches(item, 'hasSuggestions');
    await setItem(app, item, { status: 'error' });
    expect(await has()).toBe(false);
    for (const name of ['suggestedDescription', 'suggestedShortDescription']) {
      await app.demo.api.patch(`/items/${item.id}`, { [name]: 'Made' });
      expect(await has(), name).toBe(true);
      await app.demo.api.patch(`/items/${item.id}`, { [name]: null });
      expect(await has(), name).toBe(false);
    }
    const scripture = await buildScripture(app.demo, item, { suggested: true });
    expect(await has(), 'a suggested scripture').toBe(true);
    await app.demo.api.patch(`/scriptures/${scripture.id}`, { accepted: true });
    expect(await has(), 'an accepted scripture').toBe(false);
    const asset = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    const chapter = await buildChapter(app.app.db, asset, app.demo.account.id, { suggested: 1 });
    expect(await has(), 'a suggested chapter').toBe(true);
    await app.demo.api.delete(`/media/chapters/${chapter.id}`);
    expect(await has(), 'a deleted chapter').toBe(false);
    for (const refused of [
      'needsAttention=1',
      'hasSuggestions=yes',
      'jobState=waiting',
      '_orderBy=needsAttention,ASC',
      '_orderBy=hasSuggestions,ASC',
      '_orderBy=jobState,ASC',
    ])
      expect((await app.demo.api.get(`/items?${refused}`)).status, refused).toBe(400);
    expect((await app.demo.api.get('/items?status=actionRequired')).status).toBe(400);
  });

  it('find items by their background jobs', async () => {
    const item = await buildItem(app.demo);
    const foreign = await buildItem(app.other);
    const jobState = async (): Promise<string[]> => {
      const states = ['queued', 'running', 'failed', 'none'];
      const found = await Promise.all(
        states.map((state) => app.demo.api.get(`/items?id=${item.id}&jobState=${state}`)),
      );
      return states.filter((_, i) => found[i]?.body.totalRecords === 1);
    };
    const set = (status: 'waiting' | 'running' | 'dead') =>
      app.app.db.updateTable('job').set({ status }).where('subject', '=', `item:${item.id}`).execute();
    expect(await jobState()).toEqual(['none']);
    const segments = [{ text: 'Grace and peace.', startMs: 0, endMs: 900 }];
    for (const [{ api }, { id }] of [
      [app.demo, item],
      [app.other, foreign],
    ] as const)
      expect((await api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
    expect(await jobState()).toEqual(['queued']);
    await set('running');
    expect(await jobState()).toEqual(['running']);
    await set('dead');
    expect(await jobState()).toEqual(['failed']);
    await app.demo.api.put(`/items/${item.id}/transcript`, { segments });
    expect(await jobState()).toEqual(['queued']);
    expect(
      (await app.demo.api.get(`/items?jobState.in=queued,running&id=${item.id}`)).body.totalRecords,
    ).toBe(1);
    expect((await app.other.api.get(`/items?jobState=queued`)).body.totalRecords).toBe(1);
  });
});
