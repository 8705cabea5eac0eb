/** Responses contain declared fields only, with booleans, JSON and file URLs converted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildEverything, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

/** Columns that no response contains. */
const HIDDEN = ['accountId', 'updatedDate', 'secretHash', 'previousSecretHash', 'isDefault'];
const FILE = '/files/1/k3xVw8Qm/a.png';

describe('responses', () => {
  const app = useApp();
  beforeAll(async () => {
    await buildEverything(app, app.demo);
  });

  const read = async (path: string): Promise<Built> => {
    const { status, body } = await app.demo.api.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const EXPANDED = ['collection', 'series', 'speakers', 'scriptures', 'mediaAssets', 'resources', 'topics']
    .map((name) => `_expand[]=${name}`)
    .join('&');

  it('contain no undeclared column, at any depth', async () => {
    const paths = [
      ...[`/items?${EXPANDED}`, '/series?_expand[]=items', '/collections?_expand[]=variantTypes', '/topics'],
      ...['/speakers?_expand[]=items', '/tokens', '/embed-tokens', '/webhooks', '/account'],
    ];
    const { webhooks } = await read('/webhooks');
    for (const path of [...paths, `/webhooks/${webhooks[0].id}`, `/webhooks/${webhooks[0].id}/deliveries`]) {
      const body = await read(path);
      expect(JSON.stringify(body).length, path).toBeGreaterThan(100);
      for (const name of HIDDEN) expect(JSON.stringify(body), path).not.toContain(`"${name}":`);
    }
    expect(webhooks[0]).not.toHaveProperty('secret');
    expect((await read('/tokens')).tokens[0].scopes).toEqual(expect.any(Array));
    expect((await read('/embed-tokens')).embedTokens[0].allowedOrigins).toEqual(['https://site.example.org']);
    expect(webhooks[0]).toMatchObject({ events: ['item.deleted'], enabled: true });
  });

  it('return booleans, JSON objects and file URLs, including in related records', async () => {
    const [listed] = (await read(`/items?${EXPANDED}`)).items;
    await setItem(app, listed, {
      autoPublish: 1,
      autoAcceptScriptures: 0,
      wideImgUrl: FILE,
      wideImgMetadata: `{"url":"${FILE}","width":3}`,
      description: FILE,
    });
    const series = listed.series;
    await app.app.db
      .updateTable('series')
      .set({ published: 1, squareImgUrl: FILE })
      .where('id', '=', series.id)
      .execute();
    const { item } = await read(`/items/${listed.id}?${EXPANDED}`);
    const url = expect.stringMatching(/^http:\/\/.+\/v2\/files\/1\/k3xVw8Qm\/a\.png$/);
    expect(item).toMatchObject({
      autoPublish: true,
      autoAcceptScriptures: false,
      autoAcceptMediaChapters: null,
      wideImgUrl: url,
      squareImgUrl: null,
      wideImgMetadata: { url: FILE, width: 3 },
      description: FILE,
      series: { published: true, squareImgUrl: url, squareImgMetadata: null },
      collection: { fullService: false },
      speakers: [{ itemCount: null }],
      topics: [{ itemCount: 1 }],
      mediaAssets: [{ item: null, chapters: [{ hidden: expect.any(Boolean) }] }],
    });
  });

  it('have the same ETag with and without related records, for If-Match', async () => {
    const [{ id }] = (await read('/items')).items;
    const tags = await Promise.all(
      ['', `?${EXPANDED}`].map(
        async (query) => (await app.demo.api.get(`/items/${id}${query}`)).headers.etag,
      ),
    );
    expect(tags[0]).toMatch(/^"[\w-]+"$/);
    expect(tags[1]).toBe(tags[0]);
    const changed = await app.demo.api.patch(
      `/items/${id}`,
      { subTitle: 'Changed' },
      { 'If-Match': String(tags[1]) },
    );
    expect(changed.status).toBe(200);
  });
});
