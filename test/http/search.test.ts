/** Public search: results in the sample library, accepted and rejected parameters. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../scripts/seed/catalog.js';
import { createClient } from '../support/client.js';
import { fillWithSamples } from '../support/sample-library.js';
import { startApp, useApp } from '../support/start-app.js';

interface Item {
  id: number;
  title: string;
}

describe('search', () => {
  const app = useApp({ worker: true });
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await fillWithSamples(app, app.demo);
  });

  const search = async (parameters: Record<string, string | number>) =>
    app.demo.site.get(`/search?${new URLSearchParams(parameters as Record<string, string>).toString()}`);
  const titles = async (parameters: Record<string, string | number>): Promise<string[]> => {
    const { status, body } = await search(parameters);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.results.map(({ item }: { item: Item }) => item.title);
  };
  const idOf = async (plural: string, field: string, value: string): Promise<number> =>
    (await app.demo.api.get(`/${plural}?${field}=${encodeURIComponent(value)}`)).body[plural][0].id;

  it('finds the talk and the passage for each question in the catalogue', async () => {
    for (const { q, item } of catalog.questions) expect((await titles({ q }))[0], q).toBe(item);
    const { body } = await search({ q: 'calm nerves before giving a speech', limit: 2, passages: 2 });
    expect(body).toMatchObject({
      mode: 'hybrid',
      query: 'calm nerves before giving a speech',
      interpretation: { language: 'en' },
      limit: 2,
      offset: 0,
      page: 0,
    });
    expect(body.searchId).toMatch(/^[\da-f-]{36}$/);
    const [{ score, item, passages }] = body.results;
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
    expect(item.speakers[0].name).toBeTruthy();
    expect(item.collection.name).toBeTruthy();
    expect(item.scriptures[0].citation).toBe('Exodus 4:10-12');
    expect(item).not.toHaveProperty('status');
    expect(passages).toHaveLength(2);
    for (const passage of passages) {
      expect(passage.startMs).toBeLessThan(passage.endMs);
      expect(passage.endMs).toBeLessThanOrEqual(item.durationSecs * 1_000 + 1_000);
      for (const [start, end] of passage.highlights)
        expect(passage.text.slice(start, end)).toMatch(/calm|nerv|giv|speech|spe/i);
    }
  });

  it('filters by every documented filter', async () => {
    const everything = await titles({ q: 'God', limit: 50, mode: 'keyword' });
    expect(everything.length).toBeGreaterThan(3);
    const expected = (test: (item: Catalog['items'][number]) => boolean): string[] =>
      catalog.items.filter(test).map(({ title }) => title);
    const [first] = catalog.items;
    if (!first) throw new Error('the catalogue is empty');
    const speaker = first.speakers[0] ?? '';
    const topic = first.topics[0] ?? '';
    const filters: [Record<string, string | number>, string[]][] = [
      [
        { collectionId: await idOf('collections', 'name', first.collection) },
        expected(({ collection }) => collection === first.collection),
      ],
      [
        { seriesId: await idOf('series', 'title', first.series ?? '') },
        expected(({ series }) => series === first.series),
      ],
      [
        { speakerId: await idOf('speakers', 'name', speaker) },
        expected(({ speakers }) => speakers.includes(speaker)),
      ],
      [{ topicId: await idOf('topics', 'name', topic) }, expected(({ topics }) => topics.includes(topic))],
      [{ book: 'psa' }, expected(({ scriptures }) => scriptures.some((s) => s.startsWith('Psalms')))],
      [{ book: 'PSA', chapter: 23 }, ['A Shepherd Reads Psalm 23']],
      [
        { dateFrom: '2024-03-03', dateTo: '2024-03-17' },
        expected(({ date }) => date >= '2024-03-03' && date <= '2024-03-17'),
      ],
      [{ year: 2024 }, expected(({ date }) => date.startsWith('2024'))],
      [{ seriesId: 999_999 }, []],
    ];
    for (const [filter, allowed] of filters) {
      expect((await titles({ limit: 50, ...filter })).sort(), JSON.stringify(filter)).toEqual(
        [...allowed].sort(),
      );
      const found = await titles({ q: 'what people say to one another', limit: 50, ...filter });
      expect(new Set(allowed), JSON.stringify(filter)).toEqual(new Set([...allowed, ...found]));
      if (allowed.length > 0)
        expect(
          (await titles({ q: 'the', limit: 50, mode: 'keyword', minScore: 0, ...filter })).sort(),
        ).toEqual([...allowed].sort());
    }
    const foreign = await app.other.api.post('/topics/create', { name: 'Elsewhere' });
    expect(await titles({ q: 'God', topicId: foreign.body.topic.id })).toEqual([]);
  });

  it('returns pages without gaps or repeats, and honest totals', async () => {
    const { body: whole } = await search({ q: 'a friend who is dying', limit: 50 });
    const paged: number[] = [];
    for (let offset = 0; ; offset += 3) {
      const { body } = await search({ q: 'a friend who is dying', limit: 3, offset });
      expect(body.totalRecords).toBe(whole.totalRecords);
      paged.push(...body.results.map(({ item }: { item: Item }) => item.id));
      if (!body.hasMore) break;
    }
    expect(paged).toEqual(whole.results.map(({ item }: { item: Item }) => item.id));
    expect(paged).toHaveLength(whole.totalRecords);
    expect(new Set(paged).size).toBe(paged.length);
    expect((await search({ q: 'a friend who is dying', offset: 5_000 })).body).toMatchObject({
      results: [],
      hasMore: false,
    });
  });

  it('recognises a scripture reference and ranks its items first', async () => {
    for (const [q, citation, first] of [
      ['jn 20:24-29', 'John 20:24-29', 'At the Back with Thomas'],
      ['joh 20,24-29', 'John 20:24-29', 'At the Back with Thomas'],
      ['Psalm 23', 'Psalms 23', 'A Shepherd Reads Psalm 23'],
      ['mark 12:41', 'Mark 12:41', 'Two Coins in the Box'],
      ['colossians 3:23 my office', 'Colossians 3:23', 'Your Job Is Not Your Name'],
    ] as const) {
      const { body } = await search({ q });
      expect(body.interpretation.scripture.citation, q).toBe(citation);
      expect(body.results[0].item.title, q).toBe(first);
    }
    const { body } = await search({ q: 'mark 9' });
    expect(body.results.map(({ item }: { item: Item }) => item.title).slice(0, 1)).toEqual([
      'At the Back with Thomas',
    ]);
  });

  it('accepts the same input by POST', async () => {
    const asked = { q: 'bread for the neighbours', limit: 3, passages: 0, mode: 'semantic' };
    const [got, posted] = [await search(asked), await app.demo.site.post('/search', asked)];
    expect(posted.status).toBe(200);
    expect({ ...posted.body, searchId: '', tookMs: 0 }).toEqual({ ...got.body, searchId: '', tookMs: 0 });
    expect(posted.body.results.every(({ passages }: any) => passages.length === 0)).toBe(true);
  });

  it('returns only items that SQL reports as public, and fills the page with further ones', async () => {
    const { body: before } = await search({ q: 'a friend who is dying', limit: 4 });
    const ids: number[] = before.results.map(({ item }: { item: Item }) => item.id);
    expect(ids).toHaveLength(4);
    // The index is not updated.
    await app.app.db
      .updateTable('item')
      .set({ status: 'unpublished' })
      .where('id', 'in', ids.slice(0, 2))
      .execute();
    const { body: after } = await search({ q: 'a friend who is dying', limit: 4 });
    const now = after.results.map(({ item }: { item: Item }) => item.id);
    expect(now.slice(0, 2)).toEqual(ids.slice(2));
    expect(now).toHaveLength(4);
    expect(after.totalRecords).toBe(before.totalRecords - 2);
    await app.app.db.updateTable('item').set({ status: 'published' }).where('id', 'in', ids).execute();
  });

  it('counts the items of all pages by facet on request', async () => {
    const names = 'collection,series,speaker,topic,book,year';
    const asked = { q: 'the', mode: 'keyword', minScore: 0, limit: 2 };
    const { body } = await search({ ...asked, facets: names });
    expect(body.totalRecords).toBe(catalog.items.length);
    expect(Object.keys(body.facets).sort()).toEqual(names.split(',').sort());
    const counted = (of: (item: Catalog['items'][number]) => readonly string[]): [string, number][] => {
      const counts = new Map<string, number>();
      for (const name of catalog.items.flatMap((item) => [...new Set(of(item))]))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    };
    const expected = {
      collection: counted(({ collection }) => [collection]),
      series: counted(({ series }) => (series ? [series] : [])),
      speaker: counted(({ speakers }) => speakers),
      topic: counted(({ topics }) => topics),
      book: counted(({ scriptures }) => scriptures.map((cited) => cited.replace(/ \d+(:.*)?$/, ''))),
      year: counted(({ date }) => [date.slice(0, 4)]),
    };
    for (const [name, values] of Object.entries(expected)) {
      const got: { value: unknown; name: string; count: number }[] = body.facets[name];
      const pairs = got.map((facet): [string, number] => [facet.name, facet.count]);
      expect(
        pairs.sort(([a], [b]) => (a < b ? -1 : 1)),
        name,
      ).toEqual(values);
      const counts = got.map(({ count }) => count);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
    }
    const [speaker] = body.facets.speaker;
    const { body: narrowed } = await search({ ...asked, speakerId: speaker.value, facets: 'year' });
    expect(narrowed.totalRecords).toBe(speaker.count);
    expect(Object.keys(narrowed.facets)).toEqual(['year']);
    const { body: posted } = await app.demo.site.post('/search', { ...asked, facets: ['book', 'topic'] });
    expect(posted.facets).toEqual({ book: body.facets.book, topic: body.facets.topic });
    expect((await search(asked)).body).not.toHaveProperty('facets');
    const { body: repeated } = await app.demo.site.get('/search?q=the&facets[]=book&facets[]=year');
    expect(Object.keys(repeated.facets).sort()).toEqual(['book', 'year']);
  });

  it('returns nothing for nonsense, and nothing of another account', async () => {
    expect(await titles({ q: 'xqzvwk blorptang fnurgle' })).toEqual([]);
    const { body } = await app.other.site.get('/search?q=forgiveness');
    expect(body).toMatchObject({ results: [], totalRecords: 0 });
    const nobody = createClient(app.publicUrl, { Host: 'nobody.localhost' });
    expect((await nobody.get('/search?q=forgiveness')).status).toBe(404);
  });

  it.each([
    ['emoji', '🕊️🙏'],
    ['NUL', 'peace\0be with you'],
    ['HTML', '<script>alert("x")</script>'],
    ['SQL', "'; DROP TABLE item; --"],
    ['a regular expression', '(.*)+$[a-z]{9,}\\'],
    ['right to left', 'סליחה שלום عليكم'],
    ['full-text syntax', '"unclosed AND (NEAR/3 OR NOT * col:term ^a -b'],
    ['quotes only', '"" \'\' ``'],
    ['a lone surrogate', 'grace \ud83d'],
    ['500 characters', 'x'.repeat(500)],
    ['500 emoji', '🙏'.repeat(500)],
  ])('treats %s as words', async (_name, q) => {
    for (const mode of ['hybrid', 'keyword', 'semantic'])
      expect((await app.demo.site.post('/search', { q, mode })).status).toBe(200);
  });

  it.each([
    [{}, 'q'],
    [{ q: '' }, 'q'],
    [{ q: ' \0 ' }, 'q'],
    [{ q: 'x'.repeat(501) }, 'q'],
    [{ q: 'x', limit: 51 }, 'limit'],
    [{ q: 'x', limit: 'many' }, 'limit'],
    [{ q: 'x', offset: -1 }, 'offset'],
    [{ q: 'x', passages: 11 }, 'passages'],
    [{ q: 'x', mode: 'magic' }, 'mode'],
    [{ q: 'x', book: 'XYZ' }, 'book'],
    [{ q: 'x', chapter: 3 }, 'chapter'],
    [{ q: 'x', dateFrom: '2024-02-30' }, 'dateFrom'],
    [{ q: 'x', colour: 'red' }, 'colour'],
  ])('rejects %j', async (asked, field) => {
    const got = await search(asked);
    expect(got.status).toBe(400);
    expect(got.body.error.type).toBe('BadRequestError');
    expect(got.body.error.details.map(({ path }: { path: string }) => path)).toContain(field);
    const posted = await app.demo.site.post('/search', asked);
    expect(posted.status).toBe(422);
    expect(posted.body.error.type).toBe('ValidationError');
    expect(posted.body.error.details.map(({ path }: { path: string }) => path)).toContain(field);
  });

  it('rejects unknown facets', async () => {
    for (const facets of ['colour', '']) {
      const { status, body } = await search({ q: 'x', facets });
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe('facets.0');
    }
    for (const [facets, path] of [
      [['book', 'colour'], 'facets.1'],
      [[], 'facets'],
      ['book', 'facets'],
    ]) {
      const { status, body } = await app.demo.site.post('/search', { q: 'x', facets });
      expect(status).toBe(422);
      expect(body.error.details[0].path).toBe(path);
    }
  });

  it('allows browsers of any origin', async () => {
    const preflight = await app.demo.site.send('OPTIONS', '/search', undefined, {
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'POST',
    });
    expect(preflight.status).toBe(204);
    expect((await search({ q: 'peace' })).headers['access-control-allow-origin']).toBe('*');
  });
});

describe('search from one address', () => {
  it('is rate limited', async () => {
    const app = await startApp({ env: { PUBLIC_RATE_LIMIT: '3' } });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await app.demo.site.get('/search?q=')).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    const { headers, body } = await app.demo.site.get('/search?q=peace');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.error.type).toBe('RateLimitError');
    expect((await app.demo.site.get('/config')).status).toBe(200);
    await app.stop();
  });
});
