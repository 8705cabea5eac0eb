/** Rules of `content:draft` that concern more than one item or moment: races, uploads under way, bulk jobs, topics. */
import { beforeAll, describe, expect, it } from 'vitest';
import { insertRow } from '../../src/platform/db/rows.js';
import { createBulkWorker } from '../support/bulk.js';
import type { Answer, Client } from '../support/client.js';
import { buildItem, buildReadyItem, buildTopic, setItem } from '../support/factories.js';
import { picture } from '../support/images.js';
import { useApp } from '../support/start-app.js';

describe('content:draft', () => {
  const app = useApp();
  let contributor: Client;
  let editor: Client;
  let collectionId: number;
  let topic: number;
  beforeAll(async () => {
    contributor = await app.withScopes(app.demo, 'content:draft');
    editor = await app.withScopes(app.demo, 'content:write');
    ({ collectionId } = await buildItem(app.demo));
    ({ id: topic } = await buildTopic(app.demo));
  });

  const build = async (): Promise<{ item: number }> => ({
    item: (await buildReadyItem(app, app.demo, { collectionId })).id,
  });

  it('creates items, but neither scheduled ones nor ones that publish themselves', async () => {
    const body = { title: 'A talk', date: '2026-03-01', collectionId };
    const send = (more: object) => contributor.post('/items/create', { ...body, ...more });
    expect((await send({})).status).toBe(201);
    expect((await send({ autoPublish: false, publishAt: null })).status).toBe(201);
    for (const more of [{ autoPublish: true }, { publishAt: '2099-01-01T00:00:00Z' }]) {
      const { status, body: answer } = await send(more);
      expect([status, answer.error.message]).toEqual([403, expect.stringContaining(Object.keys(more)[0]!)]);
    }
  });

  it('sends back an item as it was read', async () => {
    const { item } = await build();
    await setItem(app, { id: item }, { autoPublish: 1 });
    const read = (await contributor.get(`/items/${item}`)).body.item;
    expect((await contributor.patch(`/items/${item}`, { ...read, title: 'New' })).status).toBe(200);
  });

  it('accepts suggested topics that exist, and creates none', async () => {
    const { item } = await build();
    const suggest = (topicId: number | null, text: string) =>
      insertRow(app.app.db, 'suggestion', {
        ...{ accountId: app.demo.account.id, itemId: item, kind: 'topic', status: 'waiting', topicId, text },
        ...{
          score: 1,
          startMs: null,
          source: 'other',
          contentHash: '',
          entryDate: '2026-03-01T12:00:00.000Z',
        },
      } as never);
    const known = await suggest(topic, 'Known');
    await suggest(null, 'Unheard of');
    const all = await contributor.post(`/items/${item}/suggestions/accept`, { all: true });
    expect([all.status, all.body.error.message]).toEqual([403, expect.stringContaining('Unheard of')]);
    const one = await contributor.post(`/items/${item}/suggestions/accept`, { topics: [known.id] });
    expect(one.status).toBe(200);
    expect((await editor.post(`/items/${item}/suggestions/accept`, { all: true })).status).toBe(200);
  });

  it('loses a race against an editor who publishes', async () => {
    const { item } = await build();
    const { db } = app.app;
    let patch: Promise<Answer> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('item').set({ status: 'publishing' }).where('id', '=', item).execute();
      patch = contributor.patch(`/items/${item}`, { title: 'Too late' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect((await patch)?.status).toBe(403);
  });

  it('cannot upload a file of an item that has become public since', async () => {
    const { item } = await build();
    const bytes = await picture('png', 1_400, 1_400);
    const plan = async (api: Client) =>
      (
        await api.post(`/items/${item}/artwork/create`, {
          ...{ variant: 'square', fileMimeType: 'image/png', fileSizeBytes: bytes.length },
        })
      ).body.uploadUrl as string;
    const [mine, theirs] = [await plan(contributor), await plan(editor)];
    await setItem(app, { id: item }, { status: 'published' });
    const put = (url: string) =>
      fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': 'image/png' } });
    expect((await put(mine)).status).toBe(403);
    const { squareImgUrl } = (await editor.get(`/items/${item}`)).body.item;
    expect(squareImgUrl).toBeNull();
    expect((await put(theirs)).status).toBeLessThan(300);
  });

  it('changes many items, without those that are public', async () => {
    const [open, closed] = [await build(), await build()];
    await setItem(app, { id: closed.item }, { status: 'published' });
    const ids = [open.item, closed.item];
    for (const action of ['publish', 'unpublish'])
      expect((await contributor.post('/items/bulk', { ids, action })).status).toBe(403);
    const { status, body } = await contributor.post('/items/bulk', {
      ids,
      action: 'addTopic',
      topicId: topic,
    });
    expect(status).toBe(201);
    await createBulkWorker(app).finish();
    const { job } = (await editor.get(`/jobs/${body.job.id}`)).body;
    expect(job).toMatchObject({ done: 1, failed: 1, errors: [{ id: closed.item, type: 'PermissionError' }] });
  });
});
