/** Schemas of groups of searches, and of those that are ignored. */
import { z } from 'zod';
import { listEnvelope } from '../../platform/http/endpoint/endpoint.js';
import { dateTimeOutput, visibleText } from '../../platform/lib/fields.js';
import { count, withPreviousPeriod, share, statsPeriod } from '../reports/stats.schema.js';

export const GROUP_SORTS = ['searches', 'withoutResults', 'withoutClicks'] as const;

const MAX_QUERY = 500;

const metrics = {
  searches: count,
  withoutResults: count,
  withoutClicks: count.meta({ description: 'Searches after which nobody chose a result.' }),
  clicks: count,
  clickThroughRate: share.nullable().meta({ description: 'Share of the searches that led to a click.' }),
};

export const searchGroupsResponse = z.object({
  groups: z.array(
    z
      .object({
        query: z.string().meta({ description: 'The most frequent query of the group.' }),
        queries: z
          .array(z.object({ query: z.string(), searches: count }))
          .meta({ description: 'Up to 20 of its queries, the most frequent first.' }),
        queryCount: z.int().min(1),
        ...metrics,
        ignoredQueryIds: z
          .array(z.int())
          .meta({ description: 'Its queries that staff ignore; empty unless ignored groups are included.' }),
        previous: withPreviousPeriod(metrics),
      })
      .meta({ id: 'SearchGroup' }),
  ),
  ungrouped: z
    .object({ searches: count })
    .meta({ description: 'Searches for rarer queries, which are in no group.' }),
  ...listEnvelope,
  ...statsPeriod,
});

export const newIgnoredQuery = z
  .strictObject({
    query: visibleText(MAX_QUERY).meta({
      description: 'A query of the group, whatever its case and spaces.',
    }),
  })
  .meta({ id: 'NewIgnoredQuery' });

export const ignoredQuery = z
  .object({
    id: z.int(),
    query: z.string().meta({ description: 'In lower case.' }),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'IgnoredQuery' });

export type SearchGroupsResponse = z.input<typeof searchGroupsResponse>;
export type GroupSort = (typeof GROUP_SORTS)[number];
