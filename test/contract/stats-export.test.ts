/** Exports in each format: all rows, exact values, and no formulas. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '../../analytics/clickhouse/clickhouse.js';
import { exportEvents, exportRows, exportSearches, exportTopItems } from '../../analytics/export.js';
import { EVENT_TYPES } from '../../analytics/index.js';
import { migrateClickHouse } from '../../analytics/migrate.js';
import { daysBetween } from '../../analytics/reports/range.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import {
  NOON,
  clicked,
  downloaded,
  pageView,
  playback,
  searched,
  storeEvents,
} from '../support/stored-events.js';

const bytes = async (stream: Promise<AsyncIterable<Buffer>>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const lines = async (stream: Promise<AsyncIterable<Buffer>>): Promise<string[]> =>
  (await bytes(stream)).toString().trimEnd().split('\n');

const day = new Date(NOON).toISOString().slice(0, 10);
const scope = { accountId: 1, range: daysBetween(day, day, 'UTC') };

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`exports: ${name}`, () => {
    let app: TestClickHouse;
    let clickHouse: ClickHouse;
    const search = searched({ query: '=HYPERLINK("http://evil.example")' });
    const events = [
      playback({ currentPlaybackPositionSeconds: 1.5, searchId: search.searchId }),
      ...Array.from({ length: 2_000 }, (_, n) =>
        pageView({ itemId: 1 + (n % 2), url: `https://a.example/${n}` }),
      ),
      search,
      clicked({ searchId: search.searchId }),
      downloaded(),
    ];
    beforeAll(async () => {
      app = await open();
      clickHouse = await app.connect();
      await migrateClickHouse(clickHouse);
      await storeEvents(clickHouse, { events, token: 'exports' });
      await storeEvents(clickHouse, { events: [pageView({ accountId: 2 })], token: 'of-another' });
    });
    afterAll(async () => {
      await clickHouse.close();
      await app.remove();
    });

    it('contain every event of the account, with the names from the API', async () => {
      const views = (
        await lines(exportEvents(clickHouse, scope, 'pageView', { as: 'jsonl', zoneOfDays: 'UTC' }))
      ).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(views).toHaveLength(2_000);
      expect(new Set(views.map(({ url }) => url)).size).toBe(2_000);
      const [play] = await lines(
        exportEvents(clickHouse, scope, 'mediaPlaybackEvent', { as: 'jsonl', zoneOfDays: 'UTC' }),
      );
      expect(JSON.parse(play!)).toMatchObject({
        eventId: events[0]!.id,
        occurredAt: new Date(NOON).toISOString(),
        visitorHash: '00000000000000ff',
        eventType: 'play',
        currentPlaybackPositionSeconds: 1.5,
        isEmbedded: true,
        searchId: search.searchId,
        errorMessage: null,
      });
    });

    it('write CSV with a header and empty fields for null, and escape formulas', async () => {
      const [head, ...rows] = await lines(exportSearches(clickHouse, scope, { as: 'csv' }));
      expect(head).toBe(
        '"query","searches","withoutResults","clicks","clickThroughRate","averageClickRank","plays","watchSeconds"',
      );
      expect(rows).toEqual([`"'=hyperlink(""http://evil.example"")",1,0,1,1,1,1,0`]);
      expect(
        await lines(exportTopItems(clickHouse, scope, [{ itemId: 1, title: 'Hope, "now"' }], { as: 'csv' })),
      ).toEqual([
        '"itemId","title","plays","uniqueSessions","watchSeconds","averageCompletion","pageViews","searchPlays"',
        '1,"Hope, ""now""",1,1,0,0.0008,1000,1',
        '2,"",0,0,0,,1000,0',
      ]);
    });

    it('write rows from memory, and empty results', async () => {
      const columns = {
        start: `DateTime64(3, 'UTC')`,
        views: 'UInt64',
        share: 'Nullable(Float64)',
        name: 'String',
      };
      const row = { start: '2024-02-29T12:00:00.000Z', views: 2 ** 40, share: null, name: `it's \\ "so"\n` };
      const [line] = await lines(exportRows(clickHouse, columns, [row], { as: 'jsonl' }));
      expect(JSON.parse(line!)).toEqual(row);
      expect(await lines(exportRows(clickHouse, columns, [], { as: 'csv' }))).toEqual([
        '"start","views","share","name"',
      ]);
    });

    it('prefix every text that a spreadsheet would read as a formula with an apostrophe', async () => {
      const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
      const before = ['', ' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\u0001', '\ufeff', '\u200b', ' \n\t '];
      const dangerous = before.flatMap((space) => starts.map((start) => `${space}${start}1`));
      dangerous.push('\tx', '\rx', '\nx', '-5', '=');
      const harmless = ['', '1', 'a=1', ' x', 'Größe', '５', '"=1"', "'=1", '—dash', 'ー'];
      const columns = { name: 'String', n: 'Int64', share: 'Float64' };
      const rows = [...dangerous, ...harmless].map((name) => ({ name, n: -5, share: -0.5 }));
      const csv = (await bytes(exportRows(clickHouse, columns, rows, { as: 'csv' }))).toString();
      const cells = [...csv.matchAll(/"((?:[^"]|"")*)",-5,-0.5\n/g)].map(([, cell = '']) =>
        cell.replaceAll('""', '"'),
      );
      expect(cells).toEqual([...dangerous.map((text) => `'${text}`), ...harmless]);
      const json = await lines(exportRows(clickHouse, columns, rows, { as: 'jsonl' }));
      expect(json.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual([
        ...dangerous,
        ...harmless,
      ]);
    });

    it('write Parquet that ClickHouse can read', async () => {
      const parquet = await bytes(
        exportEvents(clickHouse, scope, 'pageView', { as: 'parquet', zoneOfDays: 'UTC' }),
      );
      expect(parquet.subarray(0, 4).toString() + parquet.subarray(-4).toString()).toBe('PAR1PAR1');
      const [read] = await clickHouse.query<{ n: number; urls: number; type: string }>(
        `SELECT count() AS n, uniqExact(url) AS urls, any(toTypeName(occurredAt)) AS type
FROM format(Parquet, base64Decode({file:String}))`,
        { file: parquet.toString('base64') },
      );
      expect(read).toMatchObject({ n: 2_000, urls: 2_000, type: expect.stringContaining('DateTime64') });
    });

    it('declare all text columns in Parquet as UTF-8', async () => {
      const files = [
        ...EVENT_TYPES.map((type) =>
          exportEvents(clickHouse, scope, type, { as: 'parquet', zoneOfDays: 'UTC' }),
        ),
        exportSearches(clickHouse, scope, { as: 'parquet' }),
        exportTopItems(clickHouse, scope, [{ itemId: 1, title: 'Größe' }], { as: 'parquet' }),
        exportRows(clickHouse, { name: 'String' }, [{ name: 'Größe' }], { as: 'parquet' }),
      ];
      const types = new Map<string, string>();
      for (const file of files) {
        const [{ names, physical, logical } = { names: [], physical: [], logical: [] }] =
          await clickHouse.query<Record<'names' | 'physical' | 'logical', string[]>>(
            `SELECT columns.name AS names, columns.physical_type AS physical, columns.logical_type AS logical
FROM format(ParquetMetadata, base64Decode({file:String}))`,
            { file: (await bytes(file)).toString('base64') },
          );
        names.forEach((name, at) => {
          if (physical[at]?.includes('BYTE_ARRAY')) types.set(name, logical[at] ?? '');
        });
      }
      expect([...new Set(types.values())]).toEqual(['String']);
      for (const name of [
        'eventId',
        'eventType',
        'origin',
        'searchId',
        'mode',
        'url',
        'query',
        'title',
        'name',
      ])
        expect(types.has(name), name).toBe(true);
    });

    it('write times as text with a zone offset', async () => {
      const timeZone = 'Asia/Kolkata';
      const [view] = await lines(
        exportEvents(clickHouse, scope, 'pageView', { as: 'jsonl', zoneOfDays: 'UTC', timeZone }),
      );
      const { occurredAt } = JSON.parse(view!) as { occurredAt: string };
      expect(occurredAt).toBe('2026-05-13T17:30:00.000+05:30');
      const columns = { start: `DateTime64(3, 'UTC')` };
      const rows = [{ start: '2024-02-29T12:00:00.000Z' }, { start: '2024-07-01T12:00:00.120Z' }];
      expect(
        await lines(exportRows(clickHouse, columns, rows, { as: 'csv', timeZone: 'America/New_York' })),
      ).toEqual(['"start"', '"2024-02-29T07:00:00.000-05:00"', '"2024-07-01T08:00:00.120-04:00"']);
      expect(await lines(exportSearches(clickHouse, scope, { as: 'csv', timeZone }))).toHaveLength(2);
    });
  });
}
