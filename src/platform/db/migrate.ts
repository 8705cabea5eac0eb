/** Runs the SQL migrations, in order, for both engines. */
import { existsSync } from 'node:fs';
import { DEFAULT_MIGRATION_TABLE, Kysely, Migrator, sql, SqliteDialect, type Migration } from 'kysely';
import * as initial from '../../../migrations/sql/0001-initial.js';
import * as people from '../../../migrations/sql/0002-people.js';
import * as transcriptEditing from '../../../migrations/sql/0003-transcript-editing.js';
import * as trash from '../../../migrations/sql/0004-trash.js';
import * as bulk from '../../../migrations/sql/0005-bulk.js';
import * as uploadsAndPreviews from '../../../migrations/sql/0006-resumable-uploads-and-previews.js';
import * as reviewQueue from '../../../migrations/sql/0007-review-queue.js';
import * as importMany from '../../../migrations/sql/0008-import-many.js';
import { Database } from '../../../sqlite/driver.js';
import { connect, sqliteFile } from './connect.js';
import type { Db } from './dialect.js';
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
};

/**
 * Runs pending migrations, one process at a time (Kysely locks).
 * @throws {Error} when a newer version has migrated the database
 * @returns the names of the migrations that ran
 */
export const migrate = async (db: Db): Promise<string[]> => {
  const { error, results } = await migrator(db).migrateToLatest();
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
  const known = await migrator(db).getMigrations();
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (table: string): boolean => tables.some(({ name }) => name === table);
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

const migrator = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
