/** Expected reports on sources and quality, in plain TypeScript over an array of events. */
import type { StoredEvent } from '../../analytics/events/events.js';
import type { SourceDimension } from '../../analytics/index.js';
import { ms, sessionsOf, type ReferenceScope } from './stats-reference.js';

const host = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

const valueOf = (event: StoredEvent, by: SourceDimension): string => {
  if (by === 'country' || by === 'device' || by === 'browser') return event[by] ?? '';
  if (event.type !== 'pageView') return '';
  if (by !== 'referrer') return event[by] ?? '';
  if (!event.referrer) return '';
  return host(event.referrer) === host(event.url) ? '' : host(event.referrer);
};

const matches = (event: StoredEvent, { filter }: ReferenceScope): boolean => {
  if (!filter) return true;
  if (event.type === 'search') return event.itemIds.some((id) => filter.itemIds.includes(id));
  if (event.itemId !== null && filter.itemIds.includes(event.itemId)) return true;
  const { seriesId = null, collectionId = null } = filter.pagesOf ?? {};
  return (
    event.type === 'pageView' &&
    event.itemId === null &&
    (seriesId !== null || collectionId !== null) &&
    (seriesId === null || event.seriesId === seriesId) &&
    (collectionId === null || event.collectionId === collectionId)
  );
};

const inTime = (events: readonly StoredEvent[]): StoredEvent[] =>
  events.toSorted((one, other) => one.occurredAt - other.occurredAt);

/** Sorted by time, then alphabetically. */
const firstKnown = (events: readonly StoredEvent[], by: SourceDimension): string =>
  events
    .map((event) => ({ at: event.occurredAt, value: valueOf(event, by) }))
    .filter(({ value }) => value !== '')
    .toSorted((one, other) => one.at - other.at || (one.value < other.value ? -1 : 1))[0]?.value ?? '';

export const referenceSources = (
  events: readonly StoredEvent[],
  scope: ReferenceScope,
  by: SourceDimension,
): object[] => {
  const { from, to, days } = scope.range;
  // Downloads are no visits.
  const inRange = events.filter(
    ({ accountId, occurredAt, origin, type }) =>
      type !== 'download' &&
      accountId === scope.accountId &&
      origin !== 'console' &&
      occurredAt >= from &&
      occurredAt < to,
  );
  const dayOf = (at: number): number => days.findLast((start) => start <= at) ?? from;
  const rows = new Map<string, Record<string, number>>();
  const count = (value: string, metric: string, n: number): void => {
    const row = rows.get(value) ?? {
      plays: 0,
      watchSeconds: 0,
      uniqueVisitors: 0,
      pageViews: 0,
      searches: 0,
    };
    row[metric]! += n;
    rows.set(value, row);
  };
  const ofVisitor = (visitor: string, day: number): StoredEvent[] =>
    inRange.filter(({ visitorHash, occurredAt }) => visitorHash === visitor && dayOf(occurredAt) === day);
  const seen = new Set<string>();
  for (const event of inRange.filter((event) => matches(event, scope))) {
    const { visitorHash, occurredAt, type } = event;
    const day = dayOf(occurredAt);
    const value = visitorHash === null ? valueOf(event, by) : firstKnown(ofVisitor(visitorHash, day), by);
    count(value, 'pageViews', type === 'pageView' ? 1 : 0);
    count(value, 'searches', type === 'search' ? 1 : 0);
    if (visitorHash === null || seen.has(`${day} ${visitorHash}`)) continue;
    seen.add(`${day} ${visitorHash}`);
    count(value, 'uniqueVisitors', 1);
  }
  for (const session of sessionsOf(events, scope, from, to)) {
    const own = inTime(session.events.filter(({ occurredAt }) => occurredAt >= from && occurredAt < to));
    const visitor = own.find(({ visitorHash }) => visitorHash !== null)?.visitorHash;
    const ofDay = visitor ? ofVisitor(visitor, dayOf(own[0]!.occurredAt)) : [];
    const value = firstKnown(by === 'referrer' ? ofDay : own, by);
    count(value, 'plays', session.play ? 1 : 0);
    count(value, 'watchSeconds', session.watched / 1000);
  }
  return [...rows]
    .map(([value, row]) => ({
      value: value || null,
      ...row,
      watchSeconds: Math.round(row.watchSeconds! * 1000) / 1000,
    }))
    .toSorted((one, other) => (one.value ?? '').localeCompare(other.value ?? ''));
};

const DAY = 86_400_000;

/** Counts of the whole range. */
export const referenceQuality = (events: readonly StoredEvent[], scope: ReferenceScope) => {
  const { from, to } = scope.range;
  const nearby = events.filter(({ occurredAt }) => occurredAt >= from - DAY && occurredAt < to + DAY);
  const sessions = sessionsOf(nearby, scope, from, to).map(({ events: own }) =>
    own.toSorted((one, other) => one.occurredAt - other.occurredAt),
  );
  const startups = sessions.flatMap(
    (own) => own.find(({ startupMs }) => startupMs !== null)?.startupMs ?? [],
  );
  const measured = sessions.filter((own) =>
    own.some(({ stallCount, stalledMs }) => stallCount !== null || stalledMs !== null),
  );
  const most = (own: (typeof sessions)[number], field: 'stallCount' | 'stalledMs'): number =>
    Math.max(...own.map((event) => event[field] ?? 0));
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
  const stalledMs = sum(measured.map((own) => most(own, 'stalledMs')));
  const watchedMs = sum(
    measured.map((own) => Math.max(...own.map(({ totalPlaybackSeconds }) => ms(totalPlaybackSeconds ?? 0)))),
  );
  const failed = sessions.filter((own) => own.some(({ eventType }) => eventType === 'error')).length;
  return {
    sessions: sessions.length,
    startup: { sessions: startups.length },
    stalls: {
      sessions: measured.length,
      stalledSessions: measured.filter((own) => most(own, 'stallCount') > 0 || most(own, 'stalledMs') > 0)
        .length,
      count: sum(measured.map((own) => most(own, 'stallCount'))),
      stalledSeconds: stalledMs / 1000,
      stalledShare: stalledMs + watchedMs === 0 ? null : stalledMs / (stalledMs + watchedMs),
    },
    errors: { sessions: failed, share: sessions.length === 0 ? null : failed / sessions.length },
  };
};
