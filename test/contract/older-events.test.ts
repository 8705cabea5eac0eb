/** Events from before sources and quality were recorded: those stored, and those that an older process left waiting. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encodeEvents,
  migrateClickHouse,
  overview,
  quality,
  sources,
  storeBatch,
  type ClickHouse,
} from '../../analytics/index.js';
import { daysBetween } from '../../analytics/range.js';
import * as engagement from '../../migrations/clickhouse/0001-engagement.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { NOON, pageView, playback, storeEvents } from '../support/stored-events.js';

const NEW = ['country', 'device', 'browser', 'startupMs', 'stallCount', 'stalledMs'];

/** As the encoder of before wrote them. */
const asBefore = (events: Parameters<typeof encodeEvents>[0]) =>
  encodeEvents(events).map(({ target, rows, ...rest }) => {
    const [, table = '', columns = ''] = /^(\w+) \((.*)\)$/.exec(target) ?? [];
    const names = columns.split(', ');
    const old = (line: string): string =>
      JSON.stringify((JSON.parse(line) as unknown[]).filter((_, at) => !NEW.includes(names[at]!)));
    return {
      ...rest,
      target: `${table} (${names.filter((name) => !NEW.includes(name)).join(', ')})`,
      rows: `${rows.trimEnd().split('\n').map(old).join('\n')}\n`,
    };
  });

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`older events: ${name}`, () => {
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

    it('are unknown, counted, and accepted beside new ones', async () => {
      for (const statement of engagement.statements) await clickHouse.command(statement);
      await storeBatch(clickHouse, { token: 'stored', groups: asBefore([pageView(), playback()]) });
      await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
      expect(await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 })).toEqual([]);
      const visitorHash = '00000000000000aa';
      await storeBatch(clickHouse, {
        token: 'waiting',
        groups: [
          ...asBefore([pageView({ visitorHash: '00000000000000bb' })]),
          ...encodeEvents([pageView({ visitorHash })]),
        ],
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

      // Retention deletes single events; their sums stay, and nobody knows any more where they came from.
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
