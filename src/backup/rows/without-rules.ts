/**
 * Fills tables without triggers and foreign keys, which would change the rows, or ask for an order of the tables. Both
 * are put back as they were, and foreign keys are checked then.
 */
import { sql, type Kysely } from 'kysely';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { Tables } from '../../platform/db/tables.js';
import { DamagedBackupError } from '../format/encryption.js';
import type { BackedUpTable } from './backed-up-tables.js';

/**
 * Runs the work in one transaction.
 * @param lastIds the ids after which each table's numbering goes on
 * @throws {DamagedBackupError} when a row refers to one that is missing
 */
export const withoutRules = (
  db: Db,
  tables: readonly BackedUpTable[],
  work: (connection: Db) => Promise<void>,
  lastIds: Readonly<Record<string, number>>,
): Promise<void> =>
  isPostgres(db)
    ? db.transaction().execute((trx) => onPostgres(trx, tables, work, lastIds))
    : onSqlite(db, work, lastIds);

type Run = (statement: string) => Promise<void>;

const runOn =
  (db: Kysely<Tables>): Run =>
  async (statement) => {
    await sql.raw(statement).execute(db);
  };

const onPostgres = async (
  db: Db,
  tables: readonly BackedUpTable[],
  work: (connection: Db) => Promise<void>,
  lastIds: Readonly<Record<string, number>>,
): Promise<void> => {
  const run = runOn(db);
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as "name", pg_get_constraintdef(oid) as "definition"
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, name } of keys) await run(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await run(`alter table "${name}" disable trigger user`);
  await work(db);
  for (const { name } of tables) await run(`alter table "${name}" enable trigger user`);
  for (const { table, name, definition } of keys)
    await run(`alter table ${table} add constraint ${name} ${definition}`).catch((error: unknown) => {
      throw new DamagedBackupError(`Rows of ${table} refer to missing ones (${name})`, { cause: error });
    });
  for (const [table, last] of Object.entries(lastIds))
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${last})`.execute(db);
};

const onSqlite = (
  db: Db,
  work: (connection: Db) => Promise<void>,
  lastIds: Readonly<Record<string, number>>,
): Promise<void> =>
  db.connection().execute(async (connection) => {
    const run = runOn(connection);
    // Outside of a transaction: inside, it would do nothing.
    await run('pragma foreign_keys = off');
    await run('begin');
    try {
      const { rows: triggers } = await sql<{ name: string; sql: string }>`
        select name, sql from sqlite_master where type = 'trigger'`.execute(connection);
      for (const { name } of triggers) await run(`drop trigger "${name}"`);
      await work(connection);
      for (const trigger of triggers) await run(trigger.sql);
      const { rows: indexes } = await sql<{ name: string }>`
        select name from pragma_table_list where schema = 'main' and type = 'virtual'`.execute(connection);
      for (const { name } of indexes) await run(`insert into "${name}" ("${name}") values ('rebuild')`);
      for (const [table, last] of Object.entries(lastIds)) {
        await sql`delete from sqlite_sequence where name = ${table}`.execute(connection);
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(connection);
      }
      const { rows: broken } = await sql<{ table: string; parent: string }>`
        select "table", "parent" from pragma_foreign_key_check limit 1`.execute(connection);
      if (broken[0])
        throw new DamagedBackupError(
          `Rows of ${broken[0].table} refer to missing ones of ${broken[0].parent}`,
        );
      await run('commit');
    } catch (error) {
      await run('rollback');
      throw error;
    } finally {
      await run('pragma foreign_keys = on');
    }
  });
