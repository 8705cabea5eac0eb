/** Public endpoints for items, their chapters and the site's configuration. */
import { z } from 'zod';
import { endpoint, listEnvelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { text } from '../../platform/lib/fields.js';
import type { TranscriptService } from '../../transcripts/reading/transcript.service.js';
import { relatedPage, relatedQuery } from '../../search/query/related-items.routes.js';
import { MAX_RELATED } from '../../search/query/related-items.service.js';
import {
  publicChapter,
  publicConfig,
  publicItem,
  publicItemDetail,
  publicItemExample,
} from './public-item.schema.js';
import type { PublicItemService } from './public-item.service.js';
import { publicTranscriptRoutes } from './public-transcript.routes.js';

const params = z.object({ itemId: pathId });
const response = z.object({ item: publicItemDetail });
const example = { params: { itemId: 42 }, response: { item: publicItemExample } };
const tag = 'Items';

/** The oEmbed discovery link (oembed.com, section 4). Contains the item's API URL, which exists for every account. */
const oEmbedLink = ({ baseUrl }: { baseUrl: string }, result: unknown): Record<string, string> => {
  const { id } = (result as z.input<typeof response>).item;
  const oEmbed = `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}/items/${id}`)}`;
  return { Link: `<${oEmbed}>; rel="alternate"; type="application/json+oembed"` };
};

export const publicItemRoutes = (items: PublicItemService, transcripts: TranscriptService): Endpoint[] => [
  ...publicTranscriptRoutes(items, transcripts),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}',
    operationId: 'getPublicItem',
    summary: 'Get a published item',
    tag,
    scope: 'public',
    cached: true,
    params,
    response,
    example,
    headers: oEmbedLink,
    handle: async ({ account, params: { itemId }, request: { links } }) => ({
      item: await items.get(account, itemId, links),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/items/by-slug/{slug}',
    operationId: 'getPublicItemBySlug',
    summary: 'Get a published item by its slug',
    description: 'If several collections have an item with this slug, returns the newest.',
    tag,
    scope: 'public',
    cached: true,
    params: z.object({ slug: text(255).normalize('NFC') }),
    query: z.strictObject({ collectionId: pathId.optional() }),
    response,
    example: { params: { slug: 'the-good-shepherd' }, response: example.response },
    headers: oEmbedLink,
    handle: async ({ account, params: { slug }, query: { collectionId }, request: { links } }) => ({
      item: await items.getBySlug(account, { slug, collectionId }, links),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/related',
    operationId: 'getRelatedPublicItems',
    summary: 'List related published items',
    description: `Items with similar content, most similar first, at most ${MAX_RELATED}. Empty while the search index is unavailable.`,
    tag,
    scope: 'public',
    rateLimit: 'render',
    params,
    query: relatedQuery,
    response: z.object({ items: z.array(publicItem), ...listEnvelope }),
    example: { params: { itemId: 42 }, response: relatedPage([publicItemExample], {}) },
    handle: async ({ caller, params: { itemId }, query }) =>
      relatedPage((await items.related(caller, itemId, MAX_RELATED)) ?? [], query),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/chapters',
    operationId: 'getPublicChapters',
    summary: 'List the chapters of a published item',
    description:
      'Public chapters, sorted by time: those of the media asset that search uses, or of the first that has any.',
    tag,
    scope: 'public',
    cached: true,
    params,
    response: z.object({ chapters: z.array(publicChapter) }),
    example: {
      params: { itemId: 42 },
      response: { chapters: [{ id: 11, mediaAssetId: 7, title: 'The valley', startMs: 615_000 }] },
    },
    handle: async ({ account, params: { itemId } }) => ({
      chapters: await items.chapters(account.id, itemId),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/config',
    operationId: 'getPublicConfig',
    summary: 'Get the configuration of a public site',
    tag: 'Configuration',
    scope: 'public',
    rateLimit: 'render',
    cached: true,
    response: publicConfig,
    example: {
      response: {
        account: {
          shortName: 'demo',
          name: 'Demo Church',
          timeZone: 'Europe/Berlin',
          publicSiteUrl: 'https://demo.example.org',
          itemPagePath: '/items/{slug}',
          accentColorHex: '#7a2e1d',
          language: 'en',
          links: [{ title: 'Visit us on Sunday', url: 'https://demo.example.org/visit' }],
          logoUrl: 'http://demo.localhost:8081/api/files/1/Jm3bKQx0C1pVw7tYzU4hNfRsDgA2LkEo/logo.png',
        },
        collections: [{ id: 1, name: 'Sermons', itemDescriptor: 'sermon', contentFormat: 'sermon' }],
        series: [],
        topics: [{ id: 9, name: 'Grief', itemCount: 3 }],
        speakers: [{ id: 5, name: 'Miriam Adler', imageUrl: null, itemCount: 12 }],
        player: { respectDoNotTrack: true, defaultTranslation: 'kjv' },
      },
    },
    handle: ({ account }) => items.config(account),
  }),
];
