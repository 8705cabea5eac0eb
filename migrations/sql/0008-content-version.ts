/**
 * A version of each account's content that triggers change with every row that the public may see a part of, so that no
 * code path can forget it. Versions never repeat, also after a backup was restored.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { schemaTools } from './schema-tools.js';

const TABLES = [
  ...['collection', 'variantType', 'series', 'speaker', 'topic', 'item', 'itemSpeaker', 'itemTopic'],
  ...['scripture', 'mediaAsset', 'chapter', 'resourceType', 'resource', 'transcript'],
];
/** Columns of `account` that the public sees. */
const ACCOUNT_COLUMNS = sql.raw('"shortName", "name", "timeZone", "settings"');

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { postgres, columns } = schemaTools(db);
  const table = columns(db.schema.createTable('contentVersion'), 'integer', 'accountId!>account');
  await columns(table, 'text', 'version! changedDate!')
    .addPrimaryKeyConstraint('contentVersion_pk', ['accountId'] as never[])
    .execute();
  await (postgres ? triggersPostgres(db) : triggersSqlite(db));
  await sql`insert into "contentVersion" select "id", 'initial', "entryDate" from "account"`.execute(db);
};

const triggersSqlite = async (db: Kysely<unknown>): Promise<void> => {
  const bump = (accountId: string): RawBuilder<unknown> =>
    sql`insert into "contentVersion" values (
        ${sql.raw(accountId)}, lower(hex(randomblob(12))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      on conflict ("accountId") do update
        set "version" = excluded."version", "changedDate" = max("changedDate", excluded."changedDate");`;
  const create = (table: string, event: string, when: RawBuilder<unknown>, accountId: string) =>
    sql`create trigger ${sql.id(`${table}_version_${event}`)} after ${when} on ${sql.table(table)}
      begin ${bump(accountId)} end`.execute(db);
  for (const table of TABLES) {
    await create(table, 'insert', sql`insert`, 'new."accountId"');
    await create(table, 'update', sql`update`, 'new."accountId"');
    await create(table, 'delete', sql`delete`, 'old."accountId"');
  }
  await create('account', 'insert', sql`insert`, 'new."id"');
  await create('account', 'update', sql`update of ${ACCOUNT_COLUMNS}`, 'new."id"');
};

/**
 * Deferred to the commit and once per transaction, so that the lock on the account's row is short and no other lock
 * is requested after it.
 */
const triggersPostgres = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create function "bump_content_version"() returns trigger language plpgsql as $$
    declare
      account bigint;
      current text := txid_current() || '-' || floor(extract(epoch from transaction_timestamp()) * 1000000)::bigint;
    begin
      if tg_table_name = 'account' then account := new."id";
      elsif tg_op = 'DELETE' then account := old."accountId";
      else account := new."accountId";
      end if;
      perform 1 from "contentVersion" where "accountId" = account and "version" = current;
      if found then return null; end if;
      insert into "contentVersion" values (
        account, current, to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      on conflict ("accountId") do update
        set "version" = excluded."version",
          "changedDate" = greatest("contentVersion"."changedDate", excluded."changedDate");
      return null;
    end $$`.execute(db);
  const create = (table: string, when: RawBuilder<unknown>) =>
    sql`create constraint trigger ${sql.id(`${table}_version`)} after ${when} on ${sql.table(table)}
      deferrable initially deferred for each row execute function "bump_content_version"()`.execute(db);
  for (const table of TABLES) await create(table, sql`insert or update or delete`);
  await create('account', sql`insert or update of ${ACCOUNT_COLUMNS}`);
};
