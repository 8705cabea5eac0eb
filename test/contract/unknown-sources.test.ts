/** Events with an unknown source or quality, and those of which only the totals are left. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateClickHouse, overview, quality, sources, type ClickHouse } from '../../analytics/index.js';
import { daysBetween } from '../../analytics/reports/range.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { NOON, pageView, playback, storeEvents } from '../support/stored-events.js';

const unknown = { country: null, device: null, browser: null };

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`unknown sources: ${name}`, () => {
    let app: TestClickHouse;
    let clickHouse: ClickHouse;
    beforeAll(async () => {
      app = await open();
      clickHouse = await app.connect();
    });
    afterAll(async () => {
      await clickHouse.close();
      await app.remove();
    });

    it('are counted beside known ones, and stay in the sums after retention', async () => {
      await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
      expect(await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 })).toEqual([]);
      const visitorHash = '00000000000000aa';
      await storeEvents(clickHouse, {
        events: [
          pageView(unknown),
          playback(unknown),
          pageView({ ...unknown, visitorHash: '00000000000000bb' }),
          pageView({ visitorHash }),
        ],
        token: 'first',
      });

      const day = new Date(NOON).toISOString().slice(0, 10);
      const scope = { accountId: 1, range: daysBetween(day, day, 'UTC') };
      const page = { limit: 10, offset: 0 };
      const report = await sources(clickHouse, scope, 'country', page);
      expect(report).toMatchObject({
        sources: [
          { value: null, uniqueVisitors: 2, plays: 1, pageViews: 2 },
          { value: 'GB', uniqueVisitors: 1, plays: 0, pageViews: 1 },
        ],
      });
      expect(await overview(clickHouse, scope)).toMatchObject(report.total);
      expect(await quality(clickHouse, scope)).toMatchObject({ sessions: 1, startup: { sessions: 0 } });

      // Retention deletes single events. Their sums remain, without their source.
      await clickHouse.command('TRUNCATE TABLE page_views');
      await clickHouse.command('TRUNCATE TABLE playback');
      await storeEvents(clickHouse, { events: [pageView({ visitorHash })], token: 'later' });
      const after = await sources(clickHouse, scope, 'country', page);
      expect(after.sources).toMatchObject([
        { value: null, uniqueVisitors: 2, plays: 1, pageViews: 3 },
        { value: 'GB', uniqueVisitors: 1, plays: 0, pageViews: 1 },
      ]);
      expect(await overview(clickHouse, scope)).toMatchObject(after.total);
    });
  });
}
