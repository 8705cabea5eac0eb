/** Query parameters of an export. */
import { z } from 'zod';
import { EVENT_TYPES, EXPORT_FORMATS, SOURCE_DIMENSIONS, type ExportAs } from '../../../analytics/index.js';
import { timeZone } from '../../identity/accounts/account.schema.js';
import { badQuery } from '../../platform/lib/errors.js';
import { uncomparedStatsQuery, visitFilterOf } from './stats-query.js';

const EXPORTED_REPORTS = [
  'overview',
  'page-views',
  'top-items',
  'trending-topics',
  'searches',
  'sources',
  'top-series',
  'top-speakers',
  'pages',
  'downloads',
  'download-items',
  'download-apps',
  'search-groups',
  'quality',
  'retention',
  'events',
] as const;
export type ExportedReport = (typeof EXPORTED_REPORTS)[number];

export const exportQuery = uncomparedStatsQuery({
  report: z.enum(EXPORTED_REPORTS).meta({
    description:
      'A report without paging, or the raw `events` of the period. `retention` requires an `itemId`, `sources` requires `by`.',
    example: 'top-items',
  }),
  type: z
    .enum(EVENT_TYPES)
    .optional()
    .meta({ description: 'Type of the `events`. Defaults to `mediaPlaybackEvent`.' }),
  by: z.enum(SOURCE_DIMENSIONS).optional().meta({ description: 'Grouping of `sources`.' }),
  format: z
    .enum(Object.keys(EXPORT_FORMATS) as [ExportAs])
    .default('csv')
    .meta({ description: 'CSV, JSON lines or Parquet.' }),
  timeZone: timeZone
    .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
    .optional()
    .meta({
      description:
        "IANA time zone of days, and of times in CSV and JSON lines (with the offset). By default, days are in the account's time zone and times in UTC. Times " +
        'in Parquet are instants without a time zone.',
      example: 'Europe/Berlin',
    }),
});

export type ExportQuery = z.output<typeof exportQuery>;

/** @throws {AppError} BadRequestError when parameters cannot be combined */
export const checkExport = ({
  report,
  type,
  by,
  itemId,
  collectionId,
  seriesId,
  speakerId,
  ...query
}: ExportQuery): void => {
  const problems = [];
  const filters = { itemId, collectionId, seriesId, speakerId, ...visitFilterOf(query) };
  if (type && report !== 'events')
    problems.push({ path: 'type', message: 'can only be used with report=events' });
  if (by && report !== 'sources')
    problems.push({ path: 'by', message: 'can only be used with report=sources' });
  if (!by && report === 'sources') problems.push({ path: 'by', message: 'is required with report=sources' });
  if (report === 'retention' && itemId === undefined)
    problems.push({ path: 'itemId', message: 'is required with report=retention' });
  for (const [path, value] of Object.entries(filters))
    if (value !== undefined && (report === 'events' || (report === 'retention' && path !== 'itemId')))
      problems.push({ path, message: `cannot be used with report=${report}` });
  if (problems.length > 0) throw badQuery(problems);
};
