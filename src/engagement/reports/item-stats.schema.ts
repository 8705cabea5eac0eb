/** Response schemas of the reports on one item. */
import { z } from 'zod';
import { TYPICAL_AGES } from '../../../analytics/index.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { count, seconds, share, statsPeriod, asOf } from './stats.schema.js';

const audience = z.array(
  z.object({
    part: z.int().min(0).max(99),
    fromSeconds: seconds,
    sessions: count.meta({ description: 'Sessions that played any part of it.' }),
    share: share.meta({ description: 'Sessions as a share of the plays.' }),
    repeats: z.number().min(0).meta({
      description: 'How often it was played again, as a multiple of its length: 2.5 is two and a half times.',
    }),
  }),
);

export const retentionResponse = z.object({
  retention: z
    .object({
      itemId: z.int(),
      title: z.string(),
      durationSeconds: seconds.nullable().meta({ description: 'Null if unknown.' }),
      plays: count,
      audience,
      previous: z
        .object({ plays: count, audience })
        .optional()
        .meta({ description: 'The previous period; only with `compare=previous`.' }),
    })
    .meta({ id: 'Retention' }),
  ...statsPeriod,
});

export const momentsResponse = z.object({
  moments: z.array(
    z
      .object({
        startMs: z.int().min(0).meta({ description: 'Start of the passage that was chosen in the results.' }),
        clicks: count,
        queries: z
          .array(z.object({ query: z.string(), clicks: count }))
          .meta({ description: 'Up to five queries that led there, most clicks first.' }),
      })
      .meta({ id: 'SearchedMoment' }),
  ),
  ...statsPeriod,
});

const ageMetrics = { plays: z.number().min(0), watchSeconds: seconds };

export const typicalResponse = z.object({
  typical: z
    .object({
      itemId: z.int(),
      publishedDate: dateTimeOutput.nullable().meta({ description: 'Null if it was never public.' }),
      ages: z
        .array(
          z.object({
            days: z.literal([...TYPICAL_AGES]).meta({ description: 'Days since publication.' }),
            isComplete: z.boolean().meta({
              description: 'Whether the item is that old. If not, its statistics are those so far.',
            }),
            ...ageMetrics,
            usual: z
              .object({ items: z.int().min(1), ...ageMetrics })
              .nullable()
              .meta({ description: 'Medians of the other items that are that old. Null if there are none.' }),
          }),
        )
        .meta({ description: 'Empty if the item was never public.' }),
    })
    .meta({ id: 'TypicalItem' }),
  asOf,
});

export type RetentionResponse = z.input<typeof retentionResponse>;
export type MomentsResponse = z.input<typeof momentsResponse>;
export type TypicalResponse = z.input<typeof typicalResponse>;
