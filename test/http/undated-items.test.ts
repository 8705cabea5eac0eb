/** Items without a known date: not shown, not filtered by, and not counted as the latest. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { buildCollection, buildItem } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

describe('undated items', () => {
  const app = useApp();
  let host: Client;
  let undated: { id: number; collectionId: number };
  beforeAll(async () => {
    host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const { id: collectionId } = await buildCollection(app.demo);
    const accountId = app.demo.account.id;
    const add = async (title: string, date: string, dateIsKnown?: boolean) => {
      const item = await buildItem(app.demo, {
        title,
        date,
        collectionId,
        ...(dateIsKnown === false && { dateIsKnown }),
      });
      await putMedia(
        app.app.db,
        { id: item.id, accountId },
        { url: `/files/${accountId}/abcdefgh/${title}.mp3` },
      );
      await publish(app, item);
      return item;
    };
    undated = await add('Undated', '2026-03-05', false);
    await add('Old', '1999-06-01');
    await add('New', '2026-03-01');
  });

  const titles = async (path: string): Promise<string[]> => {
    const { status, body } = await app.demo.site.get(path);
    expect([path, status]).toEqual([path, 200]);
    return (body.items ?? body.results.map(({ item }: any) => item)).map(({ title }: any) => title);
  };

  it('come after all dated ones, in lists, browsing, pages and feeds', async () => {
    expect(await titles('/items')).toEqual(['New', 'Old', 'Undated']);
    expect(await titles(`/items?collectionId=${undated.collectionId}`)).toEqual(['New', 'Old', 'Undated']);
    expect(await titles(`/search?collectionId=${undated.collectionId}`)).toEqual(['New', 'Old', 'Undated']);
    const { body } = await host.get('/latest');
    expect([...body.matchAll(/<h2><a[^>]*>(\w+)</g)].map(([, title]) => title)).toEqual([
      'New',
      'Old',
      'Undated',
    ]);
    const feed = String((await app.demo.site.get(`/collections/${undated.collectionId}/feed.xml`)).body);
    const items = feed.split('<item>').slice(1);
    expect(items.map((item) => /<title>(\w+)</.exec(item)?.[1])).toEqual(['New', 'Old', 'Undated']);
    expect(items.map((item) => item.includes('<pubDate>'))).toEqual([true, true, false]);
  });

  it('are excluded by date filters, and belong to no year', async () => {
    expect(await titles('/items?year=2026')).toEqual(['New']);
    expect(await titles('/search?dateFrom=2000-01-01')).toEqual(['New']);
    expect(await titles('/search?dateTo=2030-01-01')).toEqual(['New', 'Old']);
    const { facets } = (await app.demo.site.get(`/search?collectionId=${undated.collectionId}&facets=year`))
      .body;
    expect(facets.year.map(({ value, count }: any) => [value, count])).toEqual([
      [1999, 1],
      [2026, 1],
    ]);
  });

  it('show no date on their page or in structured data', async () => {
    const { item } = (await app.demo.site.get(`/items/${undated.id}`)).body;
    expect(item.dateIsKnown).toBe(false);
    expect(item.jsonLd).not.toHaveProperty('datePublished');
    expect(item.jsonLd).not.toHaveProperty('dateCreated');
    const { body } = await host.get(`/items/${undated.id}`);
    expect(body).not.toContain('<time');
    expect(body).not.toContain('Mar 5, 2026');
  });

  it('get a date when it is set', async () => {
    const change = async (body: object) => (await app.demo.api.patch(`/items/${undated.id}`, body)).body.item;
    expect(await change({ title: 'Undated' })).toMatchObject({ date: '2026-03-05', dateIsKnown: false });
    expect(await change({ date: '2026-03-05' })).toMatchObject({ dateIsKnown: false });
    expect(await change({ date: '1855-01-07' })).toMatchObject({ date: '1855-01-07', dateIsKnown: true });
    expect(await titles('/items')).toEqual(['New', 'Old', 'Undated']);
    expect(await titles('/items?year=1855')).toEqual(['Undated']);
    expect(await change({ date: '2026-03-06', dateIsKnown: false })).toMatchObject({ dateIsKnown: false });
    expect((await app.demo.api.patch(`/items/${undated.id}`, { dateIsKnown: null })).status).toBe(422);
    expect((await app.demo.api.get('/items?dateIsKnown=false')).body.items).toHaveLength(1);
  });
});
