/** Which items a bulk job covers, by ids and filters, and which requests are rejected. */
import { describe, expect, it } from 'vitest';
import { startBulk, useBulk, idsOf } from '../support/bulk.js';
import { buildItem, buildSeries, buildTopic, setItem, type Built } from '../support/factories.js';
import { putCopies } from '../support/public-rows.js';

const NOWHERE = Number.MAX_SAFE_INTEGER;

describe('requests for bulk jobs', () => {
  const { app, worker, tenant, finished, get, buildItems } = useBulk();

  const refusal = async (body: object): Promise<Built> => {
    const answer = await tenant.api.post('/items/bulk', body);
    expect([answer.status, answer.body.error?.type]).toEqual([422, 'ValidationError']);
    return answer.body.error.details;
  };

  it('cover the items of a filter, in list order', async () => {
    const topic = await buildTopic(tenant);
    const items = await buildItems(3);
    const [{ collectionId }] = items as [Built];
    await tenant.api.patch(`/items/${items[1].id}`, { title: 'Grace, and more', topics: [{ id: topic.id }] });
    await buildItem(tenant, { title: 'Grace elsewhere' });
    const all = idsOf(items);
    const cases: [unknown, number[]][] = [
      [{ collectionId }, [...all].reverse()],
      [`?collectionId=${collectionId}&_orderBy[]=id,ASC`, all],
      [{ collectionId, _orderBy: ['id,ASC'], '_expand[]': ['topics'] }, all],
      [{ 'id.in': all.slice(1), '_orderBy[]': 'id,ASC' }, all.slice(1)],
      [{ 'id.bt': [all[0], all[1]], _orderBy: 'id,ASC' }, all.slice(0, 2)],
      [`collectionId=${collectionId}&_q=${encodeURIComponent('grace more')}`, [all[1]!]],
      [{ topicId: topic.id, needsAttention: false }, [all[1]!]],
      [{ 'title.like': '%and%', 'id.ge': [all[0], all[1]] }, [all[1]!]],
      [{ status: 'published' }, []],
    ];
    for (const [filter, expected] of cases) {
      const job = await startBulk(tenant, { filter, action: 'removeTopic', topicId: topic.id, dryRun: true });
      await worker.finish();
      const { results } = (await tenant.api.get(`/jobs/${job.id}/results`)).body;
      const ids = results.map(({ itemId }: Built) => itemId);
      expect({ filter, ids, total: job.total, status: job.status }).toEqual({
        filter,
        ids: expected,
        total: expected.length,
        status: expected.length > 0 ? 'queued' : 'done',
      });
    }
  });

  it('restore the deleted items of a filter', async () => {
    const items = await buildItems(3);
    const filter = { collectionId: items[0].collectionId };
    await finished({ ids: idsOf(items.slice(0, 2)), action: 'delete' });
    expect((await tenant.api.get(`/items?collectionId=${filter.collectionId}`)).body.totalRecords).toBe(1);
    expect(await finished({ filter, action: 'restore' })).toMatchObject({
      total: 2,
      done: 2,
      status: 'done',
    });
    expect((await tenant.api.get(`/items?collectionId=${filter.collectionId}`)).body.totalRecords).toBe(3);
    expect(await finished({ filter, action: 'restore' })).toMatchObject({
      total: 0,
      done: 0,
      status: 'done',
    });
  });

  it.each([
    ['publish', { status: 'published' }],
    ['publish', { status: 'publishing' }],
    ['unpublish', { status: 'unpublished' }],
    ['unpublish', { status: 'unpublishing' }],
    ['delete', { deletedDate: '2026-03-01T12:00:00.000Z' }],
    ['restore', { status: 'draft' }],
  ])('skip items that need no %s: %j', async (action, values) => {
    const item = await buildItem(tenant);
    await setItem(app, item, values);
    const stored = () => app.app.db.selectFrom('item').selectAll().where('id', '=', item.id).execute();
    const before = await stored();
    expect(await finished({ ids: [item.id], action })).toMatchObject({ status: 'done', done: 1, errors: [] });
    expect(await stored()).toEqual(before);
  });

  it('cover a thousand items by id, and a hundred thousand by a filter', async () => {
    const [{ id, collectionId }] = (await buildItems(1)) as [Built];
    const template = await app.app.db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const copies = (count: number) =>
      app.app.db
        .insertInto('item')
        .values(Array.from({ length: count }, () => ({ ...template, id: undefined, urlSlug: null })))
        .execute();
    for (let i = 0; i < 4; i++) await copies(333);
    const filter = { collectionId };
    const job = await startBulk(tenant, { filter, action: 'unpublish' });
    expect(job).toMatchObject({ total: 1_333 });
    expect((await tenant.api.post(`/jobs/${job.id}/cancel`)).status).toBe(200);
    await putCopies(app.app.db, { id }, 100_000 - 1_332);
    expect(await refusal({ filter, action: 'unpublish' })).toEqual([
      { path: 'filter', message: 'matches 100001 items; at most 100000 are allowed' },
    ]);
    const ids = Array.from({ length: 1_001 }, (_, i) => i + 1);
    expect(await refusal({ ids, action: 'unpublish' })).toEqual([
      { path: 'ids', message: 'must have at most 1000 entries' },
    ]);
    await worker.finish();
  });

  it('are rejected with every invalid field', async () => {
    const foreign = {
      topicId: (await buildTopic(app.other)).id,
      seriesId: (await buildSeries(app.other)).id,
    };
    const cases: [object, Record<string, string>][] = [
      [{}, { ids: 'is required, unless there is a filter', action: 'is required' }],
      [{ ids: [1], filter: { id: 1 }, action: 'delete' }, { filter: 'must not be combined with ids' }],
      [{ ids: [], action: 'delete' }, { ids: 'must not be empty' }],
      [
        { ids: [1, 0, 'x'], action: 'delete' },
        { 'ids.1': 'must be at least 1', 'ids.2': 'must be a whole number' },
      ],
      [
        { ids: [1], action: 'remove' },
        {
          action:
            'must be one of publish, unpublish, schedule, delete, restore, reprocess, acceptSuggestions, update, replaceText, addTopic, removeTopic, setSeries',
        },
      ],
      [{ ids: [1], action: 'addTopic' }, { topicId: 'is required for addTopic' }],
      [{ ids: [1], action: 'addTopic', topicId: NOWHERE }, { topicId: 'does not exist' }],
      [{ ids: [1], action: 'removeTopic', topicId: foreign.topicId }, { topicId: 'does not exist' }],
      [{ ids: [1], action: 'publish', topicId: 1 }, { topicId: 'is only for addTopic and removeTopic' }],
      [
        { ids: [1], action: 'setSeries' },
        { seriesId: 'is required for setSeries: an id, or null to take items out of their series' },
      ],
      [{ ids: [1], action: 'setSeries', seriesId: foreign.seriesId }, { seriesId: 'does not exist' }],
      [{ ids: [1], action: 'delete', seriesId: null }, { seriesId: 'is only for setSeries' }],
      [{ filter: {}, action: 'delete' }, { filter: 'must have a condition; `id.ge=1` matches all records' }],
      [{ filter: '?', action: 'delete' }, { filter: 'must have a condition; `id.ge=1` matches all records' }],
      [
        { filter: { _limit: 10, id: 1 }, action: 'delete' },
        { 'filter._limit': 'is not for a filter: all matches count' },
      ],
      [
        { filter: { id: null, title: { like: 'x' } }, action: 'delete' },
        {
          'filter.id': 'must be text, a number, true, false, or a list of these',
          'filter.title': 'must be text, a number, true, false, or a list of these',
        },
      ],
      [
        { filter: { 'title.in': '"a' }, action: 'delete' },
        { 'filter.title.in': expect.stringContaining('quotation mark') as never },
      ],
      [
        { filter: { status: 'gone' }, action: 'delete' },
        { 'filter.status': expect.stringContaining('"gone"') as never },
      ],
      [
        { filter: 'colour=red&_offset=1', action: 'delete' },
        {
          'filter._offset': 'is not for a filter: all matches count',
          'filter.colour': expect.stringContaining('is not a filterable field') as never,
        },
      ],
      [
        { filter: [1], action: 'delete' },
        { filter: 'must be the query of a list: its query string, or an object of its parameters' },
      ],
    ];
    for (const [body, expected] of cases) {
      const details = await refusal(body);
      const named = Object.fromEntries(details.map(({ path, message }: Built) => [path, message]));
      expect({ body, named }).toEqual({ body, named: expected });
    }
    expect((await tenant.api.get('/jobs')).body.totalRecords).toBe(0);
  });

  it('start one job per Idempotency-Key', async () => {
    const [item] = await buildItems(1);
    const body = { ids: [item.id], action: 'delete' };
    const key = { 'Idempotency-Key': 'delete-once' };
    const [first, again] = [
      await tenant.api.post('/items/bulk', body, key),
      await tenant.api.post('/items/bulk', body, key),
    ];
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await tenant.api.get('/jobs')).body.totalRecords).toBe(1);
    const other = await tenant.api.post('/items/bulk', { ...body, action: 'restore' }, key);
    expect(other.status).toBe(409);
    await worker.finish();
  });

  it('accept files and URLs of this library in filters', async () => {
    const [item] = await buildItems(1);
    await setItem(app, item, { squareImgUrl: '/files/1/a/b.png' });
    const { squareImgUrl } = await get(item.id);
    expect(await startBulk(tenant, { filter: { squareImgUrl }, action: 'delete' })).toMatchObject({
      total: 1,
    });
    await worker.finish();
  });
});
