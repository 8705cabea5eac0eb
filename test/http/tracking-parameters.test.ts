/**
 * Parameters added by newsletters and advertisements are ignored on the public host; other unknown ones are rejected.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFeedLibrary, type FeedLibrary } from '../support/feed-library.js';
import { useApp } from '../support/start-app.js';

const TRACKING = 'utm_source=mail&utm_campaign=easter&utm_=&fbclid=IwAR0&gclid=Cj0K&_=1700000000000';

describe('tracking parameters', () => {
  const app = useApp({ env: { ANALYTICS: 'false' } });
  let library: FeedLibrary;
  beforeAll(async () => {
    library = await buildFeedLibrary(app);
  });

  const paths = (): string[] => {
    const { id, urlSlug } = library.items[0];
    return [
      '/search?q=grace',
      '/search/suggest?q=gr',
      `/items/${id}`,
      `/items/by-slug/${encodeURIComponent(urlSlug)}`,
      `/items/${id}/related`,
      `/items/${id}/chapters`,
      `/items/${id}/chapters.json`,
      `/items/${id}/transcript.vtt`,
      `/collections/${library.collection.id}/feed.xml`,
      '/sitemap.xml',
      '/config',
      ...['/items', '/series', '/speakers', '/topics', '/collections'],
      `/series/${library.series.id}`,
    ];
  };
  const withQuery = (path: string, query: string): string =>
    `${path}${path.includes('?') ? '&' : '?'}${query}`;

  it('are ignored on the public host', async () => {
    for (const path of paths()) {
      const plain = await app.demo.site.get(path);
      const tracked = await app.demo.site.get(withQuery(path, TRACKING));
      expect([path, plain.status, tracked.status]).toEqual([path, 200, 200]);
      expect([path, tracked.headers.etag]).toEqual([path, plain.headers.etag]);
    }
    const posted = await app.demo.site.post(`/search?${TRACKING}`, { q: 'grace' });
    expect(posted.status).toBe(200);
  });

  it.each(['utm=1', 'utmsource=1', 'Fbclid=1', 'xgclid=1', '__=1', '_limit=1', 'q%5B_%5D=1'])(
    'are the only unknown parameters accepted: %s',
    async (query) => {
      for (const path of paths())
        expect([path, (await app.demo.site.get(withQuery(path, query))).status]).toEqual([path, 400]);
    },
  );

  it('are rejected on the private host', async () => {
    for (const parameter of TRACKING.split('&'))
      expect((await app.demo.api.get(`/items?${parameter}`)).status, parameter).toBe(400);
  });
});
