/** Response schemas of the reports. */
import { z } from 'zod';
import { RANGE_NAMES } from '../../../analytics/index.js';
import { listEnvelope } from '../../platform/http/endpoint.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

const count = z.int().min(0);
const seconds = z.number().min(0);
const share = z.number().min(0).max(1);
const uniqueVisitors = count.meta({
  description: 'Over several days, the sum of the daily numbers, because a visitor’s hash changes daily.',
});

const statsRange = z
  .object({
    name: z.enum(RANGE_NAMES).nullable().meta({ description: 'Null when `from` was given.' }),
    from: dateTimeOutput,
    to: dateTimeOutput.meta({ description: 'Exclusive.' }),
    previousFrom: dateTimeOutput.meta({
      description:
        'Start of the previous period: the same part of the previous unit, or as many days before.',
    }),
    previousTo: dateTimeOutput,
  })
  .meta({ id: 'StatsRange' });

export const trendingTopicsResponse = z.object({
  trendingTopics: z.array(
    z
      .object({
        topicId: z.int(),
        name: z.string(),
        score: z.number().meta({
          description:
            'Lower bound of the growth factor of plays: smoothed, with more weight for recent plays.',
        }),
        plays: count,
        previousPlays: count,
        change: z
          .number()
          .nullable()
          .meta({ description: 'Growth of plays: 0.8 is 80% more. Null if the previous period had none.' }),
        isNew: z.boolean().meta({ description: 'Whether the topic had no plays in the previous period.' }),
        watchSeconds: seconds,
        itemCount: count.meta({ description: 'Number of items of the topic that were played.' }),
      })
      .meta({ id: 'TrendingTopic' }),
  ),
  range: statsRange,
});

export const pageViewsResponse = z.object({
  pageViews: z
    .object({
      total: count,
      uniqueVisitors,
      series: z.array(
        z.object({
          start: dateTimeOutput.meta({ description: 'Start of the hour, day, week or month.' }),
          views: count,
          uniqueVisitors,
        }),
      ),
    })
    .meta({ id: 'PageViews' }),
  range: statsRange,
});

export const topItemsResponse = z.object({
  items: z.array(
    z
      .object({
        itemId: z.int(),
        title: z.string().nullable(),
        plays: count.meta({ description: 'Sessions with a play event.' }),
        uniqueSessions: count.meta({ description: 'Sessions with any playback event.' }),
        watchSeconds: seconds,
        averageCompletion: share.nullable().meta({
          description: 'Mean of furthest position / duration of the plays. Null if no duration is known.',
        }),
        pageViews: count,
        searchPlays: count.meta({ description: 'Plays that started from a search.' }),
      })
      .meta({ id: 'TopItem' }),
  ),
  ...listEnvelope,
  range: statsRange,
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
      })
      .meta({ id: 'QueryMetrics' }),
  ),
  ...listEnvelope,
  range: statsRange,
});

const overviewMetrics = {
  plays: count,
  watchSeconds: seconds,
  uniqueVisitors,
  pageViews: count,
  searches: count,
};

export const overviewResponse = z.object({
  overview: z
    .object({
      ...overviewMetrics,
      previous: z.object(overviewMetrics).meta({ description: 'From `previousFrom` to `previousTo`.' }),
      series: z.array(z.object({ start: dateTimeOutput, ...overviewMetrics })),
    })
    .meta({ id: 'Overview' }),
  range: statsRange,
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
              'Host of the other site, ISO 3166-1 alpha-2 code of the country, kind of device, or browser. Null if unknown or, of ' +
              'referrers, for direct visits.',
          }),
        ...overviewMetrics,
      })
      .meta({ id: 'Source' }),
  ),
  total: z
    .object(overviewMetrics)
    .meta({ description: 'The sum of all sources: the metrics of the overview.' }),
  ...listEnvelope,
  range: statsRange,
});

const milliseconds = z.number().min(0).nullable();
const qualityMetrics = {
  sessions: count.meta({ description: 'Sessions with any playback event.' }),
  startup: z
    .object({ sessions: count, medianMs: milliseconds, p95Ms: milliseconds })
    .meta({ description: 'Time until playback started; sessions with `startupMs` only.' }),
  stalls: z
    .object({
      sessions: count,
      stalledSessions: count.meta({ description: 'Sessions that stalled at least once.' }),
      count,
      stalledSeconds: seconds,
      stalledShare: share
        .nullable()
        .meta({ description: 'Time stalled / (time stalled + time played). Null if neither is known.' }),
    })
    .meta({ description: 'Sessions with `stallCount` or `stalledMs`.' }),
  errors: z
    .object({ sessions: count, share: share.nullable() })
    .meta({ description: 'Sessions with an `error` event, and their share.' }),
};

export const qualityResponse = z.object({
  quality: z
    .object({
      ...qualityMetrics,
      series: z.array(z.object({ start: dateTimeOutput, ...qualityMetrics })),
    })
    .meta({ id: 'PlaybackQuality' }),
  range: statsRange,
});

const liveMetrics = {
  uniqueVisitors: count,
  pageViews: count,
  plays: count.meta({ description: 'Sessions with a play event.' }),
  searches: count,
};

export const liveResponse = z.object({
  live: z
    .object({
      from: dateTimeOutput,
      to: dateTimeOutput,
      ...liveMetrics,
      playing: count.meta({ description: 'Sessions whose last event is neither pause, end nor error.' }),
      minutes: z
        .array(z.object({ start: dateTimeOutput, ...liveMetrics }))
        .meta({ description: 'Minute by minute, oldest first.' }),
      items: z
        .array(
          z.object({
            itemId: z.int(),
            title: z.string().nullable(),
            uniqueVisitors: count,
            pageViews: count,
            plays: count,
            playing: count,
          }),
        )
        .meta({
          description: 'Up to ten items with page views or playback, most visitors first.',
        }),
    })
    .meta({ id: 'LiveStats' }),
});

export const retentionResponse = z.object({
  retention: z
    .object({
      itemId: z.int(),
      title: z.string(),
      durationSeconds: seconds.nullable().meta({ description: 'Null if unknown.' }),
      plays: count,
      audience: z.array(
        z.object({
          part: z.int().min(0).max(99),
          fromSeconds: seconds,
          sessions: count.meta({ description: 'Sessions that played any part of it.' }),
          share: share.meta({ description: 'Sessions as a share of the plays.' }),
        }),
      ),
    })
    .meta({ id: 'Retention' }),
  range: statsRange,
});

export type TrendingTopicsResponse = z.input<typeof trendingTopicsResponse>;
export type PageViewsResponse = z.input<typeof pageViewsResponse>;
export type TopItemsResponse = z.input<typeof topItemsResponse>;
export type SearchesResponse = z.input<typeof searchesResponse>;
export type OverviewResponse = z.input<typeof overviewResponse>;
export type SourcesResponse = z.input<typeof sourcesResponse>;
export type QualityResponse = z.input<typeof qualityResponse>;
export type LiveResponse = z.input<typeof liveResponse>;
export type RetentionResponse = z.input<typeof retentionResponse>;
