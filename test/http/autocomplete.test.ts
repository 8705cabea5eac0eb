/** Autocomplete: what it completes, for public records only, with changes visible at once. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countQueries } from '../support/count-queries.js';
import {
  buildCollection,
  buildReadyItem,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { startApp, useApp, type Tenant } from '../support/start-app.js';

describe('autocomplete', () => {
  const app = useApp();
  let collection: Built;
  let speaker: Built;
  let topic: Built;
  let series: Built;
  let shepherd: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
    speaker = await buildSpeaker(app.demo, { name: 'Søren Müller' });
    topic = await buildTopic(app.demo, { name: 'Forgiveness' });
    series = await buildSeries(app.demo, { title: 'Shepherds & Kings', collectionId: collection.id });
    shepherd = await publish(app.demo, {
      title: 'The Good Shepherd',
      seriesId: series.id,
      speakers: [{ id: speaker.id }],
      topics: [{ id: topic.id }],
    });
    await buildScripture(app.demo, shepherd, {
      book: 'JHN',
      chapter: 10,
      verseStart: 11,
      verseEnd: 18,
    });
  });

  /** Public, in the state in which the worker would leave it. */
  const publish = async (tenant: Tenant, body: Record<string, unknown>): Promise<Built> => {
    const within = tenant === app.demo ? { collectionId: collection.id } : {};
    return buildReadyItem(app, tenant, { ...within, ...body }, { status: 'published' });
  };
  const suggest = async (q: string, tenant = app.demo, limit = 10): Promise<Built[]> => {
    const { status, body } = await tenant.site.get(
      `/search/suggest?q=${encodeURIComponent(q)}&limit=${limit}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body.suggestions;
  };
  const texts = async (q: string, tenant = app.demo): Promise<string[]> =>
    (await suggest(q, tenant)).map(({ text }) => text);
  const soon = (q: string, text: string) =>
    vi.waitFor(async () => expect(await texts(q)).toContain(text), { timeout: 60_000, interval: 50 });

  it('omits results that a search excludes', async () => {
    expect(await suggest('shep -kings')).toEqual(await suggest('shep'));
    expect(await suggest('-shep')).toEqual([]);
  });

  it('finds items, series, speakers, topics and scriptures by typed text', async () => {
    expect(await suggest('shep')).toEqual([
      {
        type: 'series',
        id: series.id,
        text: 'Shepherds & Kings',
        highlights: [[0, 4]],
        date: null,
        urlSlug: 'shepherds-kings',
        collectionId: collection.id,
        book: null,
        chapter: null,
        verseStart: null,
        verseEnd: null,
      },
      expect.objectContaining({
        type: 'item',
        id: shepherd.id,
        text: 'The Good Shepherd',
        highlights: [[9, 13]],
        date: shepherd.date,
        urlSlug: shepherd.urlSlug,
        collectionId: collection.id,
      }),
    ]);
    expect(await suggest('soren mul')).toMatchObject([
      {
        type: 'speaker',
        id: speaker.id,
        text: 'Søren Müller',
        highlights: [
          [0, 5],
          [6, 9],
        ],
      },
    ]);
    expect(await suggest('forgivness')).toMatchObject([{ type: 'topic', id: topic.id, text: 'Forgiveness' }]);
    expect(await texts('shepherd godo')).toEqual(['The Good Shepherd']);
    expect(await texts('xqzvwk')).toEqual([]);
    expect(await suggest('shep', app.demo, 1)).toHaveLength(1);
  });

  it.each([
    ['gen', ['Genesis']],
    ['1 cor', ['1 Corinthians']],
    ['cor', ['1 Corinthians', '2 Corinthians']],
    ['jn 3', ['John 3', '1 John 3']],
    ['john 3:1', ['John 3:1', '1 John 3:1']],
    ['psa 23:1', ['Psalms 23:1']],
    ['first john 4:7-9', ['1 John 4:7-9']],
    ['jn 10', ['John 10', 'John 10:11-18']],
    ['jn 10:1', ['John 10:1', 'John 10:11-18']],
    ['philipians 4', ['Philippians 4']],
    ['jude 5', ['Jude 1:5']],
    ['jn 3:16-99', ['John 3:16-36', '1 John 3:16-24']],
    ['jn 99', []],
    ['psalm 151', []],
  ])('completes the reference %j', async (q, expected) => {
    const found = (await suggest(q)).filter(({ type }) => type === 'scripture');
    expect(found.map(({ text }) => text)).toEqual(expected);
    for (const one of found) expect(one).toMatchObject({ id: null, book: expect.stringMatching(/^\w{3}$/) });
  });

  it('shows published and renamed records within a moment, and no private ones', async () => {
    await texts('warm');
    const fresh = await publish(app.demo, { title: 'Zebedee’s boat' });
    await soon('zebede', 'Zebedee’s boat');
    await app.demo.api.patch(`/items/${fresh.id}`, { title: 'Quayside' });
    expect(await texts('zebede')).toEqual([]);
    await soon('quays', 'Quayside');
    await setItem(app, fresh, { status: 'unpublished' });
    expect(await texts('quays')).toEqual([]);
    await setItem(app, fresh, { status: 'published' });
    await soon('quays', 'Quayside');
    await app.demo.api.delete(`/items/${fresh.id}`);
    expect(await texts('quays')).toEqual([]);

    await app.demo.api.patch(`/speakers/${speaker.id}`, { name: 'Wilhelmina Kjær' });
    await soon('wilhelmina kjaer', 'Wilhelmina Kjær');
    expect(await texts('soren')).toEqual([]);
  });

  it('shows nothing without a published item', async () => {
    const [lonely, alone] = [
      await buildSpeaker(app.demo, { name: 'Ottokar Nobody' }),
      await buildTopic(app.demo, { name: 'Ottoman chairs' }),
    ];
    const hidden = await buildSeries(app.demo, { title: 'Ottos', collectionId: collection.id });
    const draft = await buildReadyItem(app, app.demo, {
      title: 'Otto',
      collectionId: collection.id,
      seriesId: hidden.id,
      speakers: [{ id: lonely.id }],
      topics: [{ id: alone.id }],
    });
    // A record created later is completed, so all earlier ones have been processed.
    await publish(app.demo, { title: 'Marker of unseen things' });
    await soon('marker unseen', 'Marker of unseen things');
    expect(await texts('otto')).toEqual([]);
    await setItem(app, draft, { status: 'published', updatedDate: new Date().toISOString() });
    await soon('otto', 'Otto');
    expect((await texts('otto')).sort()).toEqual(['Otto', 'Ottokar Nobody', 'Ottoman chairs', 'Ottos']);
    await app.demo.api.patch(`/series/${hidden.id}`, { published: false });
    expect(await texts('ottos')).not.toContain('Ottos');
  });

  it('separates accounts', async () => {
    await publish(app.other, { title: 'The Other Shepherd', date: '2026-02-01' });
    expect(await texts('shepherd', app.other)).toEqual(['The Other Shepherd']);
    expect(await texts('other shepherd')).toEqual([]);
    expect(await texts('jn 10', app.other)).toEqual(['John 10']);
  });

  it.each([
    ['', 'q'],
    ['q=', 'q'],
    [`q=${'x'.repeat(501)}`, 'q'],
    ['q=a&limit=0', 'limit'],
    ['q=a&limit=21', 'limit'],
    ['q=a&page=2', 'page'],
  ])('rejects %j', async (asked, field) => {
    const { status, body } = await app.demo.site.get(`/search/suggest?${asked}`);
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toContain(field);
  });

  it.each([
    '🕊️',
    '"; drop',
    '\\',
    '%',
    '((',
    'x'.repeat(500),
    '1 '.repeat(200),
    '. '.repeat(249),
    'ß',
    '\ud83d',
  ])('treats %j as plain text', async (q) => {
    const { status } = await app.demo.site.get(`/search/suggest?q=${encodeURIComponent(q.toWellFormed())}`);
    expect(status).toBe(200);
  });
});

describe('autocomplete for one address', () => {
  it('has its own rate limit, five times that of searches', async () => {
    const app = await startApp({ env: { PUBLIC_RATE_LIMIT: '1' } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await app.demo.site.get('/search/suggest?q=a')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { headers, body } = await app.demo.site.get('/search/suggest?q=a');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.error.type).toBe('RateLimitError');
    expect((await app.demo.site.get('/search?q=peace')).status).toBe(200);
    await app.stop();
  });
});

describe('autocomplete of the default host', () => {
  it('is loaded at startup, not by the first request', async () => {
    const app = await startApp({ env: { DEFAULT_ACCOUNT: 'demo' } });
    await app.app.tokenUse.flush();
    const queries = countQueries();
    const ask = (tenant: Tenant) => () => tenant.site.get('/search/suggest?q=grace');
    await app.app.warm({ serves: true });
    const asked = await queries.of(ask(app.demo));
    expect(await queries.of(ask(app.other))).toBeGreaterThan(asked);
    queries.restore();
    await app.stop();
  });
});
