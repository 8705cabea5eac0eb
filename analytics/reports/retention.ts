/** Audience retention: how many sessions covered each hundredth of an item. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { COUNTED } from './conditions.js';
import { AUDIENCE_PARTS, JUMP_SLACK_MS } from './definitions.js';
import { nearby, paramsOf, sessions, type ReportScope } from './scope.js';

export interface AudiencePart {
  part: number;
  fromSeconds: number;
  sessions: number;
  share: number;
  /** How often it was played beyond the first time, in lengths of the part: half of it played again is 0.5. */
  repeats: number;
}

export interface RetentionReport {
  itemId: number;
  /** Length of the item; null if neither the library nor a player knows it. */
  durationSeconds: number | null;
  /** Sessions in the range with a play event. */
  plays: number;
  /** For each hundredth of the item, the number of sessions that covered any of it, and their share of the plays. */
  audience: AudiencePart[];
}

/**
 * What a session covered is derived from each pair of consecutive events:
 * - The time played between them is the difference of their totals if both have one, otherwise of their clocks,
 *   and 0 if
 *   the first was a pause, an end or an error.
 * - If the position advanced by at most the time played × speed plus two seconds, everything in between is
 *   covered.
 * - Before a seek, what can be reached from the first position in the time played is covered.
 * - Anything else is a jump whose seek event was lost: nothing is covered.
 * @param durationSeconds the item's length in the library
 */
export const retention = async (
  clickHouse: ClickHouse,
  scope: Omit<ReportScope, 'filter'>,
  itemId: number,
  durationSeconds: number | null,
): Promise<RetentionReport> => {
  const itemScope: ReportScope = { ...scope, filter: { itemIds: [itemId] } };
  const params = paramsOf(itemScope);
  const [{ plays, longest } = { plays: 0, longest: 0 }] = await clickHouse.query<{
    plays: number;
    longest: number;
  }>(`SELECT countIf(play = 1) AS plays, max(duration) AS longest FROM ${sessions(itemScope)}`, params);
  const duration = durationSeconds === null ? longest : Math.round(durationSeconds * 1000);
  const rows =
    duration === 0
      ? []
      : await clickHouse.query<{ part: number; n: number; again: number }>(audienceSql(itemScope), {
          ...params,
          duration,
        });
  const byPart = new Map(rows.map((row) => [row.part, row]));
  return {
    itemId,
    durationSeconds: duration === 0 ? null : duration / 1000,
    plays,
    audience: Array.from({ length: duration === 0 ? 0 : AUDIENCE_PARTS }, (_, part) => ({
      part,
      fromSeconds: Math.floor((part * duration) / AUDIENCE_PARTS) / 1000,
      sessions: byPart.get(part)?.n ?? 0,
      share: plays === 0 ? 0 : (byPart.get(part)?.n ?? 0) / plays,
      repeats: Math.round(((byPart.get(part)?.again ?? 0) * AUDIENCE_PARTS * 100) / duration) / 100,
    })),
  };
};

/** As they arrived, those in one millisecond too; rows of earlier versions have no place. */
const ORDER = 'at, receivedAt, place, ifNull(watchedMs, 0), positionMs, kind, ifNull(ratePerMille, 1000)';

/** Where a part starts, in milliseconds. */
const startOf = (part: string): string =>
  `intDiv(toInt64(${part}) * toInt64({duration:UInt64}), ${AUDIENCE_PARTS})`;

const audienceSql = (scope: ReportScope): string => `
SELECT part, count() AS n, sum(greatest(covered - intDiv(toInt64({duration:UInt64}), ${AUDIENCE_PARTS}), 0)) AS again FROM (
SELECT session, part, sum(least(stop, ${startOf('part + 1')}) - greatest(begin, ${startOf('part')})) AS covered FROM (
SELECT session, least(low, high) AS begin, least(high, toInt64({duration:UInt64})) AS stop,
  arrayJoin(range(
    toUInt64(intDiv(begin * ${AUDIENCE_PARTS}, toInt64({duration:UInt64}))),
    toUInt64(greatest(intDiv(stop * ${AUDIENCE_PARTS} + toInt64({duration:UInt64}) - 1, toInt64({duration:UInt64})), 0))
  )) AS part
FROM (
  SELECT session, before.1 AS low, toInt64(positionMs) AS next,
    multiIf(
      watchedMs IS NOT NULL AND before.2 IS NOT NULL, toInt64(assumeNotNull(watchedMs)) - toInt64(assumeNotNull(before.2)),
      before.3 IN ('pause', 'end', 'error'), 0,
      toUnixTimestamp64Milli(at) - before.4) AS played,
    intDiv(greatest(played, 0) * before.5, 1000) AS advance,
    multiIf(
      kind = 'seek', low + advance,
      next > low AND next - low <= advance + ${JUMP_SLACK_MS} AND played > 0, next,
      low) AS high
  FROM (
    SELECT session, at, kind, positionMs, watchedMs,
      lagInFrame((toInt64(positionMs), watchedMs, kind, toUnixTimestamp64Milli(at), toInt64(ifNull(ratePerMille, 1000))), 1)
        OVER (PARTITION BY session ORDER BY ${ORDER} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
    FROM (
      SELECT sipHash64(sessionId) AS session, at, receivedAt, place, kind, positionMs, watchedMs, ratePerMille FROM playback
      WHERE ${COUNTED} AND itemId IN {itemIds:Array(UInt64)} AND ${nearby('at')}
        AND sipHash64(sessionId) IN (SELECT session FROM ${sessions(scope)} WHERE play = 1)
    )
  ) WHERE before.4 > 0
) WHERE high > low AND low < toInt64({duration:UInt64})
) GROUP BY session, part
) GROUP BY part ORDER BY part`;
