/** What an export is asked with. */
import { z } from 'zod';
import { EVENT_TYPES, EXPORT_FORMATS, type ExportAs } from '../../../analytics/index.js';
import { badQuery } from '../../platform/lib/errors.js';
import { statsQuery } from './stats-query.js';

export const EXPORTED = [
  'overview',
  'page-views',
  'top-items',
  'trending-topics',
  'searches',
  'retention',
  'events',
] as const;

export const exportQuery = statsQuery({
  report: z.enum(EXPORTED).meta({
    description: 'A report, whole, or the raw `events` of the period. `retention` needs an `itemId`.',
    example: 'top-items',
  }),
  type: z
    .enum(EVENT_TYPES)
    .optional()
    .meta({ description: 'Of `events`; `mediaPlaybackEvent` unless it is given.' }),
  format: z
    .enum(Object.keys(EXPORT_FORMATS) as [ExportAs])
    .default('csv')
    .meta({ description: 'CSV, JSON lines or Parquet.' }),
});

export type ExportQuery = z.output<typeof exportQuery>;

/** @throws BadRequestError for parameters that do not go together */
export const checkExport = ({
  report,
  type,
  itemId,
  collectionId,
  seriesId,
  speakerId,
}: ExportQuery): void => {
  const problems = [];
  const filters = { itemId, collectionId, seriesId, speakerId };
  if (type && report !== 'events') problems.push({ path: 'type', message: 'is for report=events' });
  if (report === 'retention' && itemId === undefined)
    problems.push({ path: 'itemId', message: 'must say of which item' });
  for (const [path, value] of Object.entries(filters))
    if (value !== undefined && (report === 'events' || (report === 'retention' && path !== 'itemId')))
      problems.push({ path, message: `does not narrow ${report}` });
  if (problems.length > 0) throw badQuery(problems);
};
