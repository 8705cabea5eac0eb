/** The lists of the public host: public records only, filtered, sorted and paged. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const LISTS = ['items', 'series', 'speakers', 'topics', 'collections'] as const;

describe('public lists', () => {
  const app = useApp({ env: { ANALYTICS: 'false' } });
  let sermons: Built, talks: Built, psalms: Built, empty: Built, withheld: Built;
  let miriam: Built, ruth: Built, grief: Built, joy: Built;
  const items: Record<string, Built> = {};

  beforeAll(async () => {
    const { demo } = app;
    sermons = await buildCollection(demo, { name: 'Sermons' });
    talks = await buildCollection(demo, { name: 'Talks' });
    const collectionId = sermons.id as number;
    psalms = await buildSeries(demo, { collectionId, title: 'Psalms', itemSortDirection: 'ASC' });
    empty = await buildSeries(demo, { collectionId: talks.id, title: 'Soon' });
    withheld = await buildSeries(demo, { collectionId, title: 'Secret', published: false });
    miriam = await buildSpeaker(demo, { name: 'Miriam' });
    ruth = await buildSpeaker(demo, { name: 'Ruth' });
    grief = await buildTopic(demo, { name: 'Grief' });
    joy = await buildTopic(demo, { name: 'Joy' });
    const of = (...records: Built[]) => records.map(({ id }: Built) => ({ id }));
    const bodies: Record<string, object> = {
      apple: { date: '2024-05-01', seriesId: psalms.id, orderInSeries: 2, speakers: of(miriam) },
      Banana: { date: '2024-01-01', seriesId: psalms.id, orderInSeries: 1, speakers: of(ruth) },
      cherry: { date: '2023-12-31', seriesId: psalms.id, topics: of(grief) },
      Date: {
        date: '2025-02-02',
        collectionId: talks.id,
        speakers: of(miriam, ruth),
        topics: of(grief, joy),
      },
      elder: { date: '2025-02-02', seriesId: withheld.id },
      draft: { date: '2026-01-01', speakers: of(await buildSpeaker(demo, { name: 'Nobody' })) },
      gone: { date: '2026-01-02', topics: of(await buildTopic(demo, { name: 'Nothing' })) },
    };
    for (const [title, body] of Object.entries(bodies))
      items[title] = await buildItem(demo, { title, collectionId, ...body });
    await buildScripture(demo, items.apple, { book: 'PSA', chapter: 23, verseStart: 1, verseEnd: 6 });
    await buildScripture(demo, items.Date, { book: 'PSA', chapter: 24, verseStart: 1, verseEnd: 2 });
    const suggested = { book: 'PSA', chapter: 23, verseStart: 1, verseEnd: 2, suggested: true };
    await buildScripture(demo, items.cherry, suggested);
    for (const [title, item] of Object.entries(items))
      if (title !== 'draft') await setItem(app, item, { status: 'published' });
    expect((await demo.api.delete(`/items/${items.gone.id}`)).status).toBe(200);
    await setItem(app, await buildItem(app.other, { title: 'Theirs' }), { status: 'published' });
  });

  const get = (path: string) => app.demo.site.get(path);
  const titles = async (query: string): Promise<string[]> => {
    const { status, body } = await get(`/items?${query}`);
    expect([query, status, body.error]).toEqual([query, 200, undefined]);
    expect(body.totalRecords).toBe(body.items.length);
    return body.items.map(({ title }: Built) => title);
  };

  it('show the newest public items first, in the form of search results', async () => {
    const { status, body } = await get('/items');
    expect(status).toBe(200);
    const { items: listed, ...paging } = body;
    expect(listed.map(({ title }: Built) => title)).toEqual(['elder', 'Date', 'apple', 'Banana', 'cherry']);
    expect(paging).toEqual({
      limit: 10,
      offset: 0,
      page: 0,
      totalRecords: 5,
      totalPages: 1,
      hasMore: false,
    });
    expect(listed[2]).toMatchObject({
      orderInSeries: 2,
      collection: { name: 'Sermons' },
      series: { title: 'Psalms' },
      speakers: [{ name: 'Miriam' }],
      scriptures: [{ citation: 'Psalms 23' }],
    });
    expect(listed[0].series).toBeNull();
    for (const inside of ['status', 'accountId', 'entryDate']) expect(listed[0]).not.toHaveProperty(inside);
  });

  it('filter', async () => {
    const id = ({ id: one }: Built) => one as number;
    expect(await titles(`collectionId=${id(talks)}`)).toEqual(['Date']);
    expect(await titles(`seriesId=${id(psalms)}`)).toEqual(['apple', 'Banana', 'cherry']);
    expect(await titles(`speakerId=${id(miriam)}`)).toEqual(['Date', 'apple']);
    expect(await titles(`topicId=${id(grief)}`)).toEqual(['Date', 'cherry']);
    expect(await titles('book=psa')).toEqual(['Date', 'apple']);
    expect(await titles('book=PSA&chapter=23')).toEqual(['apple']);
    expect(await titles('year=2024')).toEqual(['apple', 'Banana']);
    expect(await titles('year=2024&dateFrom=2024-02-01')).toEqual(['apple']);
    expect(await titles('year=2024&dateTo=2023-12-31')).toEqual([]);
    expect(await titles('dateFrom=2023-12-31&dateTo=2024-01-01')).toEqual(['Banana', 'cherry']);
    expect(await titles(`speakerId=${id(miriam)}&topicId=${id(grief)}&book=PSA&sort=title`)).toEqual([
      'Date',
    ]);
    expect(await titles('collectionId=999999')).toEqual([]);
  });

  it('sort by title ignoring case, and by the order of a series', async () => {
    expect(await titles('sort=title')).toEqual(['apple', 'Banana', 'cherry', 'Date', 'elder']);
    const inSeries = `sort=orderInSeries&seriesId=${psalms.id}`;
    expect(await titles(inSeries)).toEqual(['Banana', 'apple', 'cherry']);
    await app.demo.api.patch(`/series/${psalms.id}`, { itemSortDirection: 'DESC' });
    expect(await titles(inSeries)).toEqual(['apple', 'Banana', 'cherry']);
    await app.demo.api.patch(`/series/${psalms.id}`, { itemSortDirection: 'ASC' });
  });

  it('return pages without overlaps or gaps', async () => {
    for (const sort of ['date', 'title', `orderInSeries&seriesId=${psalms.id}`]) {
      const whole = (await get(`/items?sort=${sort}`)).body;
      const paged: number[] = [];
      for (let offset = 0; offset < whole.totalRecords; offset += 2) {
        const { body } = await get(`/items?sort=${sort}&limit=2&offset=${offset}`);
        expect(body).toMatchObject({ limit: 2, offset, page: offset / 2 });
        expect(body.hasMore).toBe(offset + 2 < whole.totalRecords);
        paged.push(...body.items.map((item: Built) => item.id));
      }
      expect(paged).toEqual(whole.items.map((item: Built) => item.id));
    }
    for (const plural of LISTS) {
      const { body } = await get(`/${plural}?limit=1&offset=1`);
      expect(body).toMatchObject({ limit: 1, offset: 1, page: 1 });
      expect(body[plural]).toEqual([(await get(`/${plural}`)).body[plural][1]]);
    }
  });

  it('count public items', async () => {
    const counts = async (plural: string, name: 'title' | 'name') =>
      Object.fromEntries(
        (await get(`/${plural}`)).body[plural].map((one: Built) => [one[name], one.itemCount]),
      );
    expect(await counts('speakers', 'name')).toEqual({ Miriam: 2, Ruth: 2 });
    expect(await counts('topics', 'name')).toEqual({ Grief: 2, Joy: 1 });
    expect(await counts('collections', 'name')).toEqual({ Sermons: 4, Talks: 1 });
    expect(await counts('series', 'title')).toEqual({ Psalms: 3, Soon: 0 });
    expect((await get(`/series?collectionId=${talks.id}`)).body.series).toMatchObject([{ title: 'Soon' }]);
  });

  it('show one series, unless it is hidden, deleted or in another account', async () => {
    const { body } = await get(`/series/${psalms.id}`);
    expect(body.series).toMatchObject({
      title: 'Psalms',
      itemCount: 3,
      itemSortDirection: 'ASC',
      showItemOrderInSeries: true,
      description: null,
      collection: { id: sermons.id, name: 'Sermons' },
    });
    for (const inside of ['published', 'sortOrder', 'deletedDate'])
      expect(body.series).not.toHaveProperty(inside);
    const { id } = await buildSeries(app.other);
    for (const hidden of [withheld.id, id, 999_999, 'abc', 0])
      expect([hidden, (await get(`/series/${hidden}`)).status]).toEqual([hidden, 404]);
    await app.demo.api.delete(`/series/${empty.id}`);
    expect((await get(`/series/${empty.id}`)).status).toBe(404);
    expect((await get('/series')).body.series).toHaveLength(1);
  });

  it.each([
    ['items?limit=0', 'limit'],
    ['items?limit=51', 'limit'],
    ['items?offset=10001', 'offset'],
    ['items?offset=-1', 'offset'],
    ['items?sort=newest', 'sort'],
    ['items?sort=orderInSeries', 'sort'],
    ['items?chapter=3', 'chapter'],
    ['items?book=XYZ', 'book'],
    ['items?year=0', 'year'],
    ['items?year=24a', 'year'],
    ['items?seriesId=x', 'seriesId'],
    ['items?dateFrom=2024-02-30', 'dateFrom'],
    ['items?q=grace', 'q'],
    ['items?limit=1&limit=2', 'limit'],
    ['series?sort=date', 'sort'],
    ['series?collectionId=0', 'collectionId'],
    ['speakers?limit=51', 'limit'],
    ['topics?itemCount=1', 'itemCount'],
    ['collections?_limit=1', '_limit'],
  ])('reject %s', async (path, field) => {
    const { status, body } = await get(`/${path}`);
    expect(status).toBe(400);
    expect(body.error.details.map(({ path: at }: Built) => at)).toEqual([field]);
  });

  it.each([
    ['items?speakerId=1&speakerId=2', 'speakerId', 'must not be repeated'],
    ['search?q=grace&q=peace', 'q', 'must not be repeated'],
    ['items?speaker=1&speaker=2', 'speaker', 'is not a known parameter'],
    ['items?q=grace', 'q', 'is not a known parameter'],
  ])('report what is wrong with %s', async (path, at, message) => {
    expect((await get(`/${path}`)).body.error.details).toEqual([{ path: at, message }]);
  });

  it('reflect changes at once, and support revalidation', async () => {
    for (const plural of LISTS) {
      const { headers } = await get(`/${plural}`);
      const known = { 'If-None-Match': headers.etag ?? '' };
      expect((await app.demo.site.get(`/${plural}`, known)).status, plural).toBe(304);
    }
    await setItem(app, items.Date, { status: 'unpublishing' });
    expect(await titles('')).toEqual(['elder', 'apple', 'Banana', 'cherry']);
    expect((await get('/topics')).body.topics).toMatchObject([{ name: 'Grief', itemCount: 1 }]);
    await setItem(app, items.Date, { status: 'published' });
    expect((await get('/topics')).body.totalRecords).toBe(2);
  });
});
