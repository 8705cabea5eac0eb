/** Runs the SQL migrations, in order, for both engines. */
import { existsSync } from 'node:fs';
import {
  DEFAULT_MIGRATION_TABLE,
  Kysely,
  Migrator,
  sql,
  SqliteDialect,
  type Migration,
  type MigrationResultSet,
} from 'kysely';
import * as initial from '../../../migrations/sql/0001-initial.js';
import * as people from '../../../migrations/sql/0002-people.js';
import * as transcriptEditing from '../../../migrations/sql/0003-transcript-editing.js';
import * as trash from '../../../migrations/sql/0004-trash.js';
import * as bulk from '../../../migrations/sql/0005-bulk.js';
import * as uploadsAndPreviews from '../../../migrations/sql/0006-resumable-uploads-and-previews.js';
import * as reviewQueue from '../../../migrations/sql/0007-review-queue.js';
import * as importMany from '../../../migrations/sql/0008-import-many.js';
import * as searchDesk from '../../../migrations/sql/0009-search-desk.js';
import * as searchGroups from '../../../migrations/sql/0010-search-groups.js';
import * as digest from '../../../migrations/sql/0011-digest.js';
import * as backups from '../../../migrations/sql/0012-backups.js';
import * as rateLimits from '../../../migrations/sql/0013-rate-limits.js';
import * as itemLanguage from '../../../migrations/sql/0014-item-language.js';
import * as feedChapters from '../../../migrations/sql/0015-feed-chapters.js';
import * as transcriptionSpeed from '../../../migrations/sql/0016-transcription-speed.js';
import { Database } from '../../../sqlite/driver.js';
import { connect, sqliteFile } from './connect.js';
import { sleep } from '../lib/retry.js';
import { isPostgres, type Db } from './dialect.js';
import type { Tables } from './tables.js';

const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-people': people,
  '0003-transcript-editing': transcriptEditing,
  '0004-trash': trash,
  '0005-bulk': bulk,
  '0006-resumable-uploads-and-previews': uploadsAndPreviews,
  '0007-review-queue': reviewQueue,
  '0008-import-many': importMany,
  '0009-search-desk': searchDesk,
  '0010-search-groups': searchGroups,
  '0011-digest': digest,
  '0012-backups': backups,
  '0013-rate-limits': rateLimits,
  '0014-item-language': itemLanguage,
  '0015-feed-chapters': feedChapters,
  '0016-transcription-speed': transcriptionSpeed,
};

/** The migration that begins, counted from 1. */
export interface MigrationProgress {
  name: string;
  number: number;
  of: number;
}

type OnProgress = (progress: MigrationProgress) => void;

/**
 * Runs pending migrations, one process at a time, each in a transaction of its own: one that is interrupted runs again.
 * A process that comes while another migrates waits for it.
 * @throws {Error} when a newer version has migrated the database
 * @returns the names of the migrations that ran
 */
export const migrate = async (db: Db, onProgress?: OnProgress): Promise<string[]> => {
  const steps = await migrator(db, onProgress);
  const ran: string[] = [];
  for (;;) {
    const result = await steps.migrateUp();
    if (isBusy(result.error)) {
      // Other programs may need the database between two attempts.
      await sleep(RETRY_MS);
      continue;
    }
    const done = migrated(result);
    if (done.length === 0) return ran;
    ran.push(...done);
  }
};

const RETRY_MS = 250;

/** PostgreSQL waits for its lock; SQLite gives up after some seconds. */
const isBusy = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 'SQLITE_BUSY';

/**
 * Runs the migrations up to one, for rows of an older version.
 * @param name the last one to run
 */
export const migrateTo = async (db: Db, name: string): Promise<string[]> =>
  migrated(await (await migrator(db)).migrateTo(name));

/** Whether this version has all of these migrations. */
export const knowsMigrations = (names: readonly string[]): boolean =>
  names.every((name) => name in migrations);

const migrated = ({ error, results }: MigrationResultSet): string[] => {
  if (error) throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
};

export interface MigrationState {
  /** Names of migrations that ran, that have yet to run, and that ran but are not of this version. */
  executed: string[];
  pending: string[];
  unknown: string[];
  /** Whether a version from before 0.1.0, whose migrations are gone, made the tables. */
  isFormer: boolean;
}

/** Reads only. */
export const migrationState = async (db: Db): Promise<MigrationState> => {
  const known = await (await migrator(db)).getMigrations();
  const schema = await schemaOf(db);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (table: string): boolean =>
    tables.some((one) => one.name === table && (schema === undefined || one.schema === schema));
  const recorded = has(DEFAULT_MIGRATION_TABLE)
    ? await sql<{
        name: string;
      }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
    : { rows: [] };
  const names = recorded.rows.map(({ name }) => name);
  return {
    executed: known.filter(({ executedAt }) => executedAt).map(({ name }) => name),
    pending: known.filter(({ executedAt }) => !executedAt).map(({ name }) => name),
    unknown: names.filter((name) => !(name in migrations)),
    // The first migration of those had the name of today's.
    isFormer: names.includes('0002-content-api') || has('indexGeneration'),
  };
};

/**
 * The state of a database that may belong to another version: no byte of it changes. A connection that may write leaves
 * no files behind, but would move what a killed process left in the write-ahead log into the database.
 * @param url of a database that exists
 */
export const migrationStateOf = async (url: string): Promise<MigrationState> => {
  const file = sqliteFile(url);
  const db =
    file === null
      ? connect(url)
      : new Kysely<Tables>({
          dialect: new SqliteDialect({
            database: new Database(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true }),
          }),
        });
  try {
    return await migrationState(db);
  } finally {
    await db.destroy();
  }
};

/** Looks for its own table in the schema of the connection only: a database may have several with such a table. */
const migrator = async (db: Db, onProgress?: OnProgress): Promise<Migrator> =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(onProgress ? reported(onProgress) : migrations) },
    migrationTableSchema: await schemaOf(db),
  });

const reported = (onProgress: OnProgress): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up }], at, { length: of }) => [
      name,
      {
        up: (trx) => {
          onProgress({ name, number: at + 1, of });
          return up(trx);
        },
      },
    ]),
  );

/** Undefined for SQLite. */
const schemaOf = async (db: Db): Promise<string | undefined> => {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
};
