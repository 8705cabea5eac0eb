/**
 * A version of each account's content. Triggers change it with every row that is publicly visible in part, so that no
 * code path can forget to. Versions never repeat, even after a backup is restored.
 */
import type { SchemaTools } from '../schema-tools.js';

const TABLES = [
  ...['collection', 'variantType', 'series', 'speaker', 'topic', 'item', 'itemSpeaker', 'itemTopic'],
  ...['scripture', 'mediaAsset', 'chapter', 'resourceType', 'resource', 'transcript'],
];
/** Public columns of `account`. */
const ACCOUNT_COLUMNS = '"shortName", "name", "timeZone", "settings"';

export const contentVersion = async ({ postgres, run, create }: SchemaTools): Promise<void> => {
  await create('contentVersion', {
    integers: 'accountId!>account',
    texts: 'version! changedDate!',
    key: 'accountId',
  });
  await (postgres ? triggersPostgres(run) : triggersSqlite(run));
};

type Run = SchemaTools['run'];

const triggersSqlite = async (run: Run): Promise<void> => {
  const create = (table: string, event: string, when: string, accountId: string) =>
    run(`create trigger "${table}_version_${event}" after ${when} on "${table}" begin
      insert into "contentVersion" values (
        ${accountId}, lower(hex(randomblob(12))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      on conflict ("accountId") do update
        set "version" = excluded."version", "changedDate" = max("changedDate", excluded."changedDate"); end`);
  for (const table of TABLES) {
    await create(table, 'insert', 'insert', 'new."accountId"');
    await create(table, 'update', 'update', 'new."accountId"');
    await create(table, 'delete', 'delete', 'old."accountId"');
  }
  await create('account', 'insert', 'insert', 'new."id"');
  await create('account', 'update', `update of ${ACCOUNT_COLUMNS}`, 'new."id"');
};

/**
 * Runs once per transaction, at the commit, so that the account's row is locked briefly and no other lock is taken
 * after it.
 */
const triggersPostgres = async (run: Run): Promise<void> => {
  await run(`create function "bump_content_version"() returns trigger language plpgsql as $$
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
    end $$`);
  const create = (table: string, when: string) =>
    run(`create constraint trigger "${table}_version" after ${when} on "${table}"
      deferrable initially deferred for each row execute function "bump_content_version"()`);
  for (const table of TABLES) await create(table, 'insert or update or delete');
  await create('account', `insert or update of ${ACCOUNT_COLUMNS}`);
};
