/**
 * The list conventions on items: filters of every type, sorting, pages, words, and expansions with a fixed number of
 * queries.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import { createItemService } from '../../src/content/items/item.service.js';
import { itemExpansions } from '../../src/content/items/item.schema.js';
import {
  buildChapter,
  buildCollection,
  buildItem,
  buildMediaAsset,
  buildResource,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('the list of items', () => {
  const app = useApp();
  let scope: string;
  let speakers: { id: number }[];
  let topic: { id: number };
  let series: { id: number };
  const ids: Record<string, number> = {};

  const rows: [string, object, object][] = [
    [
      'Alpha',
      { date: '2026-01-01', subTitle: 'One' },
      { durationSecs: 100, status: 'published', autoPublish: 1 },
    ],
    [
      'beta',
      { date: '2026-01-02', subTitle: 'Two, and a half' },
      { durationSecs: 200, publishedDate: '2026-02-01T10:00:00.000Z' },
    ],
    [
      'Gamma 100%',
      { date: '2026-01-02', subTitle: 'Three' },
      { durationSecs: 100, status: 'ready', autoPublish: 0 },
    ],
    [
      'Ünïcode_x',
      { date: '2026-01-04' },
      { status: 'publishing', publishedDate: '2026-03-01T10:00:00.000Z' },
    ],
  ];

  beforeAll(async () => {
    const collection = await buildCollection(app.demo);
    scope = `/items?collectionId=${collection.id}`;
    series = await buildSeries(app.demo, { collectionId: collection.id });
    speakers = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
    topic = await buildTopic(app.demo);
    for (const [i, [title, body, values]] of rows.entries()) {
      const item = await buildItem(app.demo, {
        collectionId: collection.id,
        title,
        ...body,
        seriesId: i < 2 ? series.id : null,
        speakers: i === 0 ? speakers.map(({ id }) => ({ id })) : i === 1 ? [{ id: speakers[0]?.id }] : [],
        topics: i === 2 ? [{ id: topic.id }] : [],
      });
      await setItem(app, item, values);
      ids[title] = item.id;
    }
  });

  const titles = async (query: string): Promise<string[]> => {
    const { status, body } = await app.demo.api.get(`${scope}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.totalRecords).toBe(body.items.length);
    return body.items.map(({ title }: { title: string }) => title);
  };
  const [A, B, G, U] = ['Alpha', 'beta', 'Gamma 100%', 'Ünïcode_x'];
  const byId = '_orderBy[]=id,ASC';

  it.each([
    ['durationSecs=100', [A, G]],
    ['durationSecs.eq=200', [B]],
    ['durationSecs.ne=100', [B]],
    ['durationSecs.in=200,300', [B]],
    ['durationSecs.lt=200', [A, G]],
    ['durationSecs.le=200', [A, B, G]],
    ['durationSecs.gt=100', [B]],
    ['durationSecs.ge=100', [A, B, G]],
    ['durationSecs.bt=100,200', [A, B, G]],
    ['durationSecs.nl=true', [U]],
    ['durationSecs.nl=false', [A, B, G]],
    ['title=Alpha', [A]],
    ['title.ne=Alpha', [B, G, U]],
    ['title.in=Alpha,beta', [A, B]],
    ['title.in="Alpha",Gamma 100%25', [A, G]],
    ['title.in="Alpha,beta",Ünïcode_x', [U]],
    ['subTitle.in="Two, and a half"', [B]],
    ['title.like=%25A', [A, B]],
    ['title.like=ünïcode\\_%25', [U]],
    ['title.like=%25\\%25', [G]],
    ['subTitle.nl=true', [U]],
    ['date=2026-01-02', [B, G]],
    ['date.ge=2026-01-02', [B, G, U]],
    ['date.bt=2026-01-02,2026-01-04', [B, G, U]],
    ['publishedDate.gt=2026-02-01', [B, U]],
    ['publishedDate.lt=2026-02-15T00:00:00%2B01:00', [B]],
    ['autoPublish=true', [A]],
    ['autoPublish.ne=true', [G]],
    ['autoPublish.nl=true', [B, U]],
    ['status=published', [A]],
    ['status.in=published,ready', [A, G]],
    ['status.ne=draft', [A, G, U]],
    ['wizardStep=basicDetails', [A, B, G, U]],
    ['seriesId.nl=false&date.lt=2026-01-02', [A]],
    ['transcriptUrl.nl=true', [A, B, G, U]],
    ['_q=a', [A, B, G]],
    ['_q=THREE+gam', [G]],
    ['_q=100%25', [G]],
    ['deletedDate.nl=false&_withDeleted=true', []],
  ])('filters by %s', async (query, expected) => {
    expect(await titles(`${query}&${byId}`)).toEqual(expected);
  });

  it('filters by speaker, topic and series', async () => {
    expect(await titles(`speakerId=${speakers[0]?.id}&${byId}`)).toEqual([A, B]);
    expect(await titles(`speakerId.in=${speakers.map(({ id }) => id).join()}&${byId}`)).toEqual([A, B]);
    expect(await titles(`speakerId=${speakers[0]?.id}&speakerId=${speakers[1]?.id}`)).toEqual([A]);
    expect(await titles(`topicId=${topic.id}`)).toEqual([G]);
    expect(await titles(`seriesId=${series.id}&title.like=b%25`)).toEqual([B]);
    expect(await titles(`speakerId=999999`)).toEqual([]);
  });

  it('returns nothing for ids of another account', async () => {
    for (const filter of [`speakerId=${speakers[0]?.id}`, `topicId=${topic.id}`, `seriesId=${series.id}`])
      expect((await app.other.api.get(`/items?${filter}`)).body.totalRecords).toBe(0);
  });

  it.each([
    ['_orderBy[]=durationSecs,DESC&_orderBy[]=title,ASC', [B, A, G, U]],
    ['_orderBy[]=durationSecs,ASC&_orderBy[]=title,DESC', [G, A, B, U]],
    ['_orderBy=date,DESC', [U, G, B, A]],
    ['_orderBy[]=publishedDate,DESC', [U, B, G, A]],
    ['', [U, G, B, A]],
  ])('sorts by %s, with nulls last', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('returns pages with the number of matches, whatever is expanded', async () => {
    const first = await app.demo.api.get(`${scope}&${byId}&_limit=3`);
    expect(first.body).toMatchObject({ page: 0, totalRecords: 4, totalPages: 2, hasMore: true });
    const { body } = await app.demo.api.get(
      `${scope}&${byId}&_limit=3&_offset=3&_expand[]=speakers&_expand[]=topics`,
    );
    expect(body).toMatchObject({
      limit: 3,
      offset: 3,
      page: 1,
      totalRecords: 4,
      totalPages: 2,
      hasMore: false,
    });
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual([U]);
    expect(body.items[0].speakers).toEqual([]);
  });

  it.each([
    'status=publishing',
    'status.in=ready,actionRequired',
    'status.like=p%25',
    'speakerId.gt=1',
    'speakerId=x',
    'date=2026-13-01',
    'publishedDate.gt=yesterday',
    'seriesId.nl=maybe',
    'durationSecs.bt=1',
    'squareImgMetadata=x',
    'accountId=1',
    '_orderBy[]=speakerId,ASC',
    '_orderBy[]=title',
    '_expand[]=variantTypes',
    '_limit=0',
    'title=%00',
    'title.regex=a',
  ])('rejects %s', async (query) => {
    const { status, body } = await app.demo.api.get(`${scope}&${query}`);
    expect(status).toBe(400);
    expect(body.error.type).toBe('BadRequestError');
  });

  it('expands any number of items with the same number of queries', async () => {
    const { db, clock } = app.app;
    const accountId = app.demo.account.id;
    const big = await buildCollection(app.demo);
    const bigSeries = await buildSeries(app.demo, { collectionId: big.id });
    for (let i = 0; i < 12; i++) {
      const item = await buildItem(app.demo, {
        collectionId: big.id,
        seriesId: bigSeries.id,
        speakers: [{ id: speakers[i % 2]?.id }],
        topics: [{ id: topic.id }],
      });
      const asset = await buildMediaAsset(db, item, accountId);
      await buildChapter(db, asset, accountId);
      await buildScripture(app.demo, item);
      await buildResource(app.demo, item);
    }
    const count = async (limit: number): Promise<number> => {
      let queries = 0;
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => (queries++, node),
        transformResult: ({ result }) => Promise.resolve(result),
      };
      const page = await createItemService({
        db: db.withPlugin(counter),
        clock,
        quotas: app.app.quotas,
      }).list(
        { accountId },
        {
          limit,
          offset: 0,
          orderBy: [],
          expand: [...itemExpansions],
          withDeleted: false,
          words: [],
          filters: [{ field: 'collectionId', operator: 'eq', values: [big.id] }],
        },
      );
      expect(page.rows).toHaveLength(limit);
      expect(page.totalRecords).toBe(12);
      for (const item of page.rows) {
        expect(item.collection?.id).toBe(big.id);
        expect(item.series?.id).toBe(bigSeries.id);
        for (const name of ['speakers', 'scriptures', 'mediaAssets', 'resources', 'topics'] as const)
          expect(item[name]).toHaveLength(1);
      }
      return queries;
    };
    const one = await count(1);
    expect(one).toBeGreaterThan(itemExpansions.length);
    expect(await count(12)).toBe(one);
  });
});
