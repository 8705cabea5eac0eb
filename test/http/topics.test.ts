/** Topics: unique names, and positions without gaps or duplicates. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildTopic, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('topics', () => {
  const app = useApp();
  beforeEach(async () => {
    for (const table of ['itemTopic', 'topic', 'job'] as const) await app.app.db.deleteFrom(table).execute();
  });

  const build = async (...names: string[]): Promise<Built[]> => {
    const topics = [];
    for (const name of names) topics.push(await buildTopic(app.demo, { name }));
    return topics;
  };
  /** Names in order. Checks that the positions run from 1 to the last. */
  const order = async (): Promise<string> => {
    const { body } = await app.demo.api.get('/topics?_limit=100');
    expect(body.topics.map(({ displayOrder }: Built) => displayOrder)).toEqual(
      body.topics.map((_topic: Built, i: number) => i + 1),
    );
    return body.topics.map(({ name }: Built) => name).join('');
  };
  const move = (topic: Built, displayOrder: number) =>
    app.demo.api.patch(`/topics/${topic.id}`, { displayOrder });

  it('are created last, and shift the others when one moves', async () => {
    const [a, b, c, d] = await build('A', 'B', 'C', 'D');
    expect(d).toMatchObject({ name: 'D', displayOrder: 4, itemCount: 0, deletedDate: null });
    expect((await move(d, 2)).body.topic).toMatchObject({ name: 'D', displayOrder: 2 });
    expect(await order()).toBe('ADBC');
    await move(a, 3);
    expect(await order()).toBe('DBAC');
    expect((await move(b, 99)).body.topic.displayOrder).toBe(4);
    expect(await order()).toBe('DACB');
    await app.demo.api.delete(`/topics/${a.id}`);
    expect(await order()).toBe('DCB');
    expect((await move(c, 0)).status).toBe(422);
    expect((await move(a, 1)).status).toBe(404);
  });

  it('keep consistent positions under simultaneous moves, creations and deletions', async () => {
    const topics = await build(...Array.from('ABCDEFGH'));
    const answers = await Promise.all([
      ...topics.slice(0, 6).map((topic, i) => move(topic, ((i * 5) % 8) + 1)),
      ...topics.slice(6).map(({ id }) => app.demo.api.delete(`/topics/${id}`)),
      ...['I', 'J', 'K'].map((name) => app.demo.api.post('/topics/create', { name })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    expect(
      Array.from(await order())
        .sort()
        .join(''),
    ).toBe('ABCDEFIJK');
  });

  it('have unique names, ignoring case and extra spaces, even with simultaneous requests', async () => {
    const [, joy] = await build('Grief & Ärger', 'Joy_');
    for (const name of ['grief & ärger', ' GRIEF & ÄRGER ', 'Grief & A\u0308rger']) {
      const { status, body } = await app.demo.api.post('/topics/create', { name });
      expect([status, body.error?.type]).toEqual([409, 'ConflictError']);
    }
    const twice = await Promise.all(
      ['Hope', 'hope', 'HOPE'].map((name) => app.demo.api.post('/topics/create', { name })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await app.demo.api.patch(`/topics/${joy.id}`, { name: 'HOPE' })).status).toBe(409);
    expect((await app.demo.api.patch(`/topics/${joy.id}`, { name: 'Hope   and  peace' })).status).toBe(200);
    expect((await app.demo.api.post('/topics/create', { name: 'hope and  PEACE' })).status).toBe(409);
    expect((await app.demo.api.patch(`/topics/${joy.id}`, { name: 'JOY_' })).body.topic.name).toBe('JOY_');
    expect((await app.demo.api.post('/topics/create', { name: 'JoyX' })).status).toBe(201);
    expect((await app.other.api.post('/topics/create', { name: 'Hope' })).status).toBe(201);
    await app.demo.api.delete(`/topics/${joy.id}`);
    expect((await app.demo.api.post('/topics/create', { name: 'Joy_' })).status).toBe(201);
  });

  it('count their items, can be sorted and filtered by the count, and cannot be deleted while in use', async () => {
    const [a, b, c] = await build('A', 'B', 'C');
    const collection = await buildCollection(app.demo);
    const item = (...topics: Built[]) =>
      buildItem(app.demo, { collectionId: collection.id, topics: topics.map(({ id }) => ({ id })) });
    const first = await item(b, c);
    await item(c);
    await app.demo.api.delete(`/items/${(await item(a, b, c)).id}`);

    const { body } = await app.demo.api.get('/topics?_orderBy[]=itemCount,DESC&_orderBy[]=name,ASC');
    expect(body.topics.map(({ name, itemCount }: Built) => `${name}${itemCount}`)).toEqual([
      'C2',
      'B1',
      'A0',
    ]);
    expect((await app.demo.api.get('/topics?itemCount.ge=1')).body.totalRecords).toBe(2);
    expect((await app.demo.api.get(`/topics/${c.id}`)).body.topic.itemCount).toBe(2);

    expect((await app.demo.api.delete(`/topics/${c.id}`)).status).toBe(409);
    expect((await app.demo.api.delete(`/topics/${a.id}`)).status).toBe(200);
    await setItem(app, first, { status: 'published' });
    await app.demo.api.patch(`/topics/${c.id}`, { displayOrder: 1 });
    expect(await refreshed()).toEqual([]);
    await app.demo.api.patch(`/topics/${c.id}`, { name: 'C renamed' });
    expect(await refreshed()).toEqual([{ itemId: first.id }]);
  });

  const refreshed = async () =>
    (await app.app.db.selectFrom('job').select('payload').where('kind', '=', 'refreshItem').execute()).map(
      ({ payload }) => JSON.parse(payload),
    );
});
