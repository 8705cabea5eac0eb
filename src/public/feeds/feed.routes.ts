/** Public endpoints in standard formats: RSS, JSON chapters, oEmbed, sitemaps. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { text } from '../../platform/lib/fields.js';
import { jsonChapters, oEmbed } from './feed.schema.js';
import type { FeedService } from './feed.service.js';

const page = z.coerce.number().int().min(1).max(1_000_000).meta({ type: 'integer' });
const pixels = z.coerce.number().int().min(1).max(100_000).meta({ type: 'integer' });
const RSS = 'application/rss+xml';
const tag = 'Feeds';

const rssExample = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">…</rss>`;

const feed = (
  feeds: FeedService,
  kind: 'collection' | 'series',
  plural: 'collections' | 'series',
): Endpoint => {
  const id = `${kind}Id` as const;
  return endpoint({
    method: 'GET',
    path: `/${plural}/{${id}}/feed.xml`,
    operationId: kind === 'collection' ? 'getCollectionFeed' : 'getSeriesFeed',
    summary: `Get the podcast feed of a ${kind}`,
    description:
      'RSS 2.0 with the iTunes and podcast namespaces: enclosures, transcripts, chapters, persons. Published items with an audio or video file; the newest 300, with an `atom:link` (`next`) to older ones (RFC 5005). Its metadata comes from `feed` and the artwork of the collection; a series has its own title, description and link.',
    tag,
    scope: 'public',
    rateLimit: 'render',
    cached: true,
    params: z.object({ [id]: pathId }),
    query: z.strictObject({ page: page.optional() }),
    response: RSS,
    example: { params: { [id]: 1 }, response: rssExample },
    handle: async ({ account, params, query, request: { links } }) => ({
      contentType: RSS,
      body: await feeds.podcast(account, kind, params[id] ?? 0, { page: query.page ?? 1, links }),
    }),
  });
};

export const feedRoutes = (feeds: FeedService): Endpoint[] => [
  feed(feeds, 'collection', 'collections'),
  feed(feeds, 'series', 'series'),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/chapters.json',
    operationId: 'getJsonChapters',
    summary: 'Get the chapters of a published item as JSON chapters',
    description:
      'The format of the podcast namespace, version 1.2. If several media have chapters, the response has those of the file in the feeds.',
    tag,
    scope: 'public',
    cached: true,
    params: z.object({ itemId: pathId }),
    response: jsonChapters,
    mediaType: 'application/json+chapters',
    example: {
      params: { itemId: 42 },
      response: {
        version: '1.2.0',
        title: 'The Good Shepherd',
        chapters: [{ startTime: 90.5, title: 'Still waters' }],
      },
    },
    handle: ({ account, params: { itemId }, request: { links } }) =>
      feeds.chapters(account.id, links, itemId),
  }),
  endpoint({
    method: 'GET',
    path: '/oembed',
    operationId: 'getOEmbed',
    summary: 'Get the oEmbed response for an item URL',
    description:
      'oEmbed 1.0. `url` is the page of a published item on your site (`publicSiteUrl` and `itemPagePath` in the account’s settings), or its page or URL on ' +
      'this host. Items with video or audio get an iframe with the player, others a link. `format=xml` returns 501.',
    tag,
    scope: 'public',
    query: z.strictObject({
      url: text(4_000),
      maxwidth: pixels.optional(),
      maxheight: pixels.optional(),
      format: z.enum(['json', 'xml']).optional(),
    }),
    errors: [501],
    response: oEmbed,
    example: {
      query: { url: 'https://demo.example.org/items/the-good-shepherd', maxwidth: 480 },
      response: {
        type: 'link',
        version: '1.0',
        title: 'The Good Shepherd',
        author_name: 'Miriam Adler',
        provider_name: 'Demo Church',
        provider_url: 'https://demo.example.org',
        cache_age: 60,
      },
    },
    handle: ({ account, query: { format = 'json', ...query }, request: { links } }) =>
      feeds.oEmbed(account, { ...query, format }, links),
  }),
  endpoint({
    method: 'GET',
    path: '/sitemap.xml',
    operationId: 'getSitemap',
    summary: 'Get the sitemap of all published items',
    description:
      'sitemaps.org 0.9. With more than 10,000 items it is an index of sitemaps at `?page=1` and so on. If your site is on another host, name this sitemap in its robots.txt.',
    tag,
    scope: 'public',
    rateLimit: 'render',
    cached: true,
    query: z.strictObject({ page: page.optional() }),
    response: 'application/xml',
    example: {
      response:
        '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">…</urlset>',
    },
    handle: async ({ account, query, request: { baseUrl } }) => ({
      contentType: 'application/xml',
      body: await feeds.sitemap(account, { page: query.page, baseUrl }),
    }),
  }),
];
