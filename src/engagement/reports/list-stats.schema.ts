/** Response schemas of the reports that are lists. */
import { z } from 'zod';
import { listEnvelope } from '../../platform/http/endpoint/endpoint.js';
import {
  count,
  overviewMetrics,
  withPreviousPeriod,
  seconds,
  share,
  statsPeriod,
  uniqueVisitors,
} from './stats.schema.js';

const itemMetrics = {
  plays: count.meta({ description: 'Sessions with a play event.' }),
  uniqueSessions: count.meta({ description: 'Sessions with any playback event.' }),
  watchSeconds: seconds,
  averageCompletion: share.nullable().meta({
    description: 'Mean of furthest position / duration of the plays. Null if no duration is known.',
  }),
  pageViews: count,
  searchPlays: count.meta({ description: 'Plays that started from a search.' }),
};

export const topItemsResponse = z.object({
  items: z.array(
    z
      .object({
        itemId: z.int(),
        title: z.string().nullable(),
        ...itemMetrics,
        previous: withPreviousPeriod(itemMetrics),
      })
      .meta({ id: 'TopItem' }),
  ),
  ...listEnvelope,
  ...statsPeriod,
});

const searchMetrics = {
  searches: count,
  withoutResults: count,
  clicks: count,
  clickThroughRate: share.nullable().meta({ description: 'Share of the searches that led to a click.' }),
  averageClickRank: z
    .number()
    .min(1)
    .nullable()
    .meta({ description: 'Mean position of the clicked results; 1 is the first.' }),
  plays: count.meta({ description: 'Plays that started from a result.' }),
  watchSeconds: seconds.meta({ description: 'Watch time of these plays.' }),
};

export const searchesResponse = z.object({
  total: z.object(searchMetrics).meta({ id: 'SearchMetrics' }),
  queries: z.array(
    z
      .object({
        query: z.string().meta({ description: 'Queries that differ only in case and spaces are combined.' }),
        ...searchMetrics,
        previous: withPreviousPeriod(searchMetrics),
      })
      .meta({ id: 'QueryMetrics' }),
  ),
  previousTotal: withPreviousPeriod(searchMetrics),
  ...listEnvelope,
  ...statsPeriod,
});

export const sourcesResponse = z.object({
  sources: z.array(
    z
      .object({
        value: z
          .string()
          .nullable()
          .meta({
            description:
              'Host of the other site, value of the campaign’s parameter, ISO 3166-1 alpha-2 code of the country, kind of device, or ' +
              'browser. Null if unknown or, of referrers, for direct visits.',
          }),
        ...overviewMetrics,
        previous: withPreviousPeriod(overviewMetrics),
      })
      .meta({ id: 'Source' }),
  ),
  previousTotal: withPreviousPeriod(overviewMetrics),
  total: z
    .object(overviewMetrics)
    .meta({ description: 'The sum of all sources: the metrics of the overview.' }),
  ...listEnvelope,
  ...statsPeriod,
});

const groupMetrics = { plays: count, watchSeconds: seconds, pageViews: count };
const group = {
  ...groupMetrics,
  itemCount: count.meta({ description: 'Number of its items that were played.' }),
  previous: withPreviousPeriod(groupMetrics),
};

export const topSeriesResponse = z.object({
  series: z.array(z.object({ seriesId: z.int(), title: z.string(), ...group }).meta({ id: 'TopSeries' })),
  ...listEnvelope,
  ...statsPeriod,
});

export const topSpeakersResponse = z.object({
  speakers: z.array(z.object({ speakerId: z.int(), name: z.string(), ...group }).meta({ id: 'TopSpeaker' })),
  ...listEnvelope,
  ...statsPeriod,
});

const pageMetrics = {
  pageViews: count,
  uniqueVisitors,
  entries: count.meta({ description: 'Visitors whose first page of the day it was.' }),
  exits: count.meta({ description: 'Visitors whose last page of the day it was.' }),
};

export const pagesResponse = z.object({
  pages: z.array(
    z
      .object({
        url: z.string().meta({ description: 'Without query and fragment.' }),
        ...pageMetrics,
        previous: withPreviousPeriod(pageMetrics),
      })
      .meta({ id: 'PageMetrics' }),
  ),
  ...listEnvelope,
  ...statsPeriod,
});

export type TopItemsResponse = z.input<typeof topItemsResponse>;
export type SearchesResponse = z.input<typeof searchesResponse>;
export type SourcesResponse = z.input<typeof sourcesResponse>;
export type TopSeriesResponse = z.input<typeof topSeriesResponse>;
export type TopSpeakersResponse = z.input<typeof topSpeakersResponse>;
export type PagesResponse = z.input<typeof pagesResponse>;
