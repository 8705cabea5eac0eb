/** The history of items: what every way to change them records, and what restoring a revision does. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDueMaintenance } from '../../src/publishing/publish-due.maintenance.js';
import { insertRow } from '../../src/platform/db/rows.js';
import { createBulkWorker } from '../support/bulk.js';
import type { Client } from '../support/client.js';
import { buildReadyItem, buildSpeaker, buildTopic, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('revisions', () => {
  const app = useApp();
  let editor: Client;
  let item: Built;
  beforeAll(async () => {
    editor = await app.withScopes(app.demo, 'content:write');
  });
  beforeEach(async () => {
    item = await buildReadyItem(app, app.demo);
  });

  const path = (end = ''): string => `/items/${item.id}${end}`;
  const list = async (query = ''): Promise<Built[]> =>
    (await editor.get(path(`/revisions${query}`))).body.revisions;
  /** The changes of the newest revision. */
  const newest = async (): Promise<Built> => (await list())[0]?.changes;
  const restore = (revision: Built, api = editor) => api.post(path(`/revisions/${revision.id}/restore`));

  it('name who changed which fields, from what to what', async () => {
    const speaker = await buildSpeaker(app.demo);
    await editor.patch(path(), { title: 'New', autoPublish: true, speakers: [{ id: speaker.id }] });
    const [revision, ...others] = await list();
    expect(others).toEqual([]);
    expect(revision).toMatchObject({ itemId: item.id, author: { type: 'token' }, draftAuthor: null });
    expect(revision.changes).toEqual([
      { field: 'title', from: item.title, to: 'New' },
      { field: 'autoPublish', from: null, to: true },
      { field: 'speakers', from: [], to: [speaker.id] },
    ]);
  });

  it('are not made by requests that change nothing', async () => {
    await editor.patch(path(), { title: item.title, speakers: [] });
    await editor.patch(path(), { title: '' });
    expect(await list()).toEqual([]);
  });

  it('are made by publishing, deleting and restoring an item', async () => {
    await editor.post(path('/publish'));
    expect(await newest()).toEqual([{ field: 'status', from: 'ready', to: 'publishing' }]);
    await setItem(app, item, { status: 'ready' });
    await editor.delete(path());
    await editor.post(path('/restore'));
    const fields = (await list()).map(({ changes }) => changes.map(({ field }: Built) => field));
    expect(fields).toEqual([['deletedDate'], ['deletedDate'], ['status']]);
  });

  it('are made by scheduled publication, in the name of nobody', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await editor.patch(path(), { publishAt: later });
    await setItem(app, item, { publishAt: '2026-01-01T00:00:00.000Z' });
    await publishDueMaintenance({ db: app.app.db, clock: app.app.clock }).run();
    const [published, scheduled] = await list();
    expect(published).toMatchObject({
      author: null,
      changes: [
        { field: 'status', from: 'ready', to: 'publishing' },
        { field: 'publishAt', from: '2026-01-01T00:00:00.000Z', to: null },
      ],
    });
    expect(scheduled.author.type).toBe('token');
  });

  it('are made by bulk jobs, in the name of who started them', async () => {
    const topic = await buildTopic(app.demo);
    await editor.post('/items/bulk', { ids: [item.id], action: 'addTopic', topicId: topic.id });
    await createBulkWorker(app).finish();
    const [{ author, changes }] = await list();
    expect(changes).toEqual([{ field: 'topics', from: [], to: [topic.id] }]);
    expect(author.type).toBe('token');
  });

  it('are made by accepted suggestions', async () => {
    const topic = await buildTopic(app.demo);
    await setItem(app, item, { suggestedDescription: 'Suggested' });
    await insertRow(app.app.db, 'suggestion', {
      ...{
        accountId: app.demo.account.id,
        itemId: item.id,
        kind: 'topic',
        status: 'waiting',
        topicId: topic.id,
      },
      ...{
        text: 'T',
        score: 1,
        startMs: null,
        source: 'other',
        contentHash: '',
        entryDate: '2026-03-01T12:00:00.000Z',
      },
    } as never);
    await editor.post(path('/suggestions/accept'), { all: true });
    expect(await newest()).toEqual([
      { field: 'description', from: null, to: 'Suggested' },
      { field: 'topics', from: [], to: [topic.id] },
    ]);
  });

  it('say only that the transcript changed', async () => {
    const segments = [{ text: 'Peace be with you.', startMs: 0, endMs: 900 }];
    await editor.put(path('/transcript'), { segments });
    expect(await newest()).toEqual([{ field: 'transcript', from: null, to: null }]);
    expect((await restore((await list())[0])).body.error.message).toContain('transcript');
  });

  it('restore what a revision changed, and nothing else', async () => {
    const speaker = await buildSpeaker(app.demo);
    await editor.patch(path(), { title: 'First', speakers: [{ id: speaker.id }] });
    await editor.patch(path(), { title: 'Second', speakers: [], description: 'x'.repeat(20_000) });
    await editor.patch(path(), { subTitle: 'Kept' });
    const [, second] = await list();
    const { status, body } = await restore(second);
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ title: 'First', subTitle: 'Kept', description: null });
    const { item: expanded } = (await editor.get(path('?_expand[]=speakers'))).body;
    expect(expanded.speakers.map(({ id }: Built) => id)).toEqual([speaker.id]);
    await restore((await list())[0]);
    expect((await editor.get(path())).body.item.description).toHaveLength(20_000);
  });

  it('refuse to restore what is not valid any more, and name the field', async () => {
    const speaker = await buildSpeaker(app.demo);
    await editor.patch(path(), { speakers: [{ id: speaker.id }] });
    await editor.patch(path(), { speakers: [] });
    await app.demo.api.delete(`/speakers/${speaker.id}`);
    const { status, body } = await restore((await list())[0]);
    expect([status, body.error.details[0].path]).toEqual([422, 'speakers.0.id']);
  });

  it('cut long texts in answers', async () => {
    await editor.patch(path(), { description: 'y'.repeat(20_000) });
    const [{ to }] = await newest();
    expect(to.length).toBeLessThanOrEqual(1_000);
  });

  it('are paged, filtered, and limited to the newest 500', async () => {
    await editor.patch(path(), { title: 'Oldest' });
    const [oldest] = await list();
    const row = await app.app.db
      .selectFrom('itemRevision')
      .select(['accountId', 'itemId', 'author', 'changes', 'entryDate'])
      .where('id', '=', oldest.id)
      .executeTakeFirstOrThrow();
    await app.app.db
      .insertInto('itemRevision')
      .values(Array.from({ length: 499 }, () => row))
      .execute();
    expect((await editor.get(path('/revisions?_limit=10'))).body).toMatchObject({
      totalRecords: 500,
      hasMore: true,
    });
    await editor.patch(path(), { title: 'Newest' });
    const { totalRecords, revisions } = (await editor.get(path('/revisions?_limit=1&_orderBy[]=id,ASC')))
      .body;
    expect(totalRecords).toBe(500);
    expect(revisions[0].id).not.toBe(oldest.id);
  });

  it('belong to their item and account', async () => {
    await editor.patch(path(), { title: 'Mine' });
    const [revision] = await list();
    const other = await buildReadyItem(app, app.demo);
    expect((await editor.post(`/items/${other.id}/revisions/${revision.id}/restore`)).status).toBe(404);
    expect((await restore(revision, app.other.api)).status).toBe(404);
  });
});
