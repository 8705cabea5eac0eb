/** What the endpoints of reports share: their tag and scope, and values of their examples. */

export const statsCommon = { method: 'GET', tag: 'Stats', scope: 'stats:read' } as const;

export const exampleRange = {
  name: 'week' as const,
  from: '2026-03-01T05:00:00.000Z',
  to: '2026-03-04T17:30:00.000Z',
  previousFrom: '2026-02-22T05:00:00.000Z',
  previousTo: '2026-02-25T17:30:00.000Z',
};

export const exampleMetrics = {
  plays: 120,
  watchSeconds: 93_600,
  uniqueVisitors: 96,
  pageViews: 310,
  searches: 41,
};
