/** Searches that ask for the same, together: grouped, compared, ignored and exported. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildSpeaker, publishTalk, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

const REPORTS_TIMEOUT_MS = 15_000;
const WEEK_MS = 7 * 86_400_000;
const range = 'last7days';

describe('groups of searches', () => {
  const clock = createFakeClock('2026-03-04T11:00:00.000Z');
  const app = useApp({ clock, worker: true });
  let bread: number;
  const searched: [query: string, times: number][] = [
    ['how do i forgive someone', 4],
    ['forgiving others', 2],
    ['Forgiving  others', 1],
    ['others forgiving', 1],
    ['unanswered prayer', 2],
    ['why does god not answer my prayers', 1],
    ['john 3', 3],
    ['john 4', 2],
    ['psalm 23', 1],
    ['quillfeather on bread', 2],
    ['miriam on bread', 1],
    ['=1+1', 1],
  ];
  beforeAll(async () => {
    for (const name of ['Tobias Quillfeather', 'Miriam Stone']) await buildSpeaker(app.demo, { name });
    bread = await publishTalk(app.demo, 'Loaves', talks.bread);
    await app.idle();
    await search('how do i forgive someone', 2);
    clock.pass(WEEK_MS);
    for (const [query, times] of searched) await search(query, times);
    await search('how do i forgive someone', 1, app.other);
    const [searchId] = await search('unanswered prayer', 1);
    const click = { type: 'searchClick', searchId, itemId: bread, rank: 1 };
    const { body } = await app.demo.api.post('/logging/batch', { events: [click] });
    expect(body.errors).toEqual([]);
    await vi.waitFor(async () => {
      const { total } = await stats('searches');
      expect([total.searches, total.clicks]).toEqual([22, 1]);
    }, REPORTS_TIMEOUT_MS);
  });

  const search = async (q: string, times: number, tenant = app.demo): Promise<string[]> => {
    const ids = [];
    for (let n = 0; n < times; n++) {
      const { status, body } = await tenant.site.get(`/search?q=${encodeURIComponent(q)}`);
      expect(status).toBe(200);
      ids.push(body.searchId as string);
    }
    return ids;
  };
  const stats = async (path: string, query: object = {}, tenant = app.demo): Promise<Built> => {
    const text = new URLSearchParams({ range, ...query }).toString();
    const { status, body } = await tenant.api.get(`/stats/${path}?${text}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const groups = async (query: object = {}): Promise<Built[]> =>
    (await stats('searches/groups', query)).groups;
  const namesOf = (found: Built[]): string[][] =>
    found.map(({ queries }) => queries.map(({ query }: Built) => query));

  it('hold the queries that are close in meaning or have the same words', async () => {
    const found = await groups();
    expect(namesOf(found)).toEqual([
      ['how do i forgive someone', 'forgiving others', 'others forgiving'],
      ['unanswered prayer', 'why does god not answer my prayers'],
      ['john 3'],
      ['john 4'],
      ['quillfeather on bread'],
      ['=1+1'],
      ['miriam on bread'],
      ['psalm 23'],
    ]);
    expect(found[0]).toMatchObject({
      query: 'how do i forgive someone',
      queryCount: 3,
      searches: 8,
      withoutClicks: 8,
      clicks: 0,
      clickThroughRate: 0,
      ignoredQueryIds: [],
    });
    expect(found[1]).toMatchObject({ searches: 4, clicks: 1, withoutClicks: 3, clickThroughRate: 0.25 });
  });

  it('add up to the report on searches', async () => {
    const { groups: found, ungrouped } = await stats('searches/groups');
    const { total, queries } = await stats('searches');
    for (const metric of ['searches', 'withoutResults', 'clicks']) {
      const sum = found.reduce((all: number, group: Record<string, number>) => all + group[metric]!, 0);
      expect([metric, sum]).toEqual([metric, total[metric]]);
    }
    expect(ungrouped).toEqual({ searches: 0 });
    const shown = namesOf(found).flat().sort();
    expect(shown).toEqual(queries.map(({ query }: Built) => query).sort());
  });

  it('are sorted, paged, filtered and compared', async () => {
    const [first] = await groups({ compare: 'previous' });
    expect(first.previous).toMatchObject({ searches: 2, clicks: 0 });
    expect((await groups({ compare: 'previous' }))[2].previous).toMatchObject({ searches: 0 });
    const missing = await groups({ sort: 'withoutResults' });
    expect(missing.every(({ withoutResults }) => withoutResults > 0)).toBe(true);
    const page = await stats('searches/groups', { limit: 1, offset: 1 });
    expect([page.groups[0].query, page.totalRecords]).toEqual(['unanswered prayer', 8]);
    const { groups: theirs } = await stats('searches/groups', {}, app.other);
    expect(theirs).toMatchObject([{ query: 'how do i forgive someone', searches: 1 }]);
  });

  it('leave the list when staff ignore one of their queries, and come back', async () => {
    const ignore = (query: string) => app.demo.api.post('/search/ignored/create', { query });
    const [once, again] = [await ignore(' Forgiving   OTHERS '), await ignore('forgiving others')];
    expect([once.status, again.body]).toEqual([201, once.body]);
    const { id } = once.body.ignoredQuery;
    const listed = async (tenant = app.demo) =>
      (await tenant.api.get('/search/ignored')).body.ignoredQueries.map(({ query }: Built) => query);
    expect(await listed()).toEqual(['forgiving others']);
    expect(await listed(app.other)).toEqual([]);
    expect((await groups())[0].query).toBe('unanswered prayer');
    expect((await groups({ ignored: 'true' }))[0]).toMatchObject({ searches: 8, ignoredQueryIds: [id] });
    expect((await stats('searches')).total.searches).toBe(22);
    expect((await app.other.api.delete(`/search/ignored/${id}`)).status).toBe(404);
    expect((await app.demo.api.delete(`/search/ignored/${id}`)).status).toBe(200);
    expect((await groups())[0].searches).toBe(8);
    const empty = await ignore(' ');
    expect(empty.body.error.details).toMatchObject([{ path: 'query' }]);
  });

  it('are exported', async () => {
    const { body } = await app.demo.api.get(`/stats/export?report=search-groups&range=${range}`);
    const lines = String(body).trim().split('\n');
    expect(lines[0]).toBe(
      '"query","queries","searches","withoutResults","withoutClicks","clicks","clickThroughRate"',
    );
    expect(lines[1]).toMatch(
      /^"how do i forgive someone","how do i forgive someone; forgiving others; others forgiving",8,/,
    );
    expect(lines.some((line) => line.startsWith(`"'=1+1"`))).toBe(true);
  });

  it('can be pinned as a whole', async () => {
    const [group] = await groups();
    const otherQueries = group.queries.slice(1).map(({ query }: Built) => query);
    const create = (body: object) => app.demo.api.post('/search/pins/create', body);
    const pinned = await create({ query: group.query, otherQueries, pinnedItemIds: [bread] });
    expect([pinned.status, pinned.body.pin.otherQueries]).toEqual([201, otherQueries]);
    for (const q of [group.query, ...otherQueries, 'Forgiving others!'])
      expect((await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results[0].item.id).toBe(
        bread,
      );
    const path = `/search/pins/${pinned.body.pin.id}`;
    expect((await create({ query: 'others, forgiving', pinnedItemIds: [bread] })).status).toBe(409);
    const taken = await create({ query: 'mercy', otherQueries: ['grace', 'FORGIVING others', 'grace'] });
    expect(taken.body.error.details).toEqual([
      { path: 'otherQueries.1', message: 'already has another pin' },
      { path: 'otherQueries.2', message: 'is there already' },
    ]);
    await app.demo.api.patch(path, { otherQueries: [] });
    const { body } = await app.demo.api.get('/search/revisions');
    const restored = await app.demo.api.post(`/search/revisions/${body.revisions[0].id}/restore`);
    expect(restored.status).toBe(200);
    expect((await app.demo.api.get(path)).body.pin.otherQueries).toEqual(otherQueries);
  });
});
