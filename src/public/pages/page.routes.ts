/** The pages of the public host: search, items, the embedded player, and robots.txt. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { forbidden } from '../../platform/lib/errors.js';
import { text } from '../../platform/lib/fields.js';
import { hostOf } from '../items/own-pages.js';
import { feedPath, pageUrlOf } from '../items/page-address.js';
import { hasRecording, playableMimeType } from '../items/playable.js';
import type { PublicItemDetail } from '../items/public-item.schema.js';
import { artworkOf } from './cards.js';
import { renderEmbed } from './embed-page.js';
import { renderItem } from './item-page.js';
import { commonOfPages, feedsOf, type PageContext } from './page-context.js';
import { ICON_PATH, iconOf, summaryOf } from './page.js';
import { originsOf } from './page-policy.js';
import { pageListRoutes } from './page-lists.routes.js';
import { collectionId, lenient, pageSlug, isSearch, pageSearchQuery } from './page-search.js';
import { recordingOf } from './recording.js';
import { renderSearch } from './search-page.js';

const flag = (value: '0' | '1') =>
  z
    .enum(['0', '1'])
    .optional()
    .catch(undefined)
    .meta({ type: 'string', enum: ['0', '1'] } as never)
    .transform((given) => given === value);

/** Origins of everything that an item's page loads from other hosts. */
const originsOfItem = ({ mediaAssets, series, speakers, ...item }: PublicItemDetail): string[] =>
  originsOf([
    ...mediaAssets.flatMap(({ url, streamUrl, audioUrl, posterUrl, waveformUrl }) => [
      url,
      streamUrl,
      audioUrl,
      posterUrl,
      waveformUrl,
    ]),
    ...[item, ...(series ? [series] : [])].flatMap((record) => [
      record.squareImgUrl,
      record.wideImgUrl,
      record.ultraWideImgUrl,
      record.verticalImgUrl,
    ]),
    ...speakers.map(({ imageUrl }) => imageUrl),
  ]);

/**
 * Whether the browser reports that a site that may not do so frames the page. Otherwise the content security
 * policy blocks it, but then visitors see only the browser's own error.
 */
const isFramedElsewhere = (headers: IncomingHttpHeaders, ancestors: readonly string[]): boolean => {
  const { referer = '' } = headers;
  if (headers['sec-fetch-dest'] !== 'iframe' || ancestors.includes('*') || !URL.canParse(referer))
    return false;
  return !ancestors.includes(new URL(referer).origin);
};

