/** Query parameters of the reports: period, filters, paging. */
import { z } from 'zod';
import {
  dateIn,
  daysBetween,
  namedRange,
  RANGE_NAMES,
  VISIT_FILTERS,
  type DateRange,
  type VisitFilter,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { queryInteger } from '../../platform/http/endpoint/record-query.js';
import type { Clock } from '../../platform/lib/clock.js';
import { badQuery } from '../../platform/lib/errors.js';
import { isDate, text } from '../../platform/lib/fields.js';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;
const MAX_OFFSET = 1_000_000;
/** Longest period of a report. */
const MAX_DAYS = 3_660;
const DAY_MS = 86_400_000;
const DEFAULT_RANGE = 'last7days';

const day = z
  .string()
  .refine(isDate, 'must be a date (YYYY-MM-DD)')
  .refine((date) => date >= '2000-01-01' && date < '2100-01-01', 'must be from 2000-01-01 to 2099-12-31')
  .optional();

const id = queryInteger(1, Number.MAX_SAFE_INTEGER).optional();

const period = {
  range: z
    .enum(RANGE_NAMES)
    .optional()
    .meta({
      description: `In the account's time zone: whole days until today (\`last…\`), or the current calendar unit to date. A week starts on Sunday, an isoWeek on Monday. Defaults to \`${DEFAULT_RANGE}\` unless \`from\` is given.`,
    }),
  from: day.meta({
    type: 'string',
    format: 'date',
    description: "First day, in the account's time zone. Replaces `range`.",
  }),
  to: day.meta({
    type: 'string',
    format: 'date',
    description: 'Last day, inclusive. Defaults to today.',
  }),
};

/** Query parameters of reports that exports do not have. */
const comparison = {
  compare: z.enum(['previous']).optional().meta({
    description: 'Adds the statistics of the previous period, from `previousFrom` to `previousTo`.',
  }),
};

const filters = {
  collectionId: id.meta({ description: 'Only items in this collection.' } as never),
  seriesId: id.meta({ description: 'Only items in this series.' } as never),
  speakerId: id.meta({ description: 'Only items by this speaker.' } as never),
  itemId: id.meta({ description: 'Only this item.' } as never),
};

const MAX_FILTER_LENGTH = 2_000;
const filterText = (description: string) => text(MAX_FILTER_LENGTH).optional().meta({ description });
const FIRST = 'Only visitors who, on the day, first';

/** All of a visitor's day counts. */
const visitFilters = {
  referrer: filterText(`${FIRST} came from this site (host without \`www.\`); empty for direct visits.`),
  utmSource: filterText(`${FIRST} came with this \`utm_source\`; empty for none.`),
  utmMedium: filterText(`${FIRST} came with this \`utm_medium\`; empty for none.`),
  utmCampaign: filterText(`${FIRST} came with this \`utm_campaign\`; empty for none.`),
  utmContent: filterText(`${FIRST} came with this \`utm_content\`; empty for none.`),
  utmTerm: filterText(`${FIRST} came with this \`utm_term\`; empty for none.`),
  country: filterText('Only visitors from this country, as in the report on sources; empty for unknown.'),
  device: filterText('Only visitors with this kind of device; empty for unknown.'),
  browser: filterText('Only visitors with this browser; empty for unknown.'),
  page: filterText('Only visitors who, on the day, viewed this page: its URL without query.'),
  entryPage: filterText('Only visitors whose first page of the day was this one.'),
  exitPage: filterText('Only visitors whose last page of the day was this one.'),
  app: filterText('Only downloads by this app; empty for unknown ones. Nothing else has an app.'),
} satisfies Record<(typeof VISIT_FILTERS)[number], z.ZodType>;

const page = {
  limit: queryInteger(1, MAX_LIMIT)
    .optional()
    .meta({ default: DEFAULT_LIMIT } as never),
  offset: queryInteger(0, MAX_OFFSET)
    .optional()
    .meta({ default: 0 } as never),
  _limit: queryInteger(1, MAX_LIMIT)
    .optional()
    .meta({ description: 'Alias of `limit`.' } as never),
  _offset: queryInteger(0, MAX_OFFSET)
    .optional()
    .meta({ description: 'Alias of `offset`.' } as never),
};

type Period = { range?: string; from?: string; to?: string };

const checkPeriod = (query: Record<string, unknown>, { issues }: { issues: unknown[] }): void => {
  const refuse = (path: string, message: string): void =>
    void issues.push({ code: 'custom', path: [path], message, input: query });
  for (const name of ['limit', 'offset'])
    if (query[name] !== undefined && query[`_${name}`] !== undefined)
      refuse(`_${name}`, `is an alias of ${name}: use only one of them`);
  const { range, from, to } = query as Period;
  if (range && (from || to)) refuse('range', 'cannot be combined with from and to');
  if (to && !from) refuse('from', 'is required with to');
  if (from && to && to < from) refuse('to', 'must not be before from');
  if (from && to && Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS)
    refuse('to', `must be at most ${MAX_DAYS} days after from`);
};

/** @param own the report's own parameters */
export const statsQuery = <S extends z.ZodRawShape>(own: S) =>
  z
    .strictObject({ ...period, ...comparison, ...filters, ...visitFilters, ...own })
    .check((payload) => checkPeriod(payload.value, payload));

/** @param own the export's own parameters */
export const uncomparedStatsQuery = <S extends z.ZodRawShape>(own: S) =>
  z
    .strictObject({ ...period, ...filters, ...visitFilters, ...own })
    .check((payload) => checkPeriod(payload.value, payload));

/** @param own the report's own parameters */
export const pagedStatsQuery = <S extends z.ZodRawShape>(own: S) =>
  z
    .strictObject({ ...period, ...comparison, ...filters, ...visitFilters, ...page, ...own })
    .check((payload) => checkPeriod(payload.value, payload));

/** Filters without a period. */
export const filterQuery = z.strictObject(filters);

/** A period without filters, for a report on one item. */
export const periodQuery = z.strictObject(period).check((payload) => checkPeriod(payload.value, payload));

/** The same, for a report that can be compared. */
export const comparedPeriodQuery = z
  .strictObject({ ...period, ...comparison })
  .check((payload) => checkPeriod(payload.value, payload));

export type ComparedPeriodQuery = z.output<typeof comparedPeriodQuery>;
export type PeriodQuery = z.output<typeof periodQuery>;
export type VisitFilterQuery = z.output<z.ZodObject<typeof visitFilters>>;
export type FilterQuery = z.output<z.ZodObject<typeof filters>>;
export type StatsQuery = ComparedPeriodQuery & FilterQuery & VisitFilterQuery;
export type PageQuery = z.output<z.ZodObject<typeof page>>;

export const pageOf = (query: PageQuery): { limit: number; offset: number } => ({
  limit: query.limit ?? query._limit ?? DEFAULT_LIMIT,
  offset: query.offset ?? query._offset ?? 0,
});

/** Null if nothing is given. */
export const visitFilterOf = (query: VisitFilterQuery): VisitFilter | null => {
  const given = VISIT_FILTERS.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
};

/** @throws {AppError} BadRequestError when `from` is in the future, or too long ago for a period that ends today */
export const rangeOf = ({ range, from, to }: PeriodQuery, { timeZone }: Account, clock: Clock): DateRange => {
  const now = clock.now().getTime();
  if (!from) return namedRange(range ?? DEFAULT_RANGE, now, timeZone);
  const last = to ?? dateIn(timeZone, now);
  if (last < from) throw badQuery([{ path: 'from', message: 'must not be after today' }]);
  if (Date.parse(last) - Date.parse(from) >= MAX_DAYS * DAY_MS)
    throw badQuery([{ path: 'from', message: `must be at most ${MAX_DAYS} days ago` }]);
  return daysBetween(from, last, timeZone);
};
