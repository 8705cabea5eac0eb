/** A report that lacks accepted events says so, as docs/stats.md states. */
import { expect, it } from 'vitest';
import { log } from '../support/engagement.js';
import { useApp } from '../support/start-app.js';

const app = useApp();

it('has `asOf` while events wait longer than five seconds, and not once they are stored', async () => {
  const asOf = async (report: string): Promise<string | undefined> => {
    const { status, body } = await app.demo.api.get(`/stats/${report}`);
    expect(status).toBe(200);
    return body.asOf;
  };
  expect(await asOf('overview')).toBeUndefined();
  const clickHouse = await app.app.engagement.clickHouse();
  await clickHouse.command('RENAME TABLE page_views TO page_views_away');
  const before = new Date();
  await log(app.demo, [{ type: 'pageView', url: 'https://www.example.org/a' }]);
  const after = new Date();
  await expect.poll(() => asOf('searches'), { timeout: 60_000, interval: 500 }).toBeDefined();
  const since = new Date((await asOf('searches'))!);
  const { headers } = await app.demo.api.get('/stats/export?report=searches&range=week');
  expect(headers['stats-as-of']).toBe(since.toISOString());
  expect([since >= before, since <= after]).toEqual([true, true]);
  await clickHouse.command('RENAME TABLE page_views_away TO page_views');
  for (const report of ['overview', 'live'])
    await expect.poll(() => asOf(report), { timeout: 60_000, interval: 500 }).toBeUndefined();
  expect((await app.demo.api.get('/stats/overview')).body.overview.pageViews).toBe(1);
}, 120_000);
