/** A search without a query lists the items of a filter, newest first, and is not counted in reports. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSpeaker, setItem, type Built } from '../support/factories.js';
import { spooledEvents } from '../support/spooled-events.js';
import { useApp } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

describe('browsing', () => {
  const app = useApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let speaker: Built;
  const ids: number[] = [];
  beforeAll(async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    speaker = await buildSpeaker(app.demo);
    for (const date of ['2023-05-01', '2024-05-01', '2024-06-01', '2025-01-01']) {
      const speakers = date < '2025' ? [{ id: speaker.id }] : [];
      const item = await buildItem(app.demo, { date, collectionId, speakers });
      await setItem(app, item, { status: 'published' });
      ids.unshift(item.id);
    }
    await buildItem(app.demo, { collectionId, speakers: [{ id: speaker.id }] });
  });

  const search = (query: string) => app.demo.site.get(`/search?${query}`, { 'User-Agent': BROWSER });
  const found = (body: Built): number[] => body.results.map(({ item }: Built) => item.id);

  it('lists the items of a filter by date, without scores and passages', async () => {
    const { status, body } = await search(`speakerId=${speaker.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ mode: 'browse', query: '', interpretation: { language: null } });
    expect(body).toMatchObject({
      totalRecords: 3,
      totalIsExact: true,
      totalPages: 1,
      hasMore: false,
      page: 0,
    });
    expect(found(body)).toEqual(ids.slice(1));
    for (const { score, passages } of body.results) expect([score, passages]).toEqual([null, []]);
  });

  it.each(['q=', 'q=%20%00', 'mode=semantic', 'passages=5', 'utm_source=mail'])(
    'accepts %s with a filter',
    async (query) => {
      const { status, body } = await search(`${query}&year=2024`);
      expect([status, body.mode, found(body)]).toEqual([200, 'browse', ids.slice(1, 3)]);
    },
  );

  it('accepts the same input as JSON', async () => {
    const { status, body } = await app.demo.site.post('/search', { year: 2024, limit: 1, offset: 1 });
    expect([status, body.mode, found(body)]).toEqual([200, 'browse', ids.slice(2, 3)]);
    expect(body).toMatchObject({ limit: 1, offset: 1, page: 1, totalRecords: 2, hasMore: false });
  });

  it('returns facet counts that match the filtered lists', async () => {
    const { body } = await search('dateFrom=2024-01-01&facets=year,speaker,collection');
    expect(body.facets.speaker).toEqual([{ value: speaker.id, name: speaker.name, count: 2 }]);
    expect(body.facets.collection).toMatchObject([{ count: 3 }]);
    expect(body.facets.year).toMatchObject([
      { value: 2024, count: 2 },
      { value: 2025, count: 1 },
    ]);
    for (const { value, count } of body.facets.year)
      expect((await search(`dateFrom=2024-01-01&year=${value}`)).body.totalRecords).toBe(count);
  });

  it('rejects requests with neither query nor filter', async () => {
    for (const query of ['', 'q=', 'limit=5', 'mode=keyword', 'facets=year']) {
      const { status, body } = await search(query);
      expect([query, status, body.error?.details?.[0].path]).toEqual([query, 400, 'q']);
      expect(body.error.message).toContain('speakerId');
    }
    const posted = await app.demo.site.post('/search', { limit: 5 });
    expect([posted.status, posted.body.error.details[0].path]).toEqual([422, 'q']);
  });

  it('is not counted as a search', async () => {
    const browsed = (await search('year=2024')).body.searchId;
    const searched = (await search('q=item&mode=keyword')).body.searchId;
    const recorded = () => spooledEvents(app).map(({ searchId }) => searchId);
    // Searches are recorded in order in the background: once the later one is there, the earlier one would be too.
    await expect.poll(recorded).toContain(searched);
    expect(recorded()).not.toContain(browsed);
  });
});
