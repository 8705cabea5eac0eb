/** Items are published at their time, once, and only when ready. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishDueMaintenance } from '../../src/publishing/publish-due.maintenance.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { buildItem, buildReadyItem, setItem, type Built } from '../support/factories.js';
import { putCopies } from '../support/public-rows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const HOUR_MS = 3_600_000;
const SEGMENTS = [
  { text: 'Grace is a gift that nobody can earn.', startMs: 0, endMs: 4_000 },
  { text: 'It is given all the same.', startMs: 4_000, endMs: 7_000 },
];

describe('items with a publishing time', () => {
  let app: TestApp;
  let clock: FakeClock;
  beforeAll(async () => {
    clock = createFakeClock(new Date().toISOString());
    app = await startApp({ clock });
  });
  afterAll(() => app.stop());

  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const patch = (item: Built, body: object) => app.demo.api.patch(`/items/${item.id}`, body);
  const publishDue = () => publishDueMaintenance({ db: app.app.db, clock }).run();
  const jobsOf = async ({ id }: Built): Promise<string[]> =>
    (
      await app.app.db
        .selectFrom('job')
        .select('kind')
        .where('subject', '=', `item:${id}`)
        .where('kind', '=', 'publishItem')
        .execute()
    ).map(({ kind }) => kind);
  const scheduled = async (ms = HOUR_MS, body: object = {}): Promise<Built> =>
    buildReadyItem(app, app.demo, { publishAt: at(ms), ...body });

  it('store it in UTC, can be listed by it, and clear it with null', async () => {
    const local = `${at(HOUR_MS).slice(0, 19)}+02:00`;
    const item = await buildItem(app.demo, { publishAt: at(3 * HOUR_MS) });
    expect(item.publishAt).toBe(at(3 * HOUR_MS));
    const refused = await patch(item, { publishAt: local });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'publishAt']);
    const later = `${at(5 * HOUR_MS).slice(0, 19)}+02:00`;
    const { body } = await patch(item, { publishAt: later });
    expect(body.item.publishAt).toBe(new Date(later).toISOString());
    const listed = await app.demo.api.get(`/items?publishAt.gt=${at(0)}&_orderBy=publishAt,ASC`);
    expect(listed.body.items.map(({ id }: Built) => id)).toContain(item.id);
    expect((await patch(item, { publishAt: null })).body.item.publishAt).toBeNull();
    expect((await buildItem(app.demo)).publishAt).toBeNull();
  });

  it.each(['2020-01-01T00:00:00Z', '2999-01-01', '2999-01-01T10:00:00', '2999-02-30T00:00:00Z', 7, ''])(
    'are rejected: %j',
    async (publishAt) => {
      const item = await buildItem(app.demo);
      const body = { title: 'A', date: '2026-03-01', collectionId: item.collectionId, publishAt };
      for (const { status, body: answer } of [
        await app.demo.api.post('/items/create', body),
        await patch(item, { publishAt }),
      ])
        expect([status, answer.error.type, answer.error.details[0].path]).toEqual([
          422,
          'ValidationError',
          'publishAt',
        ]);
    },
  );

  it('are published once when it comes, whichever process notices first', async () => {
    const item = await scheduled();
    const later = await scheduled(2 * HOUR_MS);
    await publishDue();
    expect((await read(item)).status).toBe('ready');
    clock.pass(HOUR_MS);
    await Promise.all(Array.from({ length: 5 }, publishDue));
    expect(await read(item)).toMatchObject({ status: 'publishing', publishAt: null });
    expect(await jobsOf(item)).toEqual(['publishItem']);
    expect(await read(later)).toMatchObject({ status: 'ready', publishAt: at(HOUR_MS) });
    await setItem(app, item, { status: 'unpublished' });
    await publishDue();
    expect((await read(item)).status).toBe('unpublished');
  });

  it('are published in batches', async () => {
    const items = [];
    for (let i = 0; i < 3; i++) items.push(await scheduled());
    const { db } = app.app;
    const [first] = items;
    const row = await db.selectFrom('item').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    await putCopies(db, first, 250);
    clock.pass(HOUR_MS);
    await Promise.all([publishDue(), publishDue()]);
    const { body } = await app.demo.api.get(
      `/items?collectionId=${row.collectionId}&_limit=1&_q=${first.title}`,
    );
    expect(body.totalRecords).toBe(251);
    const left = await db
      .selectFrom('item')
      .select('id')
      .where('collectionId', '=', row.collectionId)
      .where('status', '<>', 'publishing')
      .execute();
    expect(left).toEqual([]);
    await db.deleteFrom('job').execute();
  });

  it('lose it when published earlier', async () => {
    const item = await scheduled();
    expect((await app.demo.api.post(`/items/${item.id}/publish`)).body.item.publishAt).toBeNull();
    await setItem(app, item, { status: 'published' });
    const refused = await patch(item, { publishAt: at(HOUR_MS) });
    expect([refused.status, refused.body.error.type]).toEqual([422, 'InvalidStateError']);
    expect((await patch(item, { publishAt: null })).status).toBe(200);
    await setItem(app, item, { status: 'unpublished' });
    expect((await patch(item, { publishAt: at(HOUR_MS) })).status).toBe(200);
  });

  it('accept the time in a body that was read, even when it is in the past', async () => {
    const item = await buildItem(app.demo, { publishAt: at(HOUR_MS) });
    clock.pass(2 * HOUR_MS);
    const record = await read(item);
    const { status, body } = await patch(item, { ...record, title: 'Read and sent back' });
    expect([status, body.item.publishAt]).toEqual([200, item.publishAt]);
  });

  it('are not published while deleted, nor by restoring them', async () => {
    const [due, later] = [await scheduled(), await scheduled(3 * HOUR_MS)];
    for (const { id } of [due, later]) await app.demo.api.delete(`/items/${id}`);
    clock.pass(2 * HOUR_MS);
    await publishDue();
    expect((await app.demo.api.post(`/items/${due.id}/restore`)).body.item).toMatchObject({
      status: 'ready',
      publishAt: null,
    });
    expect((await app.demo.api.post(`/items/${later.id}/restore`)).body.item.publishAt).toBe(later.publishAt);
    await publishDue();
    expect((await read(due)).status).toBe('ready');
  });

  it('are published on startup if it came before', async () => {
    const item = await scheduled();
    clock.pass(HOUR_MS);
    app.app.maintenance.start();
    await app.app.maintenance.stop();
    expect((await read(item)).status).toBe('publishing');
  });
});

describe('a worker', () => {
  let app: TestApp;
  let clock: FakeClock;
  beforeAll(async () => {
    clock = createFakeClock(new Date().toISOString());
    app = await startApp({ clock, worker: true });
  });
  afterAll(() => app.stop());

  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const isPublic = async ({ id }: Built) => (await app.demo.site.get(`/items/${id}`)).status === 200;
  const put = async (item: Built): Promise<void> => {
    await app.demo.api.put(`/items/${item.id}/transcript`, { segments: SEGMENTS });
    await app.idle();
  };

  it('waits with autoPublish until the time, and then publishes', async () => {
    const item = await buildItem(app.demo, { autoPublish: true, publishAt: at(HOUR_MS) });
    await put(item);
    expect(await read(item)).toMatchObject({ status: 'ready', publishAt: at(HOUR_MS) });
    expect(await isPublic(item)).toBe(false);
    clock.pass(HOUR_MS + 60_000);
    await vi.waitFor(async () => expect((await read(item)).status).toBe('published'), { timeout: 60_000 });
    expect(await read(item)).toMatchObject({ publishAt: null, publishedDate: expect.any(String) });
    expect(await isPublic(item)).toBe(true);
    const { results } = (await app.demo.site.get('/search?q=a%20gift%20that%20nobody%20can%20earn')).body;
    expect(results.map(({ item: found }: Built) => found.id)).toEqual([item.id]);
  });

  it('publishes an item that becomes ready after its time', async () => {
    const item = await buildItem(app.demo, { publishAt: at(HOUR_MS) });
    clock.pass(2 * HOUR_MS);
    await put(item);
    expect(await read(item)).toMatchObject({ status: 'published', publishAt: null });
    expect(await isPublic(item)).toBe(true);
  });

  it('skips an item whose time was removed', async () => {
    const item = await buildItem(app.demo, { publishAt: at(HOUR_MS) });
    await app.demo.api.patch(`/items/${item.id}`, { publishAt: null });
    clock.pass(2 * HOUR_MS);
    await put(item);
    expect((await read(item)).status).toBe('ready');
  });
});
