/** Migrates ClickHouse's schema and applies the configured retention. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import * as initial from '../migrations/clickhouse/0001-initial.js';
import * as campaigns from '../migrations/clickhouse/0002-campaigns.js';
import * as downloads from '../migrations/clickhouse/0003-downloads.js';
import * as orderOfArrival from '../migrations/clickhouse/0004-order-of-arrival.js';
import type { ClickHouse } from './clickhouse/clickhouse.js';
import { connectClickHouse, type ClickHouseAddress } from './clickhouse/connect.js';
import { AnalyticsUnavailableError } from './clickhouse/errors.js';

const migrations = [initial, campaigns, downloads, orderOfArrival];

const RECORD = 'INSERT INTO migrations (id) VALUES ({id:String})';

/** Where versions before 0.1.0 recorded their migrations, which no longer exist. */
const FORMER_RECORD = 'schema_migrations';

/**
 * Whether a version before 0.1.0, which cannot be upgraded, created the tables. Read-only. For an embedded store
 * it looks at the files, because opening one takes seconds.
 * @throws {AnalyticsUnavailableError} when the server does not respond
 */
export const isFormerStore = async (address: ClickHouseAddress): Promise<boolean> => {
  if ('path' in address)
    return lstat(join(address.path, 'data/default', FORMER_RECORD)).then(
      () => true,
      () => false,
    );
  const clickHouse = await connectClickHouse(address);
  return hasFormerTables(clickHouse).finally(() => clickHouse.close());
};

const hasFormerTables = async (clickHouse: ClickHouse): Promise<boolean> => {
  const tables = await clickHouse.query(
    'SELECT name FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    { name: FORMER_RECORD },
  );
  return tables.length > 0;
};

/**
 * The ids of the migrations that would run on a server. Read-only.
 * @throws {AnalyticsUnavailableError} when it does not respond, or a newer version made the tables
 */
export const pendingEventMigrations = async (address: { url: string }): Promise<string[]> => {
  const clickHouse = await connectClickHouse(address);
  try {
    const [recorded] = await clickHouse.query(
      `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'`,
    );
    const done = recorded ? await migrationsDone(clickHouse) : new Set<string>();
    return migrations.filter(({ id }) => !done.has(id)).map(({ id }) => id);
  } finally {
    await clickHouse.close();
  }
};

export interface Retention {
  /** Months to keep raw events; null for ever. Roll-ups are never deleted. */
  rawMonths: number | null;
  /** Days to remember ids chosen by clients, which is how long a client may retry. */
  idDays: number;
}

export const DEFAULT_RETENTION: Retention = { rawMonths: 25, idDays: 30 };

/**
 * Runs pending migrations. Every statement is idempotent: an interrupted migration runs again, and two processes
 * may migrate at once.
 * @throws {AnalyticsUnavailableError} when a version before 0.1.0, or a newer one, made the tables, which are left unchanged
 * @returns the ids of the migrations that ran
 */
export const migrateClickHouse = async (
  clickHouse: ClickHouse,
  retention: Retention = DEFAULT_RETENTION,
): Promise<string[]> => {
  if (await hasFormerTables(clickHouse))
    throw new AnalyticsUnavailableError(
      'The events stored in ClickHouse belong to a version of Lectern from before 0.1.0, which this version cannot upgrade',
    );
  await clickHouse.command(
    `CREATE TABLE IF NOT EXISTS migrations (id String, ranAt DateTime64(6, 'UTC') DEFAULT now64(6))
ENGINE = MergeTree ORDER BY id`,
  );
  const done = await migrationsDone(clickHouse);
  const pending = migrations.filter(({ id }) => !done.has(id));
  for (const { id, statements } of pending) {
    for (const statement of statements) await clickHouse.command(statement);
    await clickHouse.command(RECORD, { id });
  }
  await setRetention(clickHouse, retention, done);
  return pending.map(({ id }) => id);
};

/** @throws {AnalyticsUnavailableError} when a newer version made the tables */
const migrationsDone = async (clickHouse: ClickHouse): Promise<Set<string>> => {
  const rows = await clickHouse.query<{ id: string }>('SELECT DISTINCT id FROM migrations');
  const done = new Set(rows.map(({ id }) => id));
  const newer = [...done].filter(
    (id) => !id.startsWith('retention ') && !migrations.some((one) => one.id === id),
  );
  if (newer.length > 0)
    throw new AnalyticsUnavailableError(
      `The events stored in ClickHouse belong to a newer version of Lectern (${newer.join(', ')}): update Lectern`,
    );
  return done;
};

/** Sets TTLs that differ from the configuration. Expired rows are deleted by the next merge. */
const setRetention = async (
  clickHouse: ClickHouse,
  { rawMonths, idDays }: Retention,
  done: ReadonlySet<string>,
): Promise<void> => {
  const months = rawMonths === null ? null : `toDateTime(at) + toIntervalMonth(${whole(rawMonths)})`;
  const ttls: [string, string | null][] = [
    ...[...initial.rawTables, ...downloads.rawTables].map((table): [string, string | null] => [
      table,
      months,
    ]),
    ['event_ids', `receivedAt + toIntervalDay(${whole(idDays)})`],
  ];
  const [last] = await clickHouse.query<{ id: string }>(
    `SELECT id FROM migrations WHERE startsWith(id, 'retention ') ORDER BY ranAt DESC, id DESC LIMIT 1`,
  );
  const mark = `retention ${rawMonths ?? 'for ever'} months, ids ${idDays} days, tables ${ttls.length}`;
  if (last?.id === mark) return;
  for (const [table, ttl] of ttls) {
    if (ttl !== null) {
      await clickHouse.command(
        `ALTER TABLE ${table} MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0`,
      );
    } else if (done.size > 0) await removeTtl(clickHouse, table);
  }
  await clickHouse.command(RECORD, { id: mark });
};

const removeTtl = async (clickHouse: ClickHouse, table: string): Promise<void> => {
  const [{ sql } = { sql: '' }] = await clickHouse.query<{ sql: string }>(
    'SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  if (/ TTL /.test(sql)) await clickHouse.command(`ALTER TABLE ${table} REMOVE TTL`);
};

const whole = (value: number): number => {
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`Invalid retention: ${value}`);
  return value;
};
