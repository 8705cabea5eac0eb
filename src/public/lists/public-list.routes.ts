/** Public lists: items by filters, and series, speakers, topics and collections. */
import { z } from 'zod';
import { endpoint, envelope, listEnvelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import type { StoredOf } from '../../platform/lib/present.js';
import {
  countedCollection,
  countedSeries,
  countedSpeaker,
  countedTopic,
  publicItemExample,
} from '../items/public-item.schema.js';
import {
  itemListQuery,
  listedItem,
  pageQuery,
  publicSeriesDetail,
  seriesListQuery,
} from './public-list.schema.js';
import type { PublicListService } from './public-list.service.js';

const publicCollectionExample = {
  id: 1,
  name: 'Sermons',
  itemDescriptor: 'sermon',
  contentFormat: 'sermon',
} as const;
const seriesExample = {
  id: 3,
  title: 'Songs for the Road',
  subTitle: null,
  shortDescription: null,
  collectionId: 1,
  urlSlug: 'songs-for-the-road',
  colorHex: '#336699',
  showItemOrderInSeries: true,
  squareImgUrl: null,
  wideImgUrl: null,
  ultraWideImgUrl: null,
  verticalImgUrl: null,
  itemCount: 5,
};

interface PublicList<R extends z.ZodType, Q extends z.ZodObject> {
  operationId: string;
  plural: 'items' | 'series' | 'speakers' | 'topics' | 'collections';
  summary: string;
  description: string;
  tag: string;
  record: R;
  query: Q;
  example: { query?: z.input<Q>; record: z.input<R> };
  /** A page in the form of `envelope`. */
  page(
    accountId: number,
    params: z.output<Q>,
  ): Promise<{ records: readonly StoredOf<R>[] } & ReturnType<typeof envelope>>;
}

const publicList = <R extends z.ZodType, Q extends z.ZodObject>({
  plural,
  record,
  example,
  page,
  ...description
}: PublicList<R, Q>): Endpoint =>
  endpoint({
    ...description,
    method: 'GET',
    path: `/${plural}`,
    scope: 'public',
    rateLimit: 'render',
    cached: true,
    response: z.object({ [plural]: z.array(record), ...listEnvelope }),
    example: {
      query: example.query,
      response: { [plural]: [example.record], ...envelope(10, 0, 1) },
    } as never,
    handle: async ({ account, query }) => {
      const { records, ...paging } = await page(account.id, query as z.output<Q>);
      return { [plural]: records, ...paging };
    },
  });

const TO_10000 = 'Pages go as far as `offset` 10,000; filters reach what is beyond.';

export const publicListRoutes = (lists: PublicListService): Endpoint[] => [
  publicList({
    operationId: 'listPublicItems',
    plural: 'items',
    summary: 'List published items',
    description: `Newest first by default. Filters can be combined. ${TO_10000}`,
    tag: 'Items',
    record: listedItem,
    query: itemListQuery,
    example: { query: { sort: 'title' }, record: publicItemExample },
    page: lists.items,
  }),
  publicList({
    operationId: 'listPublicSeries',
    plural: 'series',
    summary: 'List series',
    description:
      'In sort order, without series whose `published` is false. `itemCount` is 0 if no item is published.',
    tag: 'Library',
    record: countedSeries,
    query: seriesListQuery,
    example: { record: seriesExample },
    page: lists.series,
  }),
  endpoint({
    method: 'GET',
    path: '/series/{seriesId}',
    operationId: 'getPublicSeries',
    summary: 'Get a series',
    description: 'Its items: `GET /items?seriesId=3&sort=orderInSeries`.',
    tag: 'Library',
    scope: 'public',
    cached: true,
    params: z.object({ seriesId: pathId }),
    response: z.object({ series: publicSeriesDetail }),
    example: {
      params: { seriesId: 3 },
      response: {
        series: {
          ...seriesExample,
          description: 'Five psalms for people on their way.',
          itemSortDirection: 'ASC',
          collection: publicCollectionExample,
        },
      },
    },
    handle: async ({ account, params: { seriesId } }) => ({
      series: await lists.oneSeries(account.id, seriesId),
    }),
  }),
  publicList({
    operationId: 'listPublicSpeakers',
    plural: 'speakers',
    summary: 'List speakers of published items',
    description: 'Sorted by name, without speakers that have no published items.',
    tag: 'Library',
    record: countedSpeaker,
    query: pageQuery,
    example: { record: { id: 5, name: 'Miriam Adler', imageUrl: null, itemCount: 12 } },
    page: lists.speakers,
  }),
  publicList({
    operationId: 'listPublicTopics',
    plural: 'topics',
    summary: 'List topics of published items',
    description: 'In display order, without topics that have no published items.',
    tag: 'Library',
    record: countedTopic,
    query: pageQuery,
    example: { record: { id: 9, name: 'Grief', itemCount: 3 } },
    page: lists.topics,
  }),
  publicList({
    operationId: 'listPublicCollections',
    plural: 'collections',
    summary: 'List collections',
    description: 'In the order of creation. `itemCount` is 0 if no item is published.',
    tag: 'Library',
    record: countedCollection,
    query: pageQuery,
    example: { record: { ...publicCollectionExample, itemCount: 41 } },
    page: lists.collections,
  }),
];
