/** Date ranges of reports that end today. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import type { Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('a report', () => {
  // Wednesday, noon in Berlin.
  const app = useApp({ clock: createFakeClock('2026-03-04T11:00:00.000Z') });
  beforeAll(async () => {
    await app.demo.api.patch('/account', { timeZone: 'Europe/Berlin' });
  });

  const stats = async (path: string): Promise<Built> => {
    const { status, body } = await app.demo.api.get(`/stats/${path}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };

  it.each([
    ['last7days', '2026-02-25T23:00:00.000Z', '2026-02-18T23:00:00.000Z', 7],
    ['last30days', '2026-02-02T23:00:00.000Z', '2026-01-03T23:00:00.000Z', 30],
    ['last12months', '2025-03-04T23:00:00.000Z', '2024-03-04T23:00:00.000Z', 13],
  ])('covers %s: whole days, compared with as many before', async (name, from, previousFrom, intervals) => {
    const { pageViews, range } = await stats(`page-views?range=${name}`);
    const to = '2026-03-04T23:00:00.000Z';
    expect(range).toEqual({ name, from, to, previousFrom, previousTo: from });
    expect(pageViews.series.length).toBe(intervals);
  });

  it('covers the last 7 days by default', async () => {
    const { range } = await stats('overview');
    expect(range).toMatchObject({ name: 'last7days', from: '2026-02-25T23:00:00.000Z' });
  });
});
