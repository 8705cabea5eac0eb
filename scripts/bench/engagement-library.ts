/**
 * Data folders with a year of engagement, cached between runs: one with twenty accounts, one with only the first
 * of them.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectClickHouse,
  encodeEvents,
  migrateClickHouse,
  storeBatch,
  type ClickHouse,
} from '../../analytics/index.js';
import type { BenchContext } from './bench.js';
import { engagement, type Audience } from './engagement-data.js';
import { newApp } from './app.js';
import { insertLibrary } from './item-data.js';
import { retainedLibrary } from './library.js';
import { loadWords } from './words.js';

const EVENTS = 10_000_000;
const ITEMS = 5_000;
const ACCOUNTS = 20;
/** The measured account's share of all items and events. */
const SHARE = 0.25;
const BATCH_EVENTS = 100_000;
/** How often all generated visits are duplicated with new visitors. */
const DOUBLINGS = 3;
const YEAR = 365 * 86_400_000;
const PARTS = [
  'dist/migrations',
  'dist/scripts/bench/engagement-data.js',
  'dist/scripts/bench/engagement-library.js',
];

/** New ids derived from the old ones, consistent across tables. */
const other = (id: string, pass: number): string => `reinterpretAsUUID(sipHash128(${id}, ${pass}))`;
const otherOrNone = (id: string, pass: number): string =>
  `if(${id} IS NULL, NULL, ${other(`assumeNotNull(${id})`, pass)})`;
const REPLACED: Record<string, (pass: number) => string[]> = {
  playback: (pass) => [
    `toString(${other('sessionId', pass)}) AS sessionId`,
    `${otherOrNone('searchId', pass)} AS searchId`,
  ],
  page_views: (pass) => [`${otherOrNone('searchId', pass)} AS searchId`],
  searches: (pass) => [`${other('searchId', pass)} AS searchId`],
  search_clicks: (pass) => [`${other('searchId', pass)} AS searchId`],
};
const ROLL_UPS = ['sessions', 'hours', 'item_days'];

/** @param accountId the account with the items 1 to n */
const audiences = (accountId: number): Audience[] => {
  const own = Math.round(ITEMS * SHARE);
  const others = Math.floor((ITEMS - own) / (ACCOUNTS - 1));
  const range = (from: number, length: number): number[] => Array.from({ length }, (_, at) => from + at);
  return [
    { accountId, itemIds: range(1, own), weight: SHARE },
    ...range(0, ACCOUNTS - 1).map((at) => ({
      accountId: accountId + 1 + at,
      itemIds: range(own + 1 + at * others, others),
      weight: (1 - SHARE) / (ACCOUNTS - 1),
    })),
  ];
};

const withEngine = async (
  dataDir: string,
  work: (clickHouse: ClickHouse) => Promise<void>,
): Promise<void> => {
  const clickHouse = await connectClickHouse({ path: join(dataDir, 'clickhouse') });
  try {
    await work(clickHouse);
  } finally {
    await clickHouse.close();
  }
};

/**
 * Duplicates every event some minutes later with another visitor. Goes through the months backwards, so that no
 * event is duplicated twice.
 */
const double = async (clickHouse: ClickHouse, pass: number): Promise<void> => {
  for (const [table, replaced] of Object.entries(REPLACED)) {
    const months = await clickHouse.query<{ month: number }>(
      `SELECT DISTINCT toYYYYMM(at) AS month FROM ${table} ORDER BY month DESC`,
    );
    const columns = [
      'generateUUIDv4() AS id',
      `at + toIntervalMinute(${7 * 2 ** pass}) AS at`,
      `receivedAt + toIntervalMinute(${7 * 2 ** pass}) AS receivedAt`,
      `sipHash64(visitor, ${pass}) AS visitor`,
      ...replaced(pass),
    ];
    for (const { month } of months)
      await clickHouse.command(
        `INSERT INTO ${table} SELECT * REPLACE (${columns.join(', ')}) FROM ${table} AS made
WHERE toYYYYMM(made.at) = {month:UInt32} SETTINGS insert_deduplicate = 0`,
        { month },
      );
  }
};

/** Merges all parts, as ClickHouse eventually does. */
const settle = async (clickHouse: ClickHouse): Promise<void> => {
  for (const table of [...Object.keys(REPLACED), ...ROLL_UPS])
    await clickHouse.command(`OPTIMIZE TABLE ${table} FINAL`);
};

const fill = async (context: BenchContext, dataDir: string, events: number): Promise<void> => {
  const { app, account } = await newApp(dataDir);
  const own = Math.round(ITEMS * SHARE);
  await insertLibrary(app.db, account.id, own, loadWords(context.root), () => undefined);
  await app.close();
  const to = Date.now();
  const made = Math.ceil(events / 2 ** DOUBLINGS);
  await withEngine(dataDir, async (clickHouse) => {
    await migrateClickHouse(clickHouse);
    const bar = context.progress(`stats: ${events.toLocaleString('en')} events`);
    let done = 0;
    for (const batch of engagement(audiences(account.id), made, { from: to - YEAR, to }, BATCH_EVENTS)) {
      await storeBatch(clickHouse, { groups: encodeEvents(batch), token: `made-${done}` });
      bar.update((done += batch.length), events);
    }
    for (let pass = 0; pass < DOUBLINGS; pass++) {
      await double(clickHouse, pass);
      bar.update((done *= 2), events);
    }
    await settle(clickHouse);
    bar.stop();
  });
};

/** Copies the data without the events of other accounts. */
const leaveAlone = async (all: string, dataDir: string): Promise<void> => {
  await cp(all, dataDir, { recursive: true, filter: (path) => path !== join(all, 'made') });
  await withEngine(dataDir, async (clickHouse) => {
    for (const table of [...Object.keys(REPLACED), ...ROLL_UPS])
      await clickHouse.command(
        `ALTER TABLE ${table} DELETE WHERE accountId <> (SELECT min(accountId) FROM hours) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
      );
  });
};

/** Returns the data folders; both contain the same events of the first account. */
export const engagementLibraries = async (
  context: BenchContext,
): Promise<{ all: string; alone: string; events: number }> => {
  const events = context.events ?? EVENTS;
  const all = await retainedLibrary(
    context,
    `engagement-${events}`,
    (dataDir) => fill(context, dataDir, events),
    PARTS,
  );
  return {
    events,
    all,
    alone: await retainedLibrary(context, `alone-${events}`, (dataDir) => leaveAlone(all, dataDir), PARTS),
  };
};
