/** Brings ClickHouse's schema up to date, and its retention to what is configured. */
import * as engagement from '../migrations/clickhouse/0001-engagement.js';
import * as sources from '../migrations/clickhouse/0002-sources-and-quality.js';
import * as withoutStaff from '../migrations/clickhouse/0003-without-staff.js';
import type { ClickHouse } from './clickhouse.js';

const migrations = [engagement, sources, withoutStaff];

const RECORD = 'INSERT INTO schema_migrations (id) VALUES ({id:String})';

export interface Retention {
  /** Months that raw events are retained; null for ever. Roll-ups are never deleted. */
  rawMonths: number | null;
  /** Days that ids chosen by clients are remembered: as long as a client may retry. */
  idDays: number;
}

export const DEFAULT_RETENTION: Retention = { rawMonths: 25, idDays: 30 };

/**
 * Runs the migrations that have not run yet. Every statement can run twice, so a migration cut short is simply run
 * again; two processes at once do no harm.
 * @returns the ids of the migrations that ran now
 */
export const migrateClickHouse = async (
  clickHouse: ClickHouse,
  retention: Retention = DEFAULT_RETENTION,
): Promise<string[]> => {
  await clickHouse.command(
    `CREATE TABLE IF NOT EXISTS schema_migrations (id String, ranAt DateTime64(6, 'UTC') DEFAULT now64(6))
ENGINE = MergeTree ORDER BY id`,
  );
  const rows = await clickHouse.query<{ id: string }>('SELECT DISTINCT id FROM schema_migrations');
  const done = new Set(rows.map(({ id }) => id));
  const pending = migrations.filter(({ id }) => !done.has(id));
  for (const { id, statements } of pending) {
    for (const statement of statements) await clickHouse.command(statement);
    await clickHouse.command(RECORD, { id });
  }
  await setRetention(clickHouse, retention, done);
  return pending.map(({ id }) => id);
};

/** Sets TTLs where they are not as configured; rows past them go with the next merge. */
const setRetention = async (
  clickHouse: ClickHouse,
  { rawMonths, idDays }: Retention,
  done: ReadonlySet<string>,
): Promise<void> => {
  const months = rawMonths === null ? null : `toDateTime(at) + toIntervalMonth(${whole(rawMonths)})`;
  const ttls: [string, string | null][] = [
    ...engagement.rawTables.map((table): [string, string | null] => [table, months]),
    ['event_ids', `receivedAt + toIntervalDay(${whole(idDays)})`],
  ];
  const [last] = await clickHouse.query<{ id: string }>(
    `SELECT id FROM schema_migrations WHERE startsWith(id, 'retention ') ORDER BY ranAt DESC, id DESC LIMIT 1`,
  );
  const mark = `retention ${rawMonths ?? 'for ever'} months, ids ${idDays} days`;
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
