/** What analytics computes at the console: addresses, intervals, the places of a talk that stand out. */
import { describe, expect, it } from 'vitest';
import { readAnalyticsSearch, reportQuery } from '../../web/console/analytics/analytics-search.js';
import { changeOf } from '../../web/console/analytics/numbers.js';
import { intervalOf, labels, unfinishedOf, type Point } from '../../web/console/analytics/overview/series.js';
import { leavingOf, passagesOf, repeatedOf } from '../../web/console/analytics/talk/passages.js';

const range = (name: string | null, to: string) =>
  ({ name, from: to, to, previousFrom: to, previousTo: to }) as Parameters<typeof intervalOf>[1];
const pointsAt = (...starts: string[]): Point[] =>
  starts.map((start) => ({ start, value: 1, previous: null }));
const PAST = '2026-01-01T00:00:00Z';
const FUTURE = '2999-01-01T00:00:00Z';

describe('addresses of analytics', () => {
  it('keep what is known, and ignore the rest', () => {
    const search = {
      range: 'year',
      compare: true,
      itemId: 4,
      utmCampaign: 2026,
      referrer: '',
      pagesTab: 'exit',
    };
    const read = readAnalyticsSearch({ ...search, metric: 'likes', sourcesTab: 'x', seriesId: -1, other: 1 });
    expect(read).toEqual({ ...search, utmCampaign: '2026' });
    expect(reportQuery(read)).toEqual({
      range: 'year',
      compare: 'previous',
      itemId: 4,
      utmCampaign: '2026',
      referrer: '',
    });
  });

  it('have days in their order, or a range', () => {
    const days = { from: '2026-03-01', to: '2026-03-02' };
    expect(readAnalyticsSearch({ ...days, range: 'day' })).toEqual(days);
    for (const wrong of [{ from: '2026-03-03' }, { to: '2026-02-30x' }, { from: '0002-03-01' }])
      expect(reportQuery(readAnalyticsSearch({ ...days, ...wrong }))).toEqual({ range: 'last30days' });
  });
});

describe('the curve', () => {
  it('knows its intervals, also where the clocks change', () => {
    expect(intervalOf(pointsAt('2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z'), range('day', PAST))).toBe(
      'hour',
    );
    expect(intervalOf(pointsAt('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), range(null, PAST))).toBe(
      'day',
    );
    const weeks = pointsAt('2026-03-05T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-15T00:00:00Z');
    expect(intervalOf(weeks, range(null, PAST))).toBe('week');
    expect(intervalOf(pointsAt('2026-01-01T00:00:00Z'), range('year', PAST))).toBe('month');
  });

  it('names times in the time zone of the account', () => {
    const label = labels(pointsAt(PAST), 'day', 'America/New_York');
    expect(label(PAST)).toBe('Dec 31');
    const hours = Array.from({ length: 48 }, () => PAST);
    expect(labels(pointsAt(...hours), 'hour', 'Asia/Tokyo')(PAST)).toBe('Jan 1, 09:00');
  });

  it('says which interval is not over', () => {
    const points = pointsAt(PAST, '2026-01-02T00:00:00Z');
    expect(unfinishedOf(points, range(null, '2026-01-03T00:00:00Z'))).toBeNull();
    expect(unfinishedOf(points, range('month', '2026-01-02T10:00:00Z'))).toBe(1);
    const later = [...points, { start: FUTURE, value: null, previous: null }];
    expect(unfinishedOf(later, range(null, FUTURE))).toBe(1);
  });
});

describe('changes', () => {
  it('are said in words', () => {
    expect(changeOf(0, 0)).toBeNull();
    expect(changeOf(3, 0)?.long).toBe('new');
    expect(changeOf(3, 2)?.long).toBe('50% more than before');
    expect(changeOf(1, 2)).toEqual({ short: '▼ 50%', long: '50% less than before' });
    expect(changeOf(2, 2)?.long).toBe('as before');
  });
});

describe('the passages of a talk', () => {
  const audience = Array.from({ length: 100 }, (_, part) => ({
    part,
    fromSeconds: part * 10,
    sessions: 10,
    share: part < 20 ? 1 : part < 60 ? 0.7 : part < 98 ? 0.65 : 0.1,
    repeats: part === 30 ? 4 : 0,
  }));

  it('have what is said in them, and the chapters that begin there', () => {
    const segments = [
      { text: 'One', startMs: 0 },
      { text: 'more', startMs: null },
      { text: 'Two', startMs: 15_000 },
    ];
    const passages = passagesOf(audience, segments, [{ title: 'Bread', startMs: 10_000 }]);
    expect(passages[0]).toMatchObject({ text: 'One more', chapters: [] });
    expect(passages[1]).toMatchObject({ text: 'Two', chapters: ['Bread'] });
  });

  it('stand out where people leave, except at the end, and where they listen again', () => {
    const passages = passagesOf(audience, [], []);
    expect(leavingOf(passages).map(({ passage: { part }, share }) => [part, share])).toEqual([
      [20, expect.closeTo(0.3)],
      [60, expect.closeTo(0.05)],
    ]);
    expect(repeatedOf(passages)).toEqual([{ first: passages[30], last: passages[30], repeats: 4 }]);
  });

  it('are one stretch where neighbours are played again too', () => {
    const again: Record<number, number> = { 10: 2, 11: 5, 12: 3, 13: 1, 40: 0.5, 41: 0.25, 60: 4 };
    const passages = passagesOf(
      audience.map((one) => ({ ...one, repeats: again[one.part] ?? 0 })),
      [],
      [],
    );
    expect(repeatedOf(passages).map(({ first, last, repeats }) => [first.part, last.part, repeats])).toEqual([
      [10, 12, 5],
      [40, 41, 0.5],
      [60, 60, 4],
    ]);
  });
});