export const pageRoutes = (context: PageContext): Endpoint[] => {
  const { pages, siteOf, show } = context;
  return [
    endpoint({
      ...commonOfPages,
      path: '/',
      operationId: 'getSearchPage',
      summary: 'Search page, with the latest items',
      description:
        'With `q` or a filter, the page contains the results without JavaScript. They do not count as a search in reports.',
      query: pageSearchQuery,
      example: { query: { q: 'how do I forgive my brother' }, response: '<!doctype html>…' },
      handle: async ({ account, query, request: { links } }) => {
        const site = siteOf(account, links);
        const { words, host } = site;
        const { q = '' } = query;
        const search = { ...query, q };
        const searches = isSearch(search);
        const [found, shelves, pageUrl, feeds] = await Promise.all([
          searches ? pages.search(account, search, links, words.lang) : null,
          searches ? { latest: [], series: [] } : pages.shelves(account, links),
          pages.itemTemplate(account),
          feedsOf(pages, account, links),
        ]);
        const { name } = account;
        const canonical = `${host}/`;
        const shown = show(site, {
          title: q === '' ? name : q,
          description: words.say('searchDescription'),
          canonical,
          isUnlisted: searches,
          feeds,
          jsonLd: {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name,
            url: canonical,
            potentialAction: {
              '@type': 'SearchAction',
              target: `${canonical}?q={search_term_string}`,
              'query-input': 'required name=search_term_string',
            },
          },
          entry: '/',
          script: 'components',
          body: renderSearch({ name, pageUrl, found, ...shelves }, words),
        });
        // Search results also depend on the index, so they are not cached.
        return { ...shown, keep: !searches };
      },
    }),
    endpoint({
      ...commonOfPages,
      path: '/items/{slug}',
      operationId: 'getItemPage',
      summary: 'Item page',
      description:
        'An item without a slug uses its id. `collectionId` selects one of several collections with the same slug. `t` is the start in seconds.',
      params: z.object({ slug: pageSlug }),
      query: z.object({ collectionId }),
      example: { params: { slug: 'the-good-shepherd' }, response: '<!doctype html>…' },
      handle: async ({ account, params, query, request: { links } }) => {
        const site = siteOf(account, links);
        const content = await pages.item(account, { ...params, ...query }, links);
        const { item } = content;
        const { collection, series } = item;
        const canonical = pageUrlOf(item.jsonLd);
        const { file } = recordingOf(item.mediaAssets);
        const { baseUrl } = links;
        const shown = show(site, {
          title: item.title,
          description: summaryOf(item.shortDescription ?? item.description),
          canonical,
          jsonLd: item.jsonLd,
          type: file?.contentType === 'video' ? 'video.other' : 'article',
          image: item.wideImgUrl ?? item.squareImgUrl ?? (series && artworkOf(series)),
          recording: file
            ? {
                kind: file.contentType === 'video' ? 'video' : 'audio',
                url: file.url,
                mimeType: playableMimeType(file),
              }
            : null,
          feeds: [
            ...(series
              ? [{ title: series.title, url: baseUrl + feedPath({ kind: 'series', row: series }) }]
              : []),
            ...(collection
              ? [{ title: collection.name, url: baseUrl + feedPath({ kind: 'collection', row: collection }) }]
              : []),
          ],
          oEmbedUrl: `${baseUrl}/oembed?url=${encodeURIComponent(canonical)}`,
          subject: {
            itemId: item.id,
            ...(series && { seriesId: series.id }),
            ...(collection && { collectionId: collection.id }),
          },
          script: hasRecording(item.mediaAssets) ? 'player' : 'article',
          origins: originsOfItem(item),
          body: renderItem(content, site.words),
        });
        // Related items are missing while the search engine is down.
        return { ...shown, keep: content.isComplete };
      },
    }),
    endpoint({
      ...commonOfPages,
      path: '/embed/items/{itemId}',
      operationId: 'getEmbedPage',
      summary: 'Item page for an iframe',
      description:
        'The player or, without a recording, the text. Any site may embed it; with an embed `token`, only the sites that the token allows. The embedding page can control it with messages.',
      cached: false,
      params: z.object({ itemId: pathId }),
      query: z.object({
        token: text(100).optional().meta({ description: 'An embed token.' }),
        mediaAssetId: collectionId,
        t: lenient(
          z
            .string()
            .regex(/^\d{1,6}$/)
            .meta({ description: 'Start in seconds.' }),
        ),
        autoplay: flag('1'),
        controls: flag('0'),
      }),
      example: { params: { itemId: 42 }, query: { t: '754' }, response: '<!doctype html>…' },
      handle: async ({ account, params: { itemId }, query, request }) => {
        const { links } = request;
        const { token, mediaAssetId, t, autoplay, controls: isBare } = query;
        const { item, text, ancestors } = await pages.embedded(account, itemId, token, links);
        const { headers } = request.message;
        if (isFramedElsewhere(headers, [...ancestors, hostOf(links.baseUrl)]))
          throw forbidden('The embed token does not allow this site');
        return renderEmbed(siteOf(account, links), item, {
          text,
          articleScript: context.articleScript,
          ancestors,
          token,
          mediaAssetId,
          start: t === undefined ? undefined : Number(t),
          autoplay,
          hasControls: !isBare,
          canonical: pageUrlOf(item.jsonLd),
          origins: originsOfItem(item),
        });
      },
    }),
    ...pageListRoutes(context),
    endpoint({
      ...commonOfPages,
      path: ICON_PATH,
      operationId: 'getPageIcon',
      summary: 'Get the icon of the pages',
      query: z.object({}),
      rateLimit: undefined,
      response: 'image/svg+xml',
      example: { response: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      handle: ({ account }) =>
        Promise.resolve({ contentType: 'image/svg+xml', body: iconOf(account), headers: {} }),
    }),
    endpoint({
      ...commonOfPages,
      path: '/robots.txt',
      operationId: 'getRobotsTxt',
      summary: 'Get robots.txt',
      query: z.object({}),
      rateLimit: undefined,
      response: 'text/plain',
      example: { response: 'User-agent: *\n' },
      handle: ({ request: { baseUrl } }) =>
        Promise.resolve({
          contentType: 'text/plain; charset=utf-8',
          // Keeps result pages out of search engines.
          body: `User-agent: *\nDisallow: /*?q=\nDisallow: /api/search\nAllow: /\nSitemap: ${baseUrl}/sitemap.xml\n`,
          headers: {},
        }),
    }),
  ];
};
