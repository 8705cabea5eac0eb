/** One suite for every ClickHouse: embedded, over HTTP, and a server if TEST_CLICKHOUSE_URL names one. */
import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AnalyticsUnavailableError,
  connectClickHouse,
  migrateClickHouse,
  type ClickHouse,
  type StoredEvent,
} from '../../analytics/index.js';
import { clickHouses, onHttp, type TestClickHouse } from '../support/clickhouse.js';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { NOON, clicked, pageView, playback, searched, storeEvents } from '../support/stored-events.js';
import { use } from '../support/use.js';

const NASTY = `O'Brien \\ "quoted" \`tick\`\ttab\nline {x:String} ; -- 神の恵み 🙏`;

describe.each(clickHouses)('ClickHouse %s', (_name, there, open) => {
  let app: TestClickHouse;
  let clickHouse: ClickHouse;
  beforeAll(async () => {
    if (!there) return;
    app = await open();
    clickHouse = await app.connect();
  });
  afterAll(async () => {
    await clickHouse?.close();
    await app?.remove();
  });
  const when = it.skipIf(!there);

  const one = async <Row>(sql: string, params = {}): Promise<Row | undefined> =>
    (await clickHouse.query<Row>(sql, params))[0];

  when('binds parameters of every type, whatever they hold', async () => {
    const uuid = randomUUID();
    const values = {
      text: NASTY,
      large: Number.MAX_SAFE_INTEGER,
      negative: -7,
      fraction: 0.25,
      yes: true,
      uuid,
      day: '2026-05-13',
      at: '2026-05-13 12:00:00.250',
      none: null,
      ids: [1, 2, 3],
      uuids: [uuid],
      texts: ['', NASTY],
      empty: [],
    };
    expect(
      await one(
        `SELECT {text:String} AS text, {large:UInt64} AS large, {negative:Int32} AS negative, {fraction:Float64} AS fraction,
  {yes:Bool} AS yes, {uuid:UUID} AS uuid, {day:Date} AS day, {at:DateTime64(3, 'UTC')} AS at, {none:Nullable(UInt64)} AS none,
  {ids:Array(UInt64)} AS ids, {uuids:Array(UUID)} AS uuids, {texts:Array(String)} AS texts, {empty:Array(String)} AS empty`,
        values,
      ),
    ).toEqual(values);
    // Longer than a URL may be.
    const many = Array.from({ length: 10_000 }, () => randomUUID());
    expect(
      await one('SELECT length({many:Array(UUID)}) AS total, {text:String} AS text', { many, text: NASTY }),
    ).toEqual({ total: many.length, text: NASTY });
    // Concurrently, each with its own values.
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, value) => one<{ v: number }>('SELECT {value:UInt32} AS v', { value })),
    );
    expect(answers.map((row) => row?.v)).toEqual(Array.from({ length: 40 }, (_, value) => value));
  });

  when('is brought up to date once, and again without change', async () => {
    expect((await migrateClickHouse(clickHouse)).length).toBeGreaterThan(0);
    const tables = () =>
      clickHouse.query<{ sql: string }>(
        'SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() ORDER BY name',
      );
    const made = await tables();
    expect(await migrateClickHouse(clickHouse)).toEqual([]);
    expect(await tables()).toEqual(made);

    expect(await migrateClickHouse(clickHouse, { rawMonths: 3, idDays: 10 })).toEqual([]);
    expect(JSON.stringify(await tables())).toContain('toIntervalMonth(3)');
    await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
    expect(JSON.stringify(await tables())).not.toContain('toIntervalMonth');
    await migrateClickHouse(clickHouse);
    expect(await tables()).toEqual(made);
  });

  when('makes every insert durable before it answers, those of views too', async () => {
    const [{ tables } = { tables: [] }] = await clickHouse.query<{ tables: string[] }>(
      `SELECT groupArray(name) AS tables FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
  AND name <> 'migrations' AND NOT (create_table_query LIKE '%fsync_after_insert = 1, fsync_part_directory = 1%')`,
    );
    expect(tables).toEqual([]);
  });

  when('counts a batch once, however often it comes under its token, also after a restart', async () => {
    const events: StoredEvent[] = [
      playback({ errorMessage: NASTY, playbackSessionId: NASTY }),
      playback({ eventType: 'progress', totalPlaybackSeconds: 30, currentPlaybackPositionSeconds: 30 }),
      pageView({ url: `https://grace.example/?q=${encodeURIComponent(NASTY)}`, visitorHash: 'f'.repeat(16) }),
      searched({ query: NASTY }),
      clicked({ visitorHash: null, origin: null }),
      pageView({ id: randomUUID(), idByClient: true }),
    ];
    const counts = () =>
      one(
        `SELECT (SELECT count() FROM playback) AS playback, (SELECT count() FROM page_views) AS pageViews,
  (SELECT count() FROM searches) AS searches, (SELECT count() FROM search_clicks) AS searchClicks,
  (SELECT sum(events) FROM hours) AS hours, (SELECT sum(pageViews) FROM item_days) AS itemDays,
  (SELECT count() FROM event_ids) AS ids, (SELECT any(query) FROM searches) AS query`,
      );
    const once = {
      playback: 2,
      pageViews: 2,
      searches: 1,
      searchClicks: 1,
      hours: 6,
      itemDays: 2,
      ids: 1,
      query: NASTY,
    };
    await storeEvents(clickHouse, { events, token: 'batch-1' });
    expect(await counts()).toEqual(once);
    await storeEvents(clickHouse, { events, token: 'batch-1' });
    expect(await counts()).toEqual(once);

    await clickHouse.close();
    await app.restart();
    clickHouse = await app.connect();
    await storeEvents(clickHouse, { events, token: 'batch-1' });
    expect(await counts()).toEqual(once);

    // The client's id is recognised in every later batch. Events without one count again under a new token.
    await storeEvents(clickHouse, { events, token: 'batch-2' });
    expect(await counts()).toEqual({
      ...once,
      playback: 4,
      pageViews: 3,
      searches: 2,
      searchClicks: 2,
      hours: 11,
      itemDays: 3,
    });
    expect(
      await one(
        'SELECT toUnixTimestamp64Milli(max(at)) AS at, toString(max(visitor)) AS visitor FROM page_views',
      ),
    ).toEqual({ at: NOON, visitor: String(2n ** 64n - 1n) });
  });

  when('streams answers in every format, and stops when nobody reads on', async () => {
    const sql = 'SELECT number AS id, {word:String} AS word FROM numbers({rows:UInt64})';
    const rows = { word: 'a "b", c', rows: 2 };
    expect(await text(await clickHouse.stream(sql, rows, 'JSONEachRow'))).toBe(
      '{"id":0,"word":"a \\"b\\", c"}\n{"id":1,"word":"a \\"b\\", c"}\n',
    );
    expect(await text(await clickHouse.stream(sql, rows, 'CSVWithNames'))).toBe(
      '"id","word"\n0,"a ""b"", c"\n1,"a ""b"", c"\n',
    );
    const parquet = await buffer(await clickHouse.stream(sql, rows, 'Parquet'));
    expect([parquet.subarray(0, 4).toString(), parquet.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);

    const many = 300_000;
    const lines = (await text(await clickHouse.stream(sql, { word: 'x', rows: many }, 'CSVWithNames'))).split(
      '\n',
    );
    expect([lines.length, lines[0], lines.at(-2)]).toEqual([many + 2, '"id","word"', `${many - 1},"x"`]);

    const left = await clickHouse.stream(sql, { word: 'x', rows: 1_000_000 }, 'JSONEachRow');
    for await (const chunk of left) {
      expect((chunk as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect(await clickHouse.ping()).toBe(true);
  });

  when('names what the engine refuses, and goes on', async () => {
    await expect(clickHouse.query('SELECT FROM WHERE')).rejects.toMatchObject({ code: '62' });
    await expect(clickHouse.query('SELECT * FROM no_such_table')).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await expect(clickHouse.query('SELECT {missing:String}')).rejects.toMatchObject({ code: '456' });
    await expect(clickHouse.stream('SELECT * FROM no_such_table', {}, 'Parquet')).rejects.toMatchObject({
      code: '60',
    });
    await expect(
      clickHouse.insert('searches (tookMs)', [Buffer.from('["many"]\n')], 'bad'),
    ).rejects.not.toBeInstanceOf(AnalyticsUnavailableError);
    expect(await one('SELECT 1 AS fine')).toEqual({ fine: 1 });
  });
});

describe.skipIf(!onHttp || !frontCanRun())('ClickHouse over HTTP that becomes unreachable', () => {
  const front = use(() => startClickHouseFront({ password: 'secret' }), 'remove');

  it('is distinguished from one that rejects requests, and the same connection recovers', async () => {
    const clickHouse = await connectClickHouse({ url: front.url });
    expect(await clickHouse.ping()).toBe(true);
    await front.kill();
    expect(await clickHouse.ping()).toBe(false);
    await expect(clickHouse.query('SELECT 1')).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    await expect(clickHouse.command('SELECT 1')).rejects.toBeInstanceOf(AnalyticsUnavailableError);
    await expect(clickHouse.stream('SELECT 1', {}, 'CSVWithNames')).rejects.toBeInstanceOf(
      AnalyticsUnavailableError,
    );
    await front.start();
    expect(await clickHouse.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await clickHouse.close();

    const stranger = await connectClickHouse({ url: front.url.replace('secret', 'guess') });
    await expect(stranger.query('SELECT 1')).rejects.toMatchObject({ code: '516' });
    await stranger.close();
  });
});
