/** Lists of top items are sorted, paged and counted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateClickHouse, namedRange, topItems, type ClickHouse } from '../../analytics/index.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { playback, storeEvents } from '../support/stored-events.js';

const everything = { limit: 1000, offset: 0 };
const NOW = Date.UTC(2024, 3, 7, 9, 20, 31, 250);

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`top items: ${name}`, () => {
    let app: TestClickHouse;
    let clickHouse: ClickHouse;
    beforeAll(async () => {
      app = await open();
      clickHouse = await app.connect();
      // The events are from long ago.
      await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
    });
    afterAll(async () => {
      await clickHouse.close();
      await app.remove();
    });

    it('are sorted, paged and counted', async () => {
      const accountId = 1;
      const events = [3, 1, 2].flatMap((itemId, place) =>
        Array.from({ length: place + 1 }, (_, session) =>
          playback({
            accountId,
            occurredAt: NOW - 1000,
            itemId,
            playbackSessionId: `${session}`,
            totalPlaybackSeconds: 10 - itemId,
          }),
        ),
      );
      await storeEvents(clickHouse, { events, token: `sort-${accountId}` });
      const scope = { accountId, range: namedRange('day', NOW, 'UTC') };
      const ids = async (page: Parameters<typeof topItems>[2]) => {
        const { items, totalRecords } = await topItems(clickHouse, scope, page);
        expect(totalRecords).toBe(3);
        return items.map(({ itemId }) => itemId);
      };
      expect(await ids(everything)).toEqual([2, 1, 3]);
      expect(await ids({ limit: 1, offset: 1 })).toEqual([1]);
      expect(await ids({ limit: 1, offset: 9 })).toEqual([]);
      expect(await ids({ sort: 'averageCompletion', ...everything })).toEqual([1, 2, 3]);
    });
  });
}
