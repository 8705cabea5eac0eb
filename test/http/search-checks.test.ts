/** Checks: queries that must find an item among their first results, run on demand and after each reindex. */
import { beforeAll, describe, expect, it } from 'vitest';
import { publishTalk, type Built } from '../support/factories.js';
import { createWebhook, startReceiver, verified } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';
import { use } from '../support/use.js';

describe('checks', () => {
  let webhook: Awaited<ReturnType<typeof createWebhook>>;
  const ids: Record<string, number> = {};
  const receiver = use(() => startReceiver(), 'close');
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  beforeAll(async () => {
    ids.bees = await publishTalk(app.demo, 'Waiting', talks.bees);
    ids.bread = await publishTalk(app.demo, 'Loaves', talks.bread);
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse);
    ids.other = await publishTalk(app.other, 'Of others', talks.bees);
    await app.idle();
    webhook = await createWebhook(app.demo, receiver.url, { events: ['search.checkFailed'] });
  });

  const create = async (query: string, itemId: number | undefined, maxRank?: number): Promise<Built> => {
    const { status, body } = await app.demo.api.post('/search/checks/create', { query, itemId, maxRank });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.check;
  };
  const run = async ({ id }: Built): Promise<Built> => {
    const { status, body } = await app.demo.api.post(`/search/checks/${id}/run`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.check;
  };
  const get = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/search/checks/${id}`)).body.check;
  const remove = async (...checks: Built[]): Promise<void> => {
    for (const { id } of checks) expect((await app.demo.api.delete(`/search/checks/${id}`)).status).toBe(200);
  };

  it('pass if the item is among the first results, and fail otherwise, with its rank', async () => {
    const bees = await create('bees in the hive', ids.bees, 1);
    expect(bees).toMatchObject({ status: 'waiting', rank: null, checkedDate: null, maxRank: 1 });
    expect(await run(bees)).toMatchObject({ status: 'passed', rank: 1 });
    const bread = await create('bees in the hive', ids.bread);
    expect(bread.maxRank).toBe(3);
    expect(await run(bread)).toMatchObject({ status: 'failed', rank: null });
    await app.demo.api.post('/search/pins/create', { query: 'bees in the hive', pinnedItemIds: [ids.bread] });
    expect(await run(bread)).toMatchObject({ status: 'passed', rank: 1 });
    const second = await run(bees);
    expect(second).toMatchObject({ status: 'failed', rank: 2 });
    expect(second.checkedDate >= bees.entryDate).toBe(true);
    await app.demo.api.patch(`/search/checks/${bees.id}`, { maxRank: 2 });
    expect(await get(bees)).toMatchObject({ status: 'waiting', rank: null, checkedDate: null });
    expect(await run(bees)).toMatchObject({ status: 'passed', rank: 2 });
    const [pin] = (await app.demo.api.get('/search/pins')).body.pins;
    await app.demo.api.delete(`/search/pins/${pin.id}`);
    await remove(bees, bread);
  });

  it('run together on demand and after a reindex; each failure is reported once', async () => {
    const [good, bad] = [await create('sailors', ids.light), await create('sailors', ids.bread, 1)];
    expect((await app.demo.api.post('/search/checks/run')).body).toEqual({ queued: 2 });
    await app.idle();
    expect([(await get(good)).status, (await get(bad)).status]).toEqual(['passed', 'failed']);
    const reports = () =>
      receiver.received
        .map((one) => verified(webhook.secret, one))
        .filter(({ data }) => data.check.id === bad.id);
    await expect.poll(() => reports().length).toBe(1);
    expect(reports()[0]).toMatchObject({
      type: 'search.checkFailed',
      data: {
        account: { shortName: 'demo' },
        check: { id: bad.id, query: 'sailors', itemId: ids.bread, title: 'Loaves', maxRank: 1, rank: null },
      },
    });
    const { checkedDate } = await get(good);
    await app.app.reindex();
    await app.idle();
    expect((await get(good)).checkedDate > checkedDate).toBe(true);
    expect([(await get(good)).status, (await get(bad)).status]).toEqual(['passed', 'failed']);
    expect(reports()).toHaveLength(1);

    const home = (await app.demo.api.get('/home')).body.home.failedChecks;
    expect(home).toEqual({
      ...{ count: 1, path: '/search/checks', filter: 'status=failed' },
      first: [await get(bad)],
    });
    expect((await app.demo.api.get(`${home.path}?${home.filter}`)).body.checks).toEqual(home.first);
    expect((await app.other.api.post('/search/checks/run')).body).toEqual({ queued: 0 });
    await remove(good, bad);
  });

  it('are exported and imported as CSV', async () => {
    const { api } = app.demo;
    const send = (csv: string, client = api) =>
      client.post('/search/checks/import', csv, { 'Content-Type': 'text/csv' });
    const first = await send(
      `\uFEFFItemId;query;maxRank;note\r\n${ids.bees};"bees; ""quoted""";2;x\r\n\r\n${ids.light};'=stairs;;\n`,
    );
    expect([first.status, first.body]).toEqual([200, { created: 2, updated: 0, unchanged: 0 }]);
    const { checks } = (await api.get('/search/checks')).body;
    expect(checks.map(({ query, itemId, maxRank }: Built) => [query, itemId, maxRank])).toEqual([
      ['bees; "quoted"', ids.bees, 2],
      ['=stairs', ids.light, 3],
    ]);
    const exported = await api.get('/search/checks/export');
    expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(exported.body).toBe(
      'query,itemId,maxRank,title,status,rank,checkedDate\r\n' +
        `"bees; ""quoted""",${ids.bees},2,Waiting,waiting,,\r\n'=stairs,${ids.light},3,Stairs,waiting,,\r\n`,
    );
    expect((await send(exported.body)).body).toEqual({ created: 0, updated: 0, unchanged: 2 });
    const analyst = await app.withScopes(app.demo, 'stats:read');
    const untitled = (await analyst.get('/search/checks/export')).body;
    expect(untitled).toBe(exported.body.replace(/Waiting|Stairs/g, ''));
    const changed = exported.body.replace(`${ids.light},3`, `${ids.light},5`);
    expect((await send(changed)).body).toEqual({ created: 0, updated: 1, unchanged: 1 });

    const refused = await send(`query,itemId,maxRank\nok,${ids.bees},1\n,${ids.bees},1\nx,y,51\n`);
    expect(refused.body.error.details.map(({ path }: Built) => path)).toEqual([
      '3.query',
      '4.itemId',
      '4.maxRank',
    ]);
    expect((await send(`query,itemId\nx,${ids.other}`)).body.error.details).toEqual([
      { path: '2.itemId', message: 'does not exist' },
    ]);
    expect((await send('question,item\nx,1')).status).toBe(400);
    expect((await send(`query,itemId\n${`x,${ids.bees}\n`.repeat(501)}`)).status).toBe(400);
    expect((await api.post('/search/checks/import', { query: 'x' })).status).toBe(415);
    expect((await api.get('/search/checks')).body.totalRecords).toBe(2);
    await remove(...checks);
  });

  it('are validated, and belong to their account', async () => {
    const check = await create('stairs', ids.light);
    const path = `/search/checks/${check.id}`;
    const bad = async (body: object) => {
      const { status, body: answer } = await app.demo.api.post('/search/checks/create', {
        query: 'x',
        ...body,
      });
      return [status, answer.error.details[0].path];
    };
    expect(await bad({})).toEqual([422, 'itemId']);
    expect(await bad({ itemId: ids.other })).toEqual([422, 'itemId']);
    expect(await bad({ itemId: ids.bees, maxRank: 51 })).toEqual([422, 'maxRank']);
    expect(await bad({ itemId: ids.bees, query: ' ' })).toEqual([422, 'query']);
    expect((await app.other.api.get(path)).status).toBe(404);
    expect((await app.other.api.post(`${path}/run`)).status).toBe(404);
    expect((await app.demo.api.patch(path, check)).body.check).toEqual(check);
    const analyst = await app.withScopes(app.demo, 'stats:read');
    expect((await analyst.get(path)).body.check).toEqual(check);
    expect((await analyst.post(`${path}/run`)).status).toBe(403);
    await app.demo.api.delete(`/items/${ids.light}`);
    await app.idle();
    expect(await run(check)).toMatchObject({ status: 'failed', rank: null });
    await remove(check);
  });
});
