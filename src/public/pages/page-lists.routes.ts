/** Endpoints of list pages: a series, a speaker, a topic, the latest items. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { absoluteUrl } from '../../platform/lib/links.js';
import { feedPath } from '../items/page-address.js';
import { LATEST_PATH, seriesPath, speakerPath, topicPath } from '../items/own-pages.js';
import { artworkOf } from './cards.js';
import { neighbours, pageUrl, renderList } from './list-page.js';
import { summaryOf } from './page.js';
import { commonOfPages, feedsOf, type PageContext } from './page-context.js';
import { collectionId, pageNumber, pageSlug } from './page-search.js';

export const pageListRoutes = ({ pages, siteOf, show }: PageContext): Endpoint[] => [
  endpoint({
    ...commonOfPages,
    path: '/series/{slug}',
    operationId: 'getSeriesPage',
    summary: 'Series page',
    description:
      'A series without a slug uses its id. `collectionId` selects one of several collections with the same slug.',
    params: z.object({ slug: pageSlug }),
    query: z.object({ collectionId, page: pageNumber }),
    example: { params: { slug: 'songs-for-the-road' }, response: '<!doctype html>…' },
    handle: async ({ account, params, query: { page, ...query }, request: { links } }) => {
      const site = siteOf(account, links);
      const { series, list } = await pages.series(account, { ...params, ...query }, page, links);
      const { id, title, subTitle, description, shortDescription, collection } = series;
      const path = seriesPath(series);
      const canonical = site.host + pageUrl(path, page);
      return show(site, {
        title,
        description: summaryOf(shortDescription ?? description),
        canonical,
        image: series.wideImgUrl ?? series.squareImgUrl,
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'CreativeWorkSeries',
          '@id': canonical,
          url: canonical,
          name: title,
        },
        feeds: [{ title, url: links.baseUrl + feedPath({ kind: 'series', row: { id } }) }],
        ...neighbours(site.host + path, list),
        subject: { seriesId: id, ...(collection && { collectionId: collection.id }) },
        body: renderList(
          {
            title,
            subTitle,
            description: description ?? shortDescription,
            image: artworkOf(series),
            colorHex: series.colorHex,
            common: { seriesId: id },
          },
          path,
          list,
          site.words,
        ),
      });
    },
  }),
  endpoint({
    ...commonOfPages,
    path: '/speakers/{speakerId}',
    operationId: 'getSpeakerPage',
    summary: 'Speaker page',
    params: z.object({ speakerId: pathId }),
    query: z.object({ page: pageNumber }),
    example: { params: { speakerId: 5 }, response: '<!doctype html>…' },
    handle: async ({ account, params: { speakerId }, query: { page }, request: { links } }) => {
      const site = siteOf(account, links);
      const { speaker, list } = await pages.speaker(account, speakerId, page, links);
      const { name, bio } = speaker;
      const image = absoluteUrl(speaker.imageUrl, links);
      const path = speakerPath(speakerId);
      const title = site.words.say('talksBy', { name });
      return show(site, {
        title,
        description: summaryOf(bio) ?? title,
        canonical: site.host + pageUrl(path, page),
        type: 'profile',
        image,
        ...neighbours(site.host + path, list),
        body: renderList(
          { title: name, description: bio, image, isPerson: true, common: { speakerId } },
          path,
          list,
          site.words,
        ),
      });
    },
  }),
  endpoint({
    ...commonOfPages,
    path: '/topics/{topicId}',
    operationId: 'getTopicPage',
    summary: 'Topic page',
    params: z.object({ topicId: pathId }),
    query: z.object({ page: pageNumber }),
    example: { params: { topicId: 9 }, response: '<!doctype html>…' },
    handle: async ({ account, params: { topicId }, query: { page }, request: { links } }) => {
      const site = siteOf(account, links);
      const { topic, list } = await pages.topic(account, topicId, page, links);
      const path = topicPath(topicId);
      const title = site.words.say('talksOn', { name: topic.name });
      return show(site, {
        title,
        description: title,
        canonical: site.host + pageUrl(path, page),
        ...neighbours(site.host + path, list),
        body: renderList({ title: topic.name }, path, list, site.words),
      });
    },
  }),
  endpoint({
    ...commonOfPages,
    path: LATEST_PATH,
    operationId: 'getLatestPage',
    summary: 'Page of all published items, newest first',
    query: z.object({ page: pageNumber }),
    example: { response: '<!doctype html>…' },
    handle: async ({ account, query: { page }, request: { links } }) => {
      const site = siteOf(account, links);
      const [list, feeds] = await Promise.all([
        pages.latest(account, page, links),
        feedsOf(pages, account, links),
      ]);
      const title = site.words.say('latest');
      return show(site, {
        title,
        description: site.words.say('latestDescription', { name: account.name }),
        canonical: site.host + pageUrl(LATEST_PATH, page),
        feeds,
        ...neighbours(site.host + LATEST_PATH, list),
        entry: LATEST_PATH,
        body: renderList({ title }, LATEST_PATH, list, site.words),
      });
    },
  }),
];
