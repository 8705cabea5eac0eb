/** The public host apart from search: items, slugs, related items, transcripts, the site's configuration. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildMediaAsset, buildResource, buildScripture, setItem } from '../support/factories.js';
import { fillWithSamples } from '../support/sample-library.js';
import { useApp } from '../support/start-app.js';

describe('the public host', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    await fillWithSamples(app, app.demo);
  });

  const itemOf = async (title: string) =>
    (await app.demo.api.get(`/items?title=${encodeURIComponent(title)}`)).body.items[0];

  it('shows a published item with its related records, and no internal fields', async () => {
    const { id } = await itemOf('Two Coins in the Box');
    const asset = await buildMediaAsset(app.app.db, { id }, app.demo.account.id, { status: 'ready' });
    await buildScripture(
      app.demo,
      { id },
      {
        book: 'RUT',
        chapter: 1,
        verseStart: 1,
        verseEnd: 2,
        suggested: true,
      },
    );
    const link = await buildResource(app.demo, { id });
    const pdf = {
      contentType: 'file',
      linkTarget: undefined,
      fileMimeType: 'application/pdf',
      fileSizeBytes: 9,
    };
    const awaited = await buildResource(app.demo, { id }, pdf);
    expect(awaited.url).toBeNull();
    const { status, body } = await app.demo.site.get(`/items/${id}`);
    expect(status).toBe(200);
    expect(body.item.resources).toEqual([expect.objectContaining({ id: link.id, url: link.url })]);
    expect(body.item).toMatchObject({ id, title: 'Two Coins in the Box', urlSlug: 'two-coins-in-the-box' });
    expect(body.item.publishedDate).toBeTruthy();
    expect(body.item.series.title).toBe('Seen in Passing');
    expect(body.item.scriptures.map(({ citation }: { citation: string }) => citation)).toEqual([
      'Mark 12:38-44',
    ]);
    expect(body.item.mediaAssets.map((media: { id: number }) => media.id)).toEqual([asset.id]);
    for (const inside of ['itemId', 'resourceTypeId', 'deletedDate'])
      expect(body.item.resources[0]).not.toHaveProperty(inside);
    for (const inside of ['status', 'accountId', 'errorMessage', 'transcriptUrl', 'wizardStep'])
      expect(body.item).not.toHaveProperty(inside);
  });

  it('hides private items, and items of other accounts', async () => {
    const { id } = await itemOf('The Brother Across Town');
    const paths = [
      `/items/${id}`,
      `/items/${id}/related`,
      `/items/${id}/transcript.vtt`,
      '/items/by-slug/the-brother-across-town',
    ];
    for (const path of paths) expect((await app.demo.site.get(path)).status, path).toBe(200);
    for (const path of paths) expect((await app.other.site.get(path)).status, path).toBe(404);
    for (const status of ['ready', 'publishing', 'unpublishing', 'unpublished', 'error']) {
      await setItem(app, { id }, { status });
      for (const path of paths) expect((await app.demo.site.get(path)).status, `${status} ${path}`).toBe(404);
    }
    await setItem(app, { id }, { status: 'published' });
  });

  it('finds items by slug, by the newest of several, or within a collection', async () => {
    const { id, collectionId } = await itemOf('The Chair by the Window');
    const newer = await itemOf('My Mother Who Forgets');
    await setItem(app, newer, { urlSlug: 'the-chair-by-the-window' });
    expect((await app.demo.site.get('/items/by-slug/the-chair-by-the-window')).body.item.id).toBe(newer.id);
    expect(
      (await app.demo.site.get(`/items/by-slug/the-chair-by-the-window?collectionId=${collectionId}`)).body
        .item.id,
    ).toBe(id);
    expect((await app.demo.site.get('/items/by-slug/%00')).status).toBe(404);
    expect((await app.demo.site.get('/items/by-slug/x?collectionId=x')).status).toBe(400);
  });

  it('lists related items, on both hosts', async () => {
    const { id } = await itemOf('What the Dying Ask For');
    const { body } = await app.demo.site.get(`/items/${id}/related?limit=4`);
    expect(body.items).toHaveLength(4);
    expect(body.items.map((item: { id: number }) => item.id)).not.toContain(id);
    const [hidden] = body.items;
    await setItem(app, hidden, { status: 'unpublished' });
    const after = (await app.demo.site.get(`/items/${id}/related?limit=4`)).body.items;
    expect(after).toHaveLength(4);
    expect(after.map((item: { id: number }) => item.id)).not.toContain(hidden.id);
    const staff = (await app.demo.api.get(`/items/${id}/related?limit=4`)).body.items;
    expect(staff[0].id).toBe(hidden.id);
    expect(staff[0].status).toBe('unpublished');
    await setItem(app, hidden, { status: 'published' });
    for (const client of [app.demo.site, app.demo.api]) {
      const whole = (await client.get(`/items/${id}/related?limit=50`)).body;
      const { items, ...paging } = whole;
      const count = items.length;
      expect(paging).toEqual({
        limit: 50,
        offset: 0,
        page: 0,
        totalRecords: count,
        totalPages: 1,
        hasMore: false,
      });
      const second = (await client.get(`/items/${id}/related?limit=4&offset=4`)).body;
      expect(second).toEqual({
        items: items.slice(4, 8),
        limit: 4,
        offset: 4,
        page: 1,
        totalRecords: count,
        totalPages: Math.ceil(count / 4),
        hasMore: count > 8,
      });
    }
    expect((await app.demo.site.get(`/items/${id}/related?limit=51`)).status).toBe(400);
    expect((await app.other.api.get(`/items/${id}/related`)).status).toBe(404);
  });

  it('returns the transcript as WebVTT', async () => {
    const { id } = await itemOf('A Shepherd Reads Psalm 23');
    const { status, headers, body } = await app.demo.site.get(`/items/${id}/transcript.vtt`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/vtt/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatch(/^WEBVTT\n/);
    expect(body).toContain(' --> ');
  });

  it('returns the configuration of a site', async () => {
    const hidden = (await app.demo.api.get('/series?title=Working%20Lives')).body.series[0];
    await app.demo.api.patch(`/series/${hidden.id}`, { published: false });
    const { body } = await app.demo.site.get('/config');
    expect(body.account).toMatchObject({ shortName: 'demo' });
    expect(body.collections.length).toBe(2);
    expect(body.series.map(({ title }: { title: string }) => title).sort()).toEqual([
      'At the Kitchen Table',
      'Seen in Passing',
    ]);
    expect(body.topics[0].itemCount).toBeGreaterThan(0);
    expect(body.speakers.every(({ itemCount }: { itemCount: number }) => itemCount > 0)).toBe(true);
    expect(body.player.defaultTranslation).toBe('kjv');
    const bees = await itemOf('What Bees Taught Me about Waiting');
    expect((await app.demo.site.get(`/items/${bees.id}`)).body.item.series).toBeNull();
    expect((await app.other.site.get('/config')).body.topics).toEqual([]);
  });

  it('reports each store on the private host, and only overall health on the public one', async () => {
    const told = await fetch(app.publicUrl.replace(/\/\w+$/, '/readyz'));
    expect([told.status, await told.text()]).toEqual([200, '{"status":"ok"}']);
    const answer = await fetch(app.privateUrl.replace(/\/\w+$/, '/readyz'));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: 'ready',
      stores: {
        database: { status: 'up' },
        index: expect.objectContaining({ status: 'up' }),
        embedder: { status: 'up' },
        jobs: {
          status: 'up',
          metrics: expect.objectContaining({ dead: 0, oldestSecs: expect.any(Number) }),
        },
        blobs: { status: 'up' },
        storage: { status: 'up' },
        spool: { status: 'up' },
        clickhouse: { status: 'up' },
      },
    });
  });
});
