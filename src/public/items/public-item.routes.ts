/** The public endpoints for items, their chapters and the site's configuration. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { text } from '../../platform/lib/fields.js';
import { relatedQuery } from '../../search/query/related-items.routes.js';
import { exportList, withCharset } from '../../content/transcripts/transcript-exports.js';
import type { TranscriptService } from '../../content/transcripts/transcript.service.js';
import {
  publicChapter,
  publicConfig,
  publicItem,
  publicItemDetail,
  publicItemExample,
} from './public-item.schema.js';
import type { PublicItemService } from './public-item.service.js';

const params = z.object({ itemId: pathId });
const response = z.object({ item: publicItemDetail });
const example = { params: { itemId: 42 }, response: { item: publicItemExample } };
const tag = 'Items';

/** Where oEmbed of the item is (oembed.com, section 4): with the item's own address, which every account has. */
const oEmbedLink = ({ baseUrl }: { baseUrl: string }, result: unknown): Record<string, string> => {
  const { id } = (result as z.input<typeof response>).item;
  const oEmbed = `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}/items/${id}`)}`;
  return { Link: `<${oEmbed}>; rel="alternate"; type="application/json+oembed"` };
};

export const publicItemRoutes = (items: PublicItemService, transcripts: TranscriptService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}',
    name: 'getPublicItem',
    summary: 'Get a published item',
    tag,
    scope: 'public',
    kept: true,
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
    name: 'getPublicItemBySlug',
    summary: 'Get a published item by its slug',
    description: 'Returns the newest if several collections have an item with this slug.',
    tag,
    scope: 'public',
    kept: true,
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
    name: 'getRelatedPublicItems',
    summary: 'List related published items',
    description: 'Items with similar content, nearest first. Empty while the search index is unavailable.',
    tag,
    scope: 'public',
    rateLimit: 'render',
    params,
    query: relatedQuery,
    response: z.object({ items: z.array(publicItem) }),
    example: { params: { itemId: 42 }, response: { items: [publicItemExample] } },
    handle: async ({ caller, params: { itemId }, query }) => ({
      items: await items.related(caller, itemId, query.limit),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/chapters',
    name: 'getPublicChapters',
    summary: 'List the chapters of a published item',
    description:
      'Visible chapters by time: of the media asset indexed for search, or if that has none, of the first that has some.',
    tag,
    scope: 'public',
    kept: true,
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
  ...exportList.map(({ format, contentType, name, label, example: file }) =>
    endpoint({
      method: 'GET',
      path: `/items/{itemId}/transcript.${format}`,
      name: format === 'vtt' ? 'getPublicTranscript' : `getPublicTranscript${name}`,
      summary: `Get the transcript of a published item as ${label}`,
      description: `422 InvalidStateError where the item has no transcript${
        format === 'txt' ? '' : ', 409 ConflictError where that has no times'
      }.`,
      tag,
      scope: 'public',
      rateLimit: 'render',
      kept: true,
      params,
      response: contentType,
      errors: format === 'txt' ? [422] : [409, 422],
      example: { params: { itemId: 42 }, response: file },
      handle: async ({ account, params: { itemId } }) => {
        await items.assertPublic(account.id, itemId);
        const bytes = await transcripts.export(account.id, itemId, format);
        return { contentType: withCharset(contentType), body: bytes.toString() };
      },
    }),
  ),
  endpoint({
    method: 'GET',
    path: '/config',
    name: 'getPublicConfig',
    summary: 'Get the configuration of a public site',
    tag: 'Configuration',
    scope: 'public',
    rateLimit: 'render',
    kept: true,
    response: publicConfig,
    example: {
      response: {
        account: {
          shortName: 'demo',
          name: 'Demo Church',
          timeZone: 'Europe/Berlin',
          publicSiteUrl: 'https://demo.example.org',
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
