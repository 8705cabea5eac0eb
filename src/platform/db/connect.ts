/** Connects to the database: SQLite (one writer, WAL) or PostgreSQL. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  replaceWithNoncontingentExpression,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Database, type Statement } from '../../../sqlite/driver.js';
import { unicodeLike, type Db } from './dialect.js';
import { currentRequest, timedStatement, timedWait } from './request-work.js';
import type { Tables } from './tables.js';
import { DatabaseUnavailableError } from '../lib/errors.js';
import { storeFault } from '../lib/store-fault.js';
import { singleSpaced } from '../lib/white-space.js';

const BUSY_TIMEOUT_MS = 10_000;
/** 16 MiB for each connection. */
const CACHE_SIZE = 'cache_size = -16384';
const STATEMENT_CACHE_SIZE = 500;
/** Time for queries in one turn of the event loop, not counting the last one. */
const TURN_MS = 10;

// Ids and counts are well below 2^53, so both engines return numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * @param url `sqlite:<file>` or `postgres://…`
 * @param requestTimeoutMs limit for a statement of a request on PostgreSQL; 0 for no limit
 */
export const connect = (url: string, requestTimeoutMs = 0): Db => {
  if (/^postgres(ql)?:/.test(url)) return connectPostgres(url, requestTimeoutMs);
  const file = sqliteFile(url);
  if (file !== null) return connectSqlite(file);
  throw new Error(`DATABASE_URL must start with sqlite: or postgres:, not ${url.split(':')[0] ?? url}`);
};

/** The file of an SQLite database; null for PostgreSQL. */
export const sqliteFile = (url: string): string | null =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : null;

const connectPostgres = (connectionString: string, requestTimeoutMs: number): Db => {
  const open = (statement_timeout = 0): pg.Pool => {
    const options = { connectionString, max: 10, connectionTimeoutMillis: 5_000 };
    const pool = new pg.Pool({ ...options, ...(statement_timeout > 0 && { statement_timeout }) });
    // The pool replaces broken connections, and their statements fail. Without listeners, the events would end the
    // process: that of the pool for an idle connection, that of the client for one in use.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = open();
  const limited = requestTimeoutMs > 0 ? open(requestTimeoutMs) : pool;
  const end = async (): Promise<void> => {
    await pool.end();
    if (limited !== pool) await limited.end();
  };
  const connect = async () => {
    // Requests have a time limit for their statements, jobs do not.
    const from = currentRequest() ? limited : pool;
    const client = await timedWait(() => from.connect().catch(connectionLost));
    const query = (text: string, values: readonly unknown[]) =>
      timedStatement(() => client.query(text, [...values]).catch(connectionLost));
    return { query, release: () => client.release() };
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end } as never }),
    // SQLite knows empty lists.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
};

/** The driver's errors have a code, except when the connection is lost. */
const connectionLost = (error: unknown): never => {
  const isKnown = error instanceof TypeError || (error as { code?: unknown }).code !== undefined;
  throw isKnown ? error : new DatabaseUnavailableError(error);
};

const connectSqlite = (file: string): Db => {
  const opened: Database[] = [];
  const open = (readonly: boolean): Database => {
    const database = openSqlite(file, readonly);
    opened.push(database);
    return database;
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    const writer = configure(open(false));
    const reader = open(true);
    reader.pragma(CACHE_SIZE);
    return connectionOf(writer, reader);
  } catch (error) {
    for (const database of opened) database.close();
    throw storeFault(error, file);
  }
};

const configure = (database: Database): Database => {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(CACHE_SIZE);
  // Overwrites deleted data, so that visitors' salts cannot be recovered.
  database.pragma('secure_delete = FAST');
  return database;
};

const connectionOf = (database: Database, readonly: Database): Db => {
  const writer = withStatementCache(database);
  const reader = withStatementCache(readonly);
  const close = (): void => {
    reader.close();
    writer.close();
  };
  const dialect = new SqliteDialect({ database: { ...writer, close } });
  const read: ReadQuery = ({ sql, parameters }) => reader.prepare(sql).all(...parameters);
  const db = new Kysely<Tables>({
    dialect: { ...bound(dialect), createDriver: () => yielding(withReader(dialect.createDriver(), read)) },
  });
  const reads = new LRUCache<string, Read>({
    max: STATEMENT_CACHE_SIZE,
    memoMethod: (text) => rowReader(readonly, text),
  });
  return Object.assign(db, { prepareRead: (text: string) => reads.memo(text) });
};

/** SQLite's DDL is transactional. Kysely takes it not to be, and would run migrations without a transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const bound = (dialect: Dialect): Dialect => ({
  createDriver: () => dialect.createDriver(),
  createAdapter: () => new TransactionalAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

/**
 * Yields to the event loop every few milliseconds. SQLite responds synchronously, so a chain of queries and
 * transactions would otherwise block the event loop until all of them have run.
 */
