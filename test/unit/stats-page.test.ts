/** The output of `lectern stats` fits any terminal, and text from visitors cannot control it. */
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { bar, change, fitted, sparkline, timeSpan } from '../../src/cli/output.js';
import { statsPage, type Reports } from '../../src/cli/stats-page.js';

const range = {
  name: 'week' as const,
  from: '2026-03-01T05:00:00.000Z',
  to: '2026-03-04T17:30:00.000Z',
  previousFrom: '2026-02-22T05:00:00.000Z',
  previousTo: '2026-02-25T17:30:00.000Z',
};
const metrics = { plays: 1_234, watchSeconds: 93_600, uniqueVisitors: 96, pageViews: 310, searches: 41 };
const query = {
  query: '\u001b[2J恐れてはならない why am I afraid of the dark valley\u202e',
  searches: 41,
  withoutResults: 2,
  clicks: 30,
  clickThroughRate: 0.684,
  averageClickRank: 1.6,
  plays: 22,
  watchSeconds: 14_300,
};
const page = { limit: 5, offset: 0, page: 0, totalRecords: 1, totalPages: 1, hasMore: false, range };
const reports: Reports = {
  account: { name: 'Demo\u0007 Church', timeZone: 'America/New_York' },
  overview: {
    overview: {
      ...metrics,
      previous: { ...metrics, plays: 617, searches: 0 },
      series: Array.from({ length: 365 }, (_, at) => ({ start: range.from, ...metrics, plays: at })),
    },
    range,
  },
  topItems: {
    items: [
      {
        itemId: 1,
        title: 'Blessed are the peacemakers, for they shall be called children of God',
        plays: 120,
        uniqueSessions: 131,
        watchSeconds: 1,
        averageCompletion: 0.5,
        pageViews: 2,
        searchPlays: 0,
      },
    ],
    ...page,
  },
  trendingTopics: {
    trendingTopics: [
      {
        topicId: 1,
        name: 'Peace',
        score: 1.634,
        plays: 9,
        previousPlays: 3,
        change: 2,
        isNew: false,
        watchSeconds: 1,
        itemCount: 1,
      },
    ],
    range,
  },
  searches: { total: query, queries: [query], ...page },
  searchesWithoutResults: { total: query, queries: [query], ...page },
};

it.each([10, 24, 40, 80, 300])('fits %d columns', (columns) => {
  const lines = statsPage(reports, columns).split('\n');
  for (const line of lines)
    expect(stringWidth(line), line).toBeLessThanOrEqual(Math.max(24, Math.min(columns, 100)));
});

it('shows the main metrics, and no control characters', () => {
  const text = statsPage(reports, 80);
  expect(text).toMatch(/^Demo Church: week to date\n1 Mar 2026 – 4 Mar 2026, America\/New_York\n/);
  expect(text).toMatch(/plays +1,234 {2}▲ 100%/);
  expect(text).toMatch(/searches +41 {2}new/);
  expect(text).toMatch(/watched +26\.0 h/);
  expect(text).toMatch(/Trending topics by score.*\nPeace +×1\.63 █+ +9 ▲ 200%/);
  expect(text).toContain('68%');
  expect(text).toContain('no results, 2×: 恐れてはならない why am I');
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

it('draws bars in proportion', () => {
  expect(sparkline([0, 1, 7], 10)).toBe('▁▂█');
  expect(sparkline([1, 1, 3, 3], 2)).toBe('▄█');
  expect(sparkline([0, 0], 5)).toBe('▁▁');
  expect(bar(1, 2, 4)).toBe('██');
  expect(bar(1, 16, 2)).toBe('▏');
  expect(bar(0, 0, 4)).toBe('');
  expect([fitted('abc', 5), fitted('abcdef', 4), fitted('日本語', 4)]).toEqual(['abc  ', 'abc…', '日… ']);
  expect([change(1, 1), change(2, 0), change(1, 2)]).toEqual(['', 'new', '▼ 50%']);
  expect([timeSpan(12), timeSpan(120), timeSpan(5_400)]).toEqual(['12 s', '2 min', '1.5 h']);
});
