/** Response schemas of the reports over time, and what the others share. */
import { z } from 'zod';
import { RANGE_NAMES } from '../../../analytics/index.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const statsCommon = { method: 'GET', tag: 'Stats', scope: 'stats:read' } as const;

export const exampleRange = {
  name: 'week' as const,
  from: '2026-03-01T05:00:00.000Z',
  to: '2026-03-04T17:30:00.000Z',
  previousFrom: '2026-02-22T05:00:00.000Z',
  previousTo: '2026-02-25T17:30:00.000Z',
};

export const exampleMetrics = {
  plays: 120,
  watchSeconds: 93_600,
  uniqueVisitors: 96,
  pageViews: 310,
  searches: 41,
};

export const count = z.int().min(0);
export const seconds = z.number().min(0);
export const share = z.number().min(0).max(1);
export const uniqueVisitors = count.meta({
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

export const asOf = dateTimeOutput.optional().meta({
  description:
    'Events that this server accepted before this instant are in the report. Only present while later ones have waited for more than five seconds to be stored.',
});

/** What every report says of its time. */
export const statsPeriod = { range: statsRange, asOf };

/** Only with `compare=previous`. */
export const withPreviousPeriod = <S extends z.ZodRawShape>(shape: S) =>
  z.object(shape).optional().meta({ description: 'The previous period; only with `compare=previous`.' });

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
  ...statsPeriod,
});

const pageViewsOverTime = {
  total: count,
  uniqueVisitors,
  series: z.array(
    z.object({
      start: dateTimeOutput.meta({ description: 'Start of the hour, day, week or month.' }),
      views: count,
      uniqueVisitors,
    }),
  ),
};

export const pageViewsResponse = z.object({
  pageViews: z
    .object({
      ...pageViewsOverTime,
      previous: withPreviousPeriod(pageViewsOverTime),
    })
    .meta({ id: 'PageViews' }),
  ...statsPeriod,
});

export const overviewMetrics = {
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
      previousSeries: z
        .array(z.object({ start: dateTimeOutput, ...overviewMetrics }))
        .optional()
        .meta({ description: 'The intervals of the previous period; only with `compare=previous`.' }),
    })
    .meta({ id: 'Overview' }),
  ...statsPeriod,
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
      previous: withPreviousPeriod(qualityMetrics),
      series: z.array(z.object({ start: dateTimeOutput, ...qualityMetrics })),
    })
    .meta({ id: 'PlaybackQuality' }),
  ...statsPeriod,
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
  asOf,
});

export type TrendingTopicsResponse = z.input<typeof trendingTopicsResponse>;
export type PageViewsResponse = z.input<typeof pageViewsResponse>;
export type OverviewResponse = z.input<typeof overviewResponse>;
export type QualityResponse = z.input<typeof qualityResponse>;
export type LiveResponse = z.input<typeof liveResponse>;