const yielding = (driver: Driver): Driver => {
  const acquire = driver.acquireConnection.bind(driver);
  let turnStarted: number | undefined;
  driver.acquireConnection = async () => {
    const connection = await acquire();
    if (turnStarted === undefined) {
      turnStarted = performance.now();
      setImmediate(() => (turnStarted = undefined));
    } else if (performance.now() - turnStarted > TURN_MS) await nextTurn();
    return connection;
  };
  return driver;
};

type ReadQuery = (query: CompiledQuery) => unknown[];

/** Also one that is written as text. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || sql.startsWith('select ');

/** A connection that is acquired when first needed. */
interface LazyConnection extends DatabaseConnection {
  writer(): Promise<DatabaseConnection>;
  release(): Promise<void>;
}

/**
 * Reads outside transactions do not wait for this process's transactions, as on PostgreSQL. The statements are counted
 * for the request that makes them.
 */
const withReader = (driver: Driver, read: ReadQuery): Driver => {
  const newConnection = (): LazyConnection => {
    let held: Promise<DatabaseConnection> | undefined;
    const writer = () => (held ??= timedWait(() => driver.acquireConnection()));
    return {
      writer,
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (!held && isRead(query)) return { rows: timedStatement(() => read(query)) as R[] };
        const connection = await writer();
        return timedStatement(() => connection.executeQuery<R>(query));
      },
      streamQuery: async function* <R>(query: CompiledQuery, chunkSize?: number) {
        yield* (await writer()).streamQuery<R>(query, chunkSize);
      },
      release: async () => {
        if (held) await driver.releaseConnection(await held);
      },
    };
  };
  const inWriter =
    <A extends unknown[]>(call: (connection: DatabaseConnection, ...rest: A) => Promise<void>) =>
    async (connection: DatabaseConnection, ...rest: A): Promise<void> =>
      call(await (connection as LazyConnection).writer(), ...rest);
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: () => Promise.resolve(newConnection()),
    releaseConnection: (connection) => (connection as LazyConnection).release(),
    beginTransaction: inWriter(driver.beginTransaction.bind(driver)),
    commitTransaction: inWriter(driver.commitTransaction.bind(driver)),
    rollbackTransaction: inWriter(driver.rollbackTransaction.bind(driver)),
    savepoint: inWriter(driver.savepoint!.bind(driver)),
    rollbackToSavepoint: inWriter(driver.rollbackToSavepoint!.bind(driver)),
    releaseSavepoint: inWriter(driver.releaseSavepoint!.bind(driver)),
  };
};

type Read = ReturnType<NonNullable<Db['prepareRead']>>;

/**
 * Reads rows as arrays and copies them into clones of a row of nulls. Reading such a row and its fields takes about
 * two thirds of the time of the driver's own objects. V8 turns an object that gets more than about 16 keys one by
 * one into a hash table; a clone has all its keys from the start and remains a fast object.
 */
const rowReader = (database: Database, text: string): Read => {
  const statement = database.prepare<unknown[], unknown[]>(text).raw();
  let names: string[] = [];
  let blank: Record<string, unknown> = {};
  const toRow = (values: unknown[]): Record<string, unknown> => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at]!] = values[at];
    return row;
  };
  return {
    all: (...parameters) => {
      const rows = timedStatement(() => statement.all(...parameters));
      // SQLite prepares the statement again when a migration has added columns.
      if (rows[0] && rows[0].length !== names.length) {
        names = statement.columns().map(({ name }) => name);
        blank = Object.fromEntries(names.map((name) => [name, null]));
      }
      return rows.map(toRow);
    },
  };
};

const openSqlite = (file: string, readonly: boolean): Database => {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS, readonly });
  database.function(
    'unicode_like',
    { deterministic: true },
    unicodeLike() as (...values: unknown[]) => unknown,
  );
  database.function('single_spaced', { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? singleSpaced(value) : value,
  );
  return database;
};

/**
 * Caches prepared statements, because Kysely prepares one for every query. Starts transactions as immediate: a
 * deferred one fails at its first write, instead of waiting, if another process is writing.
 */
const withStatementCache = (database: Database) => {
  const statements = new LRUCache<string, Statement>({
    max: STATEMENT_CACHE_SIZE,
    memoMethod: (text) => database.prepare(text),
  });
  return {
    close: () => void database.close(),
    prepare: (text: string): Statement => {
      // A pragma takes effect when it is prepared, so it is not cached.
      if (text.startsWith('pragma')) return database.prepare(text);
      // SQLite rolls back on its own when the disk is full. A second rollback would hide the cause.
      if (text === 'rollback' && !database.inTransaction) return database.prepare('select 1');
      return statements.memo(text === 'begin' ? 'begin immediate' : text);
    },
  };
};
