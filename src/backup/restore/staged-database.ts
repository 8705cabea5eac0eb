/**
 * Fills a new database beside the present one, and exchanges the two: SQLite's file for another file, PostgreSQL's schema
 * for another schema. Every step can be repeated after the process was killed.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { connect, sqliteFile } from '../../platform/db/connect.js';
import type { Db } from '../../platform/db/dialect.js';
import { Database } from '../../../sqlite/driver.js';

/** Name of the schema, or end of the file's name. */
const RESTORING = 'lectern_restoring';
const BEFORE = 'lectern_before';

export interface StagedDatabase {
  /** URL of the new database, until it is switched in. */
  url: string;
  /** The present database as it is now or, after the switch, as it was; null if there was none. */
  formerUrl(): Promise<string | null>;
  /** Begins with an empty one. */
  create(): Promise<void>;
  switchIn(): Promise<void>;
  /** Undoes the switch. */
  switchBack(): Promise<void>;
  /** Removes what was before. */
  dropFormer(): Promise<void>;
  /** Removes the new one, if it was not switched in. */
  dropStaged(): Promise<void>;
}

export const stagedDatabase = (url: string): StagedDatabase => {
  const file = sqliteFile(url);
  return file === null ? inSchemas(url) : inFiles(file);
};

const inFiles = (file: string): StagedDatabase => {
  const staged = `${file}.${RESTORING}`;
  const former = `${file}.${BEFORE}`;
  const remove = (path: string): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  };
  /** Its whole content is then in one file. */
  const settle = (path: string): void => {
    const database = new Database(path);
    database.pragma('wal_checkpoint(truncate)');
    database.close();
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  };
  const move = (from: string, to: string): void => {
    if (!existsSync(from)) return;
    settle(from);
    remove(to);
    renameSync(from, to);
  };
  const done = Promise.resolve();
  return {
    url: `sqlite:${staged}`,
    formerUrl: () => {
      const path = [former, file].find((one) => existsSync(one));
      return Promise.resolve(path === undefined ? null : `sqlite:${path}`);
    },
    create: () => {
      remove(staged);
      return done;
    },
    switchIn: () => {
      if (!existsSync(staged)) return done;
      move(file, former);
      move(staged, file);
      return done;
    },
    switchBack: () => {
      if (!existsSync(former)) return done;
      remove(file);
      move(former, file);
      return done;
    },
    dropFormer: () => {
      remove(former);
      return done;
    },
    dropStaged: () => {
      remove(staged);
      return done;
    },
  };
};

const inSchemas = (url: string): StagedDatabase => {
  const within = (schema: string): string => {
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    return address.href;
  };
  const run = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = connect(url);
    return work(db).finally(() => db.destroy());
  };
  const has = async (db: Db, schema: string): Promise<boolean> => {
    const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
    return rows.length > 0;
  };
  /** The schema of the installation: the first of the search path, also while it does not exist. */
  const presentSchema = async (db: Db): Promise<string> => {
    const { rows } = await sql<{ path: string }>`
      select coalesce(current_schema(), 'public') as path`.execute(db);
    return rows[0]!.path;
  };
  const drop = (schema: string) => (db: Db) =>
    sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db).then(() => undefined);
  const rename = async (db: Db, from: string, to: string): Promise<void> => {
    await sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
  };
  return {
    url: within(RESTORING),
    formerUrl: () => run(async (db) => ((await has(db, BEFORE)) ? within(BEFORE) : url)),
    create: () =>
      run(async (db) => {
        await drop(RESTORING)(db);
        await sql`create schema ${sql.id(RESTORING)}`.execute(db);
      }),
    switchIn: () =>
      run((db) =>
        db.transaction().execute(async (trx) => {
          if (!(await has(trx, RESTORING))) return;
          const schema = await presentSchema(trx);
          await drop(BEFORE)(trx);
          if (await has(trx, schema)) await rename(trx, schema, BEFORE);
          await rename(trx, RESTORING, schema);
        }),
      ),
    switchBack: () =>
      run((db) =>
        db.transaction().execute(async (trx) => {
          if (!(await has(trx, BEFORE))) return;
          const schema = await presentSchema(trx);
          await drop(schema)(trx);
          await rename(trx, BEFORE, schema);
        }),
      ),
    dropFormer: () => run(drop(BEFORE)),
    dropStaged: () => run(drop(RESTORING)),
  };
};
