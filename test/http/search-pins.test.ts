/** Pinned and hidden results of a query, and previews of changes that are not saved. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSpeaker, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('pins', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};
  let speakerId: number;
  beforeAll(async () => {
    speakerId = (await buildSpeaker(app.demo, { name: 'Tobias Quillfeather' })).id;
    ids.bees = await publishTalk(app.demo, 'Waiting', talks.bees);
    ids.bread = await publishTalk(app.demo, 'Loaves', talks.bread, { speakers: [{ id: speakerId }] });
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse);
    ids.draft = await publishTalk(app.demo, 'Not yet', talks.bread, { autoPublish: false });
    ids.other = await publishTalk(app.other, 'Of others', talks.bees);
    await app.idle();
  });

  const search = async (q: string, more: object = {}): Promise<Built> => {
    const { status, body } = await app.demo.site.post('/search', { q, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = async (q: string, more?: object): Promise<number[]> =>
    (await search(q, more)).results.map(({ item }: Built) => item.id);
  const create = async (body: object): Promise<Built> => {
    const answer = await app.demo.api.post('/search/pins/create', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.pin;
  };
  const remove = async ({ id }: Built): Promise<void> =>
    expect((await app.demo.api.delete(`/search/pins/${id}`)).status).toBe(200);

  it('come first in their order, however the query is written, and change no scores', async () => {
    const { light, bread, bees } = ids as Record<'light' | 'bread' | 'bees', number>;
    const before = await search('bees in the hive');
    expect(before.results[0].item.id).toBe(bees);
    const pin = await create({ query: 'Bees in the hive!', pinnedItemIds: [light, bread] });
    for (const q of ['bees in the hive', '  BEES, in the Hive ']) {
      const { results, totalRecords } = await search(q);
      expect(results.map(({ item }: Built) => item.id).slice(0, 3)).toEqual([light, bread, bees]);
      // Capitals and commas change what the model reads.
      if (q === 'bees in the hive') expect(results[2].score).toBe(before.results[0].score);
      expect(totalRecords).toBe(
        new Set([...before.results.map(({ item }: Built) => item.id), light, bread]).size,
      );
      expect(results[0].passages.length).toBeGreaterThan(0);
    }
    for (const q of ['bees in the hives', 'bees', 'bees in the -hive', 'bees in the hive -winter'])
      expect((await found(q))[0], q).not.toBe(light);
    for (const mode of ['keyword', 'semantic'])
      expect((await found('bees in the hive', { mode })).slice(0, 2), mode).toEqual([light, bread]);
    expect(await found('bees in the hive', { limit: 1, offset: 1 })).toEqual([bread]);
    await remove(pin);
    expect((await search('bees in the hive')).results).toEqual(before.results);
  });

  it('are shown only if they are public and pass the filters', async () => {
    const pin = await create({ query: 'hive', pinnedItemIds: [ids.draft, ids.bread, ids.light] });
    expect((await found('hive')).slice(0, 2)).toEqual([ids.bread, ids.light]);
    expect(await found('hive')).not.toContain(ids.draft);
    expect(await found('hive', { speakerId })).toEqual([ids.bread]);
    await app.demo.api.post(`/items/${ids.bread}/unpublish`);
    expect((await found('hive'))[0]).toBe(ids.light);
    await app.idle();
    await app.demo.api.post(`/items/${ids.bread}/publish`);
    await app.idle();
    expect((await found('hive'))[0]).toBe(ids.bread);
    await remove(pin);
  });

  it('hide items of one query, on all pages and in related items', async () => {
    const pin = await create({ query: 'the hive in winter', hiddenItemIds: [ids.bees] });
    const body = await search('the hive in winter', { minScore: 0 });
    expect(JSON.stringify([body.results, body.related])).not.toContain('"title":"Waiting"');
    expect((await found('the hive in winters'))[0]).toBe(ids.bees);
    await app.demo.api.patch(`/search/pins/${pin.id}`, { hiddenItemIds: [], pinnedItemIds: [ids.light] });
    expect((await found('the hive in winter')).slice(0, 2)).toEqual([ids.light, ids.bees]);
    await remove(pin);
  });

  it('are validated: one pin per query, items of the account, not both pinned and hidden', async () => {
    const { api } = app.demo;
    const pin = await create({ query: 'Sailors', pinnedItemIds: [ids.light] });
    const second = await create({ query: 'ships' });
    const bad = async (body: object) => {
      const { status, body: answer } = await api.post('/search/pins/create', { query: 'x', ...body });
      return [status, answer.error.details?.[0].path];
    };
    expect(await bad({ query: 'sailors!' })).toEqual([409, undefined]);
    expect(await bad({ query: '?' })).toEqual([422, 'query']);
    expect(await bad({ pinnedItemIds: [ids.bees, ids.other] })).toEqual([422, 'pinnedItemIds.1']);
    expect(await bad({ hiddenItemIds: [999_999] })).toEqual([422, 'hiddenItemIds.0']);
    expect(await bad({ pinnedItemIds: [ids.bees], hiddenItemIds: [ids.bees] })).toEqual([
      422,
      'hiddenItemIds.0',
    ]);
    expect(await bad({ pinnedItemIds: Array.from({ length: 21 }, () => ids.bees) })).toEqual([
      422,
      'pinnedItemIds',
    ]);
    expect((await api.patch(`/search/pins/${second.id}`, { query: 'SAILORS' })).status).toBe(409);
    expect((await app.other.api.get(`/search/pins/${pin.id}`)).status).toBe(404);
    const { body } = await api.get(`/search/pins/${pin.id}`);
    expect((await api.patch(`/search/pins/${pin.id}`, body.pin)).body.pin).toEqual(body.pin);
    expect((await api.get('/search/pins?_q=sail')).body.pins).toEqual([body.pin]);

    await remove(pin);
    const { body: history } = await api.get('/search/revisions?_limit=1');
    expect(history.revisions[0]).toMatchObject({
      recordType: 'searchPin',
      before: { query: 'Sailors', pinnedItemIds: [ids.light], hiddenItemIds: [] },
      after: null,
    });
    const restored = (): Promise<Built> => api.post(`/search/revisions/${history.revisions[0].id}/restore`);
    await api.patch(`/search/pins/${second.id}`, { query: 'sailors' });
    expect((await restored()).status).toBe(409);
    await remove(second);
    expect((await restored()).status).toBe(200);
    expect((await api.get(`/search/pins/${pin.id}`)).body.pin).toMatchObject({ query: 'Sailors' });
    expect((await found('sailors'))[0]).toBe(ids.light);
  });

  it('and synonyms can be previewed without saving them', async () => {
    const { api } = app.demo;
    const preview = async (body: object): Promise<[before: number[], after: number[]]> => {
      const answer = await api.post('/search/preview', body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const idsOf = ({ results }: Built): number[] => results.map(({ item }: Built) => item.id);
      return [idsOf(answer.body.before), idsOf(answer.body.after)];
    };
    const query = 'zwingliade';
    const synonym = { term: query, synonyms: ['sourdough'] };
    const [before, after] = await preview({ query, synonyms: [synonym] });
    expect([before.includes(ids.bread!), after[0]]).toEqual([false, ids.bread]);
    expect(await found(query)).toEqual(before);

    const saved = await create({ query, pinnedItemIds: [ids.light] });
    const pinned = await preview({ query, pins: [{ query, pinnedItemIds: [ids.bees] }] });
    expect([pinned[0][0], pinned[1][0]]).toEqual([ids.light, ids.bees]);
    const moved = await preview({ query, pins: [{ id: saved.id, query: 'another' }] });
    expect([moved[0][0], moved[1].includes(ids.light!)]).toEqual([ids.light, false]);
    const without = await preview({ query, without: { pinIds: [saved.id] } });
    expect([without[0][0], without[1].includes(ids.light!)]).toEqual([ids.light, false]);
    expect((await found(query))[0]).toBe(ids.light);

    const { body } = await api.post('/search/preview', { query, limit: 1 });
    expect(body.before).toEqual(body.after);
    expect(body.before.results).toMatchObject([{ rank: 1, pinned: true, item: { title: 'Stairs' } }]);
    const refused = await api.post('/search/preview', {
      ...{ query, synonyms: [{ ...synonym, id: 999_999 }] },
      without: { pinIds: [saved.id, 999_998] },
    });
    expect(refused.body.error.details.map(({ path }: Built) => path)).toEqual([
      'synonyms.0.id',
      'without.pinIds.1',
    ]);
    const reader = await app.withScopes(app.demo, 'content:read');
    expect((await reader.post('/search/preview', { query })).status).toBe(403);
    await remove(saved);
  });
});
