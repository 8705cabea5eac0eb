/** Bulk jobs undone: what they restore, what they leave, and until when they can be. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBulkWorker, jobOf, resultsOf, startBulk } from '../support/bulk.js';
import { createFakeClock } from '../support/clock.js';
import {
  buildItem,
  buildReadyItem,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';

const HOUR_MS = 3_600_000;
const PUBLISHED = '2020-01-05T09:00:00.000Z';

describe('bulk jobs', () => {
  const clock = createFakeClock(new Date().toISOString());
  const app = useApp({ clock });
  let worker: ReturnType<typeof createBulkWorker>;
  let accounts = 0;
  let tenant: Tenant;
  beforeAll(() => {
    worker = createBulkWorker(app);
  });
  beforeEach(async () => (tenant = await app.tenant(`undo-${++accounts}`)));

  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const finished = (body: object): Promise<Built> => worker.finished(tenant, body);
  const undone = (job: Built): Promise<Built> => worker.undone(tenant, job);
  const get = async ({ id }: Built): Promise<Built> =>
    (await tenant.api.get(`/items/${id}?_withDeleted=true&_expand=topics,speakers`)).body.item;
  const idsOf = (records: readonly Built[]): number[] => records.map(({ id }) => id);

  it('restore what an update has written, and leave what has changed since', async () => {
    const series = await buildSeries(tenant);
    const other = await buildSeries(tenant);
    const [ruth, naomi] = [await buildSpeaker(tenant), await buildSpeaker(tenant)];
    const [hope, grace, late] = [
      await buildTopic(tenant),
      await buildTopic(tenant),
      await buildTopic(tenant),
    ];
    const values = {
      collectionId: series.collectionId,
      ...{ seriesId: series.id, orderInSeries: 4, date: '2020-02-02', description: 'Before' },
      ...{ speakers: [{ id: ruth.id }], topics: [{ id: hope.id }] },
    };
    const items = [await buildItem(tenant, values), await buildItem(tenant, values)];
    const before = await Promise.all(items.map(get));
    const job = await finished({
      ids: idsOf(items),
      action: 'update',
      changes: {
        ...{ collectionId: other.collectionId, seriesId: other.id, numberFrom: 7 },
        ...{ date: '2021-03-03', description: 'x'.repeat(2_000), autoPublish: true },
        ...{
          addSpeakers: [{ id: naomi.id }],
          removeTopics: [{ id: hope.id }],
          addTopics: [{ id: grace.id }],
        },
      },
    });
    expect(job).toMatchObject({ status: 'done', changed: 2, undoUntil: at(24 * HOUR_MS), undoneAt: null });
    expect(await get(items[1])).toMatchObject({
      ...{ collectionId: other.collectionId, seriesId: other.id, orderInSeries: 8, date: '2021-03-03' },
      speakers: [{ id: ruth.id }, { id: naomi.id }],
      topics: [{ id: grace.id }],
    });
    const changed = { date: '2022-04-04', topics: [{ id: grace.id }, { id: late.id }] };
    await tenant.api.patch(`/items/${items[1].id}`, changed);
    const undo = await undone(job);
    expect(undo).toMatchObject({ action: 'undo', undoOf: job.id, status: 'done', total: 2, changed: 2 });
    const own = ['updatedDate', 'updatedBy'];
    const comparable = (item: Built) =>
      JSON.parse(JSON.stringify(item, (name, value: unknown) => (own.includes(name) ? undefined : value)));
    expect(comparable(await get(items[0]))).toEqual(comparable(before[0]));
    expect(await get(items[1])).toMatchObject({
      ...{ seriesId: series.id, orderInSeries: 4, date: '2022-04-04', description: 'Before' },
      autoPublish: before[1].autoPublish,
      topics: [{ id: late.id }, { id: hope.id }],
    });
    expect(await resultsOf(tenant, undo, 'outcome=kept')).toMatchObject([
      { itemId: items[1].id, kept: ['date'], error: { type: null, message: 'Changed since: date' } },
    ]);
    expect((await jobOf(tenant, job)).undoneAt).toBe(at(0));
  });

  it('give published items their former status, and unpublished ones their publicity with its date', async () => {
    const later = at(48 * HOUR_MS);
    const ready = await buildReadyItem(app, tenant, { publishAt: at(24 * HOUR_MS), unpublishAt: later });
    const again = await buildReadyItem(app, tenant, {}, { status: 'unpublished', publishedDate: PUBLISHED });
    const job = await finished({ ids: idsOf([ready, again]), action: 'publish' });
    await setItem(app, ready, { status: 'published', publishedDate: at(0) });
    expect((await tenant.site.get(`/items/${ready.id}`)).status).toBe(200);
    await undone(job);
    expect(await get(ready)).toMatchObject({
      ...{ status: 'ready', publishedDate: null, publishAt: at(24 * HOUR_MS), unpublishAt: later },
    });
    expect(await get(again)).toMatchObject({ status: 'unpublished', publishedDate: PUBLISHED });
    expect((await tenant.site.get(`/items/${ready.id}`)).status).toBe(404);

    await setItem(app, again, { status: 'published', unpublishAt: later });
    const unpublished = await finished({ ids: [again.id], action: 'unpublish' });
    await setItem(app, again, { status: 'unpublished' });
    await undone(unpublished);
    const restored = { status: 'publishing', unpublishAt: later, publishedDate: PUBLISHED };
    expect(await get(again)).toMatchObject(restored);
  });

  it('restore deleted items as public as they were, and delete restored ones', async () => {
    const item = await buildReadyItem(app, tenant, {}, { status: 'published', publishedDate: PUBLISHED });
    const draft = await buildItem(tenant);
    const kept = await buildItem(tenant);
    const job = await finished({ ids: idsOf([item, draft, kept]), action: 'delete' });
    await tenant.api.post(`/items/${kept.id}/restore`);
    const undo = await undone(job);
    expect(await get(item)).toMatchObject({
      ...{ deletedDate: null, status: 'publishing', publishedDate: PUBLISHED },
    });
    expect(await get(draft)).toMatchObject({ deletedDate: null, status: 'draft' });
    expect(await resultsOf(tenant, undo, 'outcome=kept')).toMatchObject([
      { itemId: kept.id, kept: ['deletedDate'] },
    ]);

    await tenant.api.delete(`/items/${draft.id}`);
    const restored = await finished({ ids: [draft.id], action: 'restore' });
    await undone(restored);
    expect((await get(draft)).deletedDate).not.toBeNull();
  });

  it('restore scheduled times, unless they have passed', async () => {
    const item = await buildReadyItem(app, tenant, { publishAt: at(HOUR_MS) });
    const other = await buildReadyItem(app, tenant, { publishAt: at(5 * HOUR_MS) });
    const times = { publishAt: at(2 * HOUR_MS), unpublishAt: at(3 * HOUR_MS) };
    const job = await finished({ ids: idsOf([item, other]), action: 'schedule', ...times });
    expect(await get(item)).toMatchObject(times);
    clock.pass(HOUR_MS);
    const undo = await undone(job);
    expect(await get(item)).toMatchObject({ publishAt: times.publishAt, unpublishAt: null });
    expect(await get(other)).toMatchObject({ publishAt: at(4 * HOUR_MS), unpublishAt: null });
    expect(await resultsOf(tenant, undo, 'outcome=kept')).toMatchObject([
      { itemId: item.id, kept: ['publishAt'] },
    ]);
  });

  it('are undone once, within a day, and not while they run', async () => {
    const topic = await buildTopic(tenant);
    const item = await buildItem(tenant);
    const refusal = async ({ id }: Built): Promise<string> => {
      const { status, body } = await tenant.api.post(`/jobs/${id}/undo`);
      expect([status, body.error.type]).toEqual([422, 'InvalidStateError']);
      return body.error.message;
    };
    const body = { ids: [item.id], action: 'addTopic', topicId: topic.id };
    const waiting = await startBulk(tenant, body);
    expect(await refusal(waiting)).toContain('has not finished');
    await worker.finish();
    const undo = await undone(waiting);
    expect(await refusal(waiting)).toBe(`This job has been undone at ${at(0)}`);
    expect(await refusal(undo)).toContain('undoes another one');
    const unchanged = await finished({ ...body, action: 'removeTopic' });
    expect(await refusal(unchanged)).toContain('has changed nothing');
    const job = await finished(body);
    const first = await tenant.api.post(`/jobs/${job.id}/undo`);
    expect(await refusal(job)).toBe(`This job is being undone by job ${first.body.job.id}`);
    expect((await tenant.api.post(`/jobs/${first.body.job.id}/cancel`)).status).toBe(200);
    expect((await get(item)).topics).toHaveLength(1);
    clock.pass(24 * HOUR_MS);
    expect(await refusal(job)).toBe(`This job could be undone until ${at(0)}`);
    const late = await finished({ ...body, action: 'removeTopic' });
    clock.pass(24 * HOUR_MS - 1);
    expect(await undone(late)).toMatchObject({ changed: 1 });
    const processed = await finished({ ids: [item.id], action: 'reprocess' });
    expect(await refusal(processed)).toBe('Processing cannot be undone.');
  });

  it('that are undone after a cancellation restore what they had changed', async () => {
    const topic = await buildTopic(tenant);
    const item = await buildItem(tenant);
    const job = await startBulk(tenant, { ids: [item.id, 1e9], action: 'addTopic', topicId: topic.id });
    await app.app.db.updateTable('accountJob').set({ total: 3 }).where('id', '=', job.id).execute();
    const turn = (await worker.take())!;
    await expect(worker.run(turn)).rejects.toThrow('missing');
    await worker.complete(turn);
    expect((await tenant.api.post(`/jobs/${job.id}/cancel`)).body.job).toMatchObject({ done: 1, changed: 1 });
    expect(await undone(job)).toMatchObject({ total: 1, changed: 1 });
    expect((await get(item)).topics).toEqual([]);
  });

  it('check each item as its single request does, for contributors too', async () => {
    const topic = await buildTopic(tenant);
    const draft = await buildItem(tenant);
    const open = await buildReadyItem(app, tenant, {}, { status: 'published' });
    const contributor = { ...tenant, api: await app.withScopes(tenant, 'content:draft') };
    const ids = idsOf([draft, open]);
    const job = await startBulk(contributor, { ids, action: 'addTopic', topicId: topic.id });
    await worker.finish();
    expect(await resultsOf(tenant, job)).toMatchObject([
      { itemId: draft.id, outcome: 'changed' },
      { itemId: open.id, outcome: 'failed', error: { type: 'PermissionError' } },
    ]);
    await tenant.api.patch(`/items/${draft.id}`, { publishAt: at(HOUR_MS) });
    const { body } = await contributor.api.post(`/jobs/${job.id}/undo`);
    await worker.finish();
    expect(await resultsOf(tenant, body.job)).toMatchObject([
      { outcome: 'failed', error: { type: 'PermissionError' } },
    ]);
    for (const more of [{ action: 'publish' }, { action: 'unpublish' }])
      expect((await contributor.api.post('/items/bulk', { ids, ...more })).status).toBe(403);
    const timed = { ids: [draft.id], action: 'schedule', unpublishAt: at(3 * HOUR_MS) };
    const scheduled = await startBulk(contributor, timed);
    await worker.finish();
    expect(await resultsOf(tenant, scheduled)).toMatchObject([{ error: { type: 'PermissionError' } }]);
    // What failed can be undone once more, by an editor.
    expect(await undone(job)).toMatchObject({ total: 1, changed: 1 });
  });

  it('do not let a contributor publish by undoing a deletion', async () => {
    const open = await buildReadyItem(app, tenant, {}, { status: 'published', publishedDate: PUBLISHED });
    const timed = await buildReadyItem(app, tenant, {}, { unpublishAt: at(HOUR_MS) });
    const draft = await buildItem(tenant);
    const job = await finished({ ids: idsOf([open, timed, draft]), action: 'delete' });
    const contributor = await app.withScopes(tenant, 'content:draft');
    const undo = await worker.undone({ ...tenant, api: contributor }, job);
    const refused = { outcome: 'failed', error: { type: 'PermissionError' } };
    const results = await resultsOf(tenant, undo);
    expect(results.find(({ itemId }) => itemId === open.id)).toMatchObject(refused);
    expect(results.find(({ itemId }) => itemId === timed.id)).toMatchObject(refused);
    expect(results.find(({ itemId }) => itemId === draft.id)).toMatchObject({ outcome: 'changed' });
    expect((await tenant.site.get(`/items/${open.id}`)).status).toBe(404);
    expect(await undone(job)).toMatchObject({ total: 2, changed: 2 });
    expect(await get(open)).toMatchObject({ status: 'publishing', publishedDate: PUBLISHED });
  });
});
