/** Reads rows as they were at one time, while others write. */
import { sql, type Kysely } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect } from '../../platform/db/connect.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { Tables } from '../../platform/db/tables.js';
import { backedUpTables, type BackedUpTable } from './backed-up-tables.js';

/** Rows that are read at a time. */
const PAGE = 500;

export type StoredRow = Record<string, string | number | null>;

export interface Snapshot {
  tables: BackedUpTable[];
  /** Names of the migrations that ran. */
  migrations: string[];
  rows(table: BackedUpTable): AsyncGenerator<StoredRow>;
  /** The last id of each table that the database numbers, whether or not its row is still there. */
  lastIds(): Promise<Record<string, number>>;
  /** The value that tells whether a secret key is the right one; null before the first start. */
  keyCheck(): Promise<string | null>;
}

/**
 * Runs the work on a snapshot: a read transaction on a connection of its own.
 * @param url of the database
 */
export const withSnapshot = async <T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
  const db = connect(url);
  try {
    return await db.connection().execute(async (connection) => {
      await begin(connection);
      try {
        return await work(await snapshotOf(connection));
      } finally {
        await sql`rollback`.execute(connection).catch(() => undefined);
      }
    });
  } finally {
    await db.destroy();
  }
};

const begin = async (db: Kysely<Tables>): Promise<void> => {
  if (isPostgres(db)) await sql`begin transaction isolation level repeatable read read only`.execute(db);
  else {
    // Deferred: the driver of the app would begin as a writer.
    await sql`begin deferred transaction`.execute(db);
    // The snapshot is of the first read.
    await sql`select 1 from "account" limit 1`.execute(db);
  }
};

const snapshotOf = async (db: Db): Promise<Snapshot> => {
  const tables = await backedUpTables(db);
  const { rows: ran } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db,
  );
  return {
    tables,
    migrations: ran.map(({ name }) => name),
    rows: (table) => rowsOf(db, table),
    lastIds: async () => (isPostgres(db) ? postgresIds(db, tables) : sqliteIds(db, tables)),
    keyCheck: async () =>
      (await db.selectFrom('secretKeyCheck').select('value').executeTakeFirst())?.value ?? null,
  };
};

/** Page by page in the order of the key. */
const rowsOf = async function* (db: Db, { name, columns, key }: BackedUpTable): AsyncGenerator<StoredRow> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const order = sql.join(key.map((column) => sql.ref(column)));
  let last: StoredRow | undefined;
  for (;;) {
    const after = last
      ? sql`where (${order}) > (${sql.join(key.map((column) => sql.val(last?.[column])))})`
      : sql``;
    const { rows } =
      await sql<StoredRow>`select ${list} from ${sql.table(name)} ${after} order by ${order} limit ${sql.lit(PAGE)}`.execute(
        db,
      );
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
    await nextTurn();
  }
};

const sqliteIds = async (db: Db, tables: readonly BackedUpTable[]): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
    db,
  );
  const names = new Set(tables.map(({ name }) => name));
  return Object.fromEntries(rows.filter(({ name }) => names.has(name)).map(({ name, seq }) => [name, seq]));
};

const postgresIds = async (db: Db, tables: readonly BackedUpTable[]): Promise<Record<string, number>> => {
  const ids: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      last: number | null;
    }>`select pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${name}), 'id')) as last
      where exists (select from pg_attribute where attrelid = quote_ident(${name})::regclass and attname = 'id' and attidentity <> '')`.execute(
      db,
    );
    const last = rows[0]?.last;
    if (typeof last === 'number') ids[name] = last;
  }
  return ids;
};
