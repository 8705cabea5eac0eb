/** Items are unpublished at their unpublishAt: who may set it to which times, and what becomes of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  publishDueMaintenance,
  unpublishDueMaintenance,
} from '../../src/publishing/publish-due.maintenance.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { buildItem, buildReadyItem, setItem, type Built } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

const HOUR_MS = 3_600_000;

describe('items with a time of unpublishing', () => {
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
  const published = (values = {}): Promise<Built> =>
    buildReadyItem(app, app.demo, {}, { status: 'published', ...values });
  const maintain = async (): Promise<void> => {
    const deps = { db: app.app.db, clock };
    await publishDueMaintenance(deps).run();
    await unpublishDueMaintenance(deps).run();
  };

  it('store it in UTC, are listed by it, and lose it with null', async () => {
    const item = await buildItem(app.demo, { publishAt: at(HOUR_MS), unpublishAt: at(3 * HOUR_MS) });
    expect(item.unpublishAt).toBe(at(3 * HOUR_MS));
    const listed = await app.demo.api.get(`/items?unpublishAt.gt=${at(0)}&_orderBy=unpublishAt,ASC`);
    expect(listed.body.items.map(({ id }: Built) => id)).toContain(item.id);
    const { body } = await patch(item, { unpublishAt: `${at(6 * HOUR_MS).slice(0, 19)}+02:00` });
    expect(body.item.unpublishAt).toBe(`${at(4 * HOUR_MS).slice(0, 19)}.000Z`);
    expect((await patch(item, { unpublishAt: null })).body.item.unpublishAt).toBeNull();
    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions?_orderBy=id,ASC`)).body;
    expect(revisions.map(({ changes }: Built) => changes[0].field)).toEqual(['unpublishAt', 'unpublishAt']);
  });

  it('refuse a past time, and one that is not after publishAt', async () => {
    const item = await buildItem(app.demo, { publishAt: at(2 * HOUR_MS), unpublishAt: at(4 * HOUR_MS) });
    const body = { title: 'A', date: '2026-03-01', collectionId: item.collectionId };
    const times = { publishAt: at(2 * HOUR_MS), unpublishAt: at(2 * HOUR_MS) };
    const cases: [Promise<Built>, string, string][] = [
      [patch(item, { unpublishAt: at(-1) }), 'unpublishAt', 'must be in the future'],
      [patch(item, { unpublishAt: at(HOUR_MS) }), 'unpublishAt', 'must be after publishAt'],
      [patch(item, { publishAt: at(5 * HOUR_MS) }), 'publishAt', 'must be before unpublishAt'],
      [app.demo.api.post('/items/create', { ...body, ...times }), 'unpublishAt', 'must be after publishAt'],
      [
        app.demo.api.post('/items/create', { ...body, unpublishAt: '2020-01-01' }),
        'unpublishAt',
        'date-time',
      ],
    ];
    for (const [call, path, message] of cases) {
      const { status, body: answer } = await call;
      expect([status, answer.error.details[0].path]).toEqual([422, path]);
      expect(answer.error.details[0].message).toContain(message);
    }
    clock.pass(5 * HOUR_MS);
    const record = await read(item);
    expect((await patch(item, { ...record, title: 'Sent back' })).status).toBe(200);
  });

  it('are set by editors only, also in pending changes', async () => {
    const contributor = await app.withScopes(app.demo, 'content:draft');
    const [draft, open] = [await buildItem(app.demo), await published()];
    const body = { unpublishAt: at(HOUR_MS) };
    for (const path of [`/items/${draft.id}`, `/items/${open.id}/draft`])
      expect((await contributor.patch(path, body)).status).toBe(403);
    expect((await app.demo.api.patch(`/items/${open.id}/draft`, body)).status).toBe(200);
    expect((await app.demo.api.post(`/items/${open.id}/draft/apply`)).body.item).toMatchObject(body);
  });

  it('are unpublished once at that time, by nobody', async () => {
    const [item, later] = [await published(), await published()];
    await patch(item, { unpublishAt: at(HOUR_MS) });
    await patch(later, { unpublishAt: at(2 * HOUR_MS) });
    clock.pass(HOUR_MS);
    await Promise.all([maintain(), maintain(), maintain()]);
    expect(await read(item)).toMatchObject({ status: 'unpublishing', unpublishAt: null, autoPublish: false });
    expect((await read(later)).status).toBe('published');
    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ author: null });
    expect(revisions[0].changes).toContainEqual({ field: 'status', from: 'published', to: 'unpublishing' });
    const jobs = await app.app.db
      .selectFrom('job')
      .select('kind')
      .where('subject', '=', `item:${item.id}`)
      .where('kind', '=', 'unpublishItem')
      .execute();
    expect(jobs).toHaveLength(1);
  });

  it('that are not public by then lose what would publish them', async () => {
    const times = { publishAt: at(HOUR_MS), unpublishAt: at(2 * HOUR_MS) };
    const [draft, due] = [
      await buildItem(app.demo, { autoPublish: true, ...times }),
      await buildReadyItem(app, app.demo, times),
    ];
    const publishing = await buildReadyItem(
      app,
      app.demo,
      {},
      { status: 'publishing', unpublishAt: at(HOUR_MS) },
    );
    clock.pass(2 * HOUR_MS);
    await maintain();
    const none = { publishAt: null, unpublishAt: null, autoPublish: false };
    expect(await read(draft)).toMatchObject({ status: 'draft', ...none });
    expect(await read(due)).toMatchObject({ status: 'ready', ...none });
    expect((await read(publishing)).status).toBe('publishing');
    await setItem(app, publishing, { status: 'published' });
    await maintain();
    expect((await read(publishing)).status).toBe('unpublishing');
  });

  it('keep a future time when published, and lose it when unpublished or restored late', async () => {
    const item = await buildReadyItem(app, app.demo, { unpublishAt: at(HOUR_MS) });
    const publish = () => app.demo.api.post(`/items/${item.id}/publish`);
    expect((await publish()).body.item.unpublishAt).toBe(at(HOUR_MS));
    await setItem(app, item, { status: 'published' });
    expect((await app.demo.api.post(`/items/${item.id}/unpublish`)).body.item.unpublishAt).toBeNull();
    await setItem(app, item, { status: 'unpublished', unpublishAt: at(HOUR_MS) });
    const scheduled = await buildItem(app.demo, { unpublishAt: at(HOUR_MS) });
    await app.demo.api.delete(`/items/${scheduled.id}`);
    clock.pass(2 * HOUR_MS);
    // Maintenance has not run: somebody publishes the item in full knowledge.
    expect((await publish()).body.item).toMatchObject({ status: 'publishing', unpublishAt: null });
    const restored = await app.demo.api.post(`/items/${scheduled.id}/restore`);
    expect(restored.body.item.unpublishAt).toBeNull();
  });
});
