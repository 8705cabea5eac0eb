/** Report on playback quality: start-up time, stalls and errors, by session. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { COUNTED, instant } from './conditions.js';
import { iso, itemCondition, ofVisitedSessions, paramsOf, slotOf, type ReportScope } from './scope.js';

export interface QualityMetrics {
  /** Sessions with any playback event. */
  sessions: number;
  /** Sessions that report `startupMs`; null values without any. */
  startup: { sessions: number; medianMs: number | null; p95Ms: number | null };
  /** Sessions that report `stallCount` or `stalledMs`. */
  stalls: {
    sessions: number;
    /** Sessions that stalled at least once. */
    stalledSessions: number;
    count: number;
    stalledSeconds: number;
    /** Stalled time / (stalled time + played time); null if neither is known. */
    stalledShare: number | null;
  };
  /** Sessions with an error, and their share of all. */
  errors: { sessions: number; share: number | null };
}

export interface QualityReport extends QualityMetrics {
  /** Every interval of the range, including those without sessions. */
  series: ({ start: string } & QualityMetrics)[];
}

export const quality = async (clickHouse: ClickHouse, scope: ReportScope): Promise<QualityReport> => {
  const { range } = scope;
  const read = (slots: readonly number[]): Promise<QualityRow[]> =>
    range.from >= range.to
      ? Promise.resolve([])
      : clickHouse.query<QualityRow>(qualitySql(scope), { ...paramsOf(scope), slots: [...slots] });
  const [[all], slots] = await Promise.all([read([range.from]), read(range.intervals)]);
  const bySlot = new Map(slots.map((row) => [row.slot, row]));
  return {
    ...metrics(all),
    series: range.intervals.map((start) => ({ start: iso(start), ...metrics(bySlot.get(start)) })),
  };
};

interface QualityRow {
  slot: number;
  sessions: number;
  started: number;
  median: number;
  p95: number;
  measured: number;
  stalledSessions: number;
  stallCount: number;
  stalledMs: number;
  watchedMs: number;
  failed: number;
}

/** A session belongs to the time of its first event. It may have started before the range, or continue after it. */
const qualitySql = (scope: ReportScope): string => `
SELECT ${slotOf('start')} AS slot, count() AS sessions,
  countIf(startup IS NOT NULL) AS started, ifNull(quantileExactLowIf(0.5)(assumeNotNull(startup), startup IS NOT NULL), 0) AS median,
  ifNull(quantileExactIf(0.95)(assumeNotNull(startup), startup IS NOT NULL), 0) AS p95,
  countIf(stalls IS NOT NULL OR stalled IS NOT NULL) AS measured,
  countIf(ifNull(stalls, 0) > 0 OR ifNull(stalled, 0) > 0) AS stalledSessions,
  sum(ifNull(stalls, 0)) AS stallCount, sum(ifNull(stalled, 0)) AS stalledMs,
  sumIf(watched, stalls IS NOT NULL OR stalled IS NOT NULL) AS watchedMs, countIf(failed) AS failed
FROM (
SELECT toUnixTimestamp64Milli(min(at)) AS start, argMin(startupMs, at) AS startup, max(p.stallCount) AS stalls,
  max(p.stalledMs) AS stalled, toUInt64(max(ifNull(p.watchedMs, 0))) AS watched, max(kind = 'error') AS failed
FROM playback AS p
WHERE ${COUNTED}${itemCondition(scope)}${ofVisitedSessions(scope, 'from', 'to', 'sipHash64(sessionId)')} AND at >= ${instant('from')} - INTERVAL 1 DAY AND at < ${instant('to')} + INTERVAL 1 DAY
GROUP BY itemId, sessionId HAVING start >= {from:Int64} AND start < {to:Int64}
) GROUP BY slot`;

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const metrics = (row: QualityRow | undefined): QualityMetrics => {
  const { sessions = 0, started = 0, measured = 0, stalledMs = 0, failed = 0 } = row ?? {};
  return {
    sessions,
    startup: {
      sessions: started,
      medianMs: row && started > 0 ? row.median : null,
      p95Ms: row && started > 0 ? row.p95 : null,
    },
    stalls: {
      sessions: measured,
      stalledSessions: row?.stalledSessions ?? 0,
      count: row?.stallCount ?? 0,
      stalledSeconds: stalledMs / 1000,
      stalledShare: share(stalledMs, stalledMs + (row?.watchedMs ?? 0)),
    },
    errors: { sessions: failed, share: share(failed, sessions) },
  };
};
