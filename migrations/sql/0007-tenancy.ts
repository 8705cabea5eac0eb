/** What accounts use and may use, the audit log, rotated tokens, and jobs taken from accounts in turn. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index, columns, postgres } = schemaTools(db);

  for (const column of ['lastUsedAt', 'allowedNetworks', 'previousSecretHash', 'previousSecretUntil'])
    await db.schema.alterTable('token').addColumn(column, 'text').execute();
  await index('token', 'previousSecretHash');

  await db.schema
    .alterTable('job')
    .addColumn('queue', 'text', (column) => column.notNull().defaultTo('index'))
    .execute();
  await sql`update "job" set "queue" = 'background'
    where "kind" in ('deliverWebhook', 'finalizeUpload', 'removeBlob')`.execute(db);
  await sql`create index "job_turn" on "job" ("queue", "accountId", "runAt", "id")
    where "status" = 'waiting'`.execute(db);

  await create(
    'auditEntry',
    'accountId!>account tokenId recordId responseStatus',
    'actor! tokenName operation! recordType changedFields! address requestId entryDate!',
  );
  await index('auditEntry', 'accountId id');
  for (const field of ['entryDate', 'tokenId', 'recordId', 'requestId']) {
    await index('auditEntry', `accountId ${field} id`);
    if (postgres && field !== 'entryDate')
      await sql`create index ${sql.id(`auditEntry_accountId_${field}_desc`)} on "auditEntry"
        ("accountId", ${sql.ref(field)} desc nulls last, "id" desc)`.execute(db);
  }

  await create('storedFile', 'accountId!>account sizeBytes!', 'blobKey!');
  await index('storedFile', 'blobKey', { unique: true });
  await columns(
    db.schema.createTable('accountUsage'),
    'integer',
    'accountId! storedBytes! items! tokens! webhooks! maxStoredBytes maxItems maxTokens maxWebhooks',
  )
    .addPrimaryKeyConstraint('accountUsage_pk', ['accountId'] as never[])
    .execute();
  await recordStoredFiles(db, postgres);
  await sql`insert into "accountUsage" ("accountId", "storedBytes", "items", "tokens", "webhooks")
    select "id",
      (select coalesce(sum("sizeBytes"), 0) from "storedFile" where "accountId" = "account"."id"),
      (select count(*) from "item" where "accountId" = "account"."id" and "deletedDate" is null),
      (select count(*) from "token" where "accountId" = "account"."id" and "revokedAt" is null),
      (select count(*) from "webhook" where "accountId" = "account"."id" and "deletedDate" is null)
    from "account"`.execute(db);
  await (postgres ? countPostgres(db) : countSqlite(db));
};

const VARIANTS = ['square', 'wide', 'ultraWide', 'vertical'];

/** The files that are being uploaded and those that records refer to, as far as their size is known. */
const recordStoredFiles = async (db: Kysely<unknown>, postgres: boolean): Promise<void> => {
  const add = (
    table: string,
    blobKey: RawBuilder<unknown>,
    size: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
  ) =>
    sql`insert into "storedFile" ("accountId", "sizeBytes", "blobKey")
      select "accountId", ${size}, ${blobKey} from ${sql.table(table)} where ${where} and ${size} is not null
      on conflict do nothing`.execute(db);
  const keyIn = (url: string) => sql`substr(${sql.ref(url)}, ${sql.lit('/files/'.length + 1)})`;
  const isStored = (url: string) => sql`${sql.ref(url)} like '/files/%'`;
  await add('upload', sql.ref('blobKey'), sql.ref('sizeBytes'), sql`1 = 1`);
  for (const table of ['mediaAsset', 'resource'])
    await add(
      table,
      keyIn('url'),
      sql.ref('fileSizeBytes'),
      sql`${isStored('url')} and "deletedDate" is null`,
    );
  for (const table of ['item', 'series'])
    for (const variant of VARIANTS) {
      const metadata = sql.ref(`${variant}ImgMetadata`);
      const size = postgres
        ? sql`cast(cast(${metadata} as json) ->> 'fileSizeBytes' as bigint)`
        : sql`json_extract(${metadata}, '$.fileSizeBytes')`;
      await add(table, keyIn(`${variant}ImgUrl`), size, isStored(`${variant}ImgUrl`));
    }
};

interface Counted {
  table: string;
  /** The column of accountUsage. */
  usage: string;
  /** The column that a row's weight depends on, if it changes. */
  changing: string;
  /** What a row adds to the usage. */
  weight(row: string): string;
}

const existing = (table: string, usage: string, changing: string): Counted => ({
  table,
  usage,
  changing,
  weight: (row) => `(case when ${row}."${changing}" is null then 1 else 0 end)`,
});

const counted: Counted[] = [
  existing('item', 'items', 'deletedDate'),
  existing('token', 'tokens', 'revokedAt'),
  existing('webhook', 'webhooks', 'deletedDate'),
  {
    table: 'storedFile',
    usage: 'storedBytes',
    changing: 'sizeBytes',
    weight: (row) => `${row}."sizeBytes"`,
  },
];

const EMPTY_USAGE = `insert into "accountUsage" ("accountId", "storedBytes", "items", "tokens", "webhooks")
  values (new."id", 0, 0, 0, 0);`;

const countSqlite = async (db: Kysely<unknown>): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create trigger "account_usage" after insert on "account" begin ${EMPTY_USAGE} end`);
  for (const { table, usage, changing, weight } of counted) {
    const add = (row: string, amount: string): string =>
      `begin update "accountUsage" set "${usage}" = "${usage}" + ${amount} where "accountId" = ${row}."accountId"; end`;
    await run(
      `create trigger "${table}_usage_insert" after insert on "${table}" ${add('new', weight('new'))}`,
    );
    await run(
      `create trigger "${table}_usage_delete" after delete on "${table}" ${add('old', `(0 - ${weight('old')})`)}`,
    );
    await run(`create trigger "${table}_usage_update" after update of "${changing}" on "${table}"
      when ${weight('new')} <> ${weight('old')} ${add('new', `${weight('new')} - ${weight('old')}`)}`);
  }
};

/** Inserts are counted by statement: a row that a transaction updates thousands of times becomes slow to find. */
const countPostgres = async (db: Kysely<unknown>): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db);
  const create = (name: string, body: string) =>
    run(`create function "${name}"() returns trigger language plpgsql as
      $$ begin ${body} return null; end $$`);
  const when = async (name: string, event: string, condition = ''): Promise<void> => {
    await run(`create trigger "${name}" after ${event} ${condition} execute function "${name}"()`);
  };
  await create('account_usage', EMPTY_USAGE);
  await when('account_usage', 'insert on "account" for each row');
  for (const { table, usage, changing, weight } of counted) {
    const add = (row: string, amount: string): string =>
      `update "accountUsage" set "${usage}" = "${usage}" + ${amount} where "accountId" = ${row}."accountId";`;
    await create(
      `${table}_usage_insert`,
      `update "accountUsage" set "${usage}" = "${usage}" + "added"."sum"
        from (select "accountId", sum(${weight('inserted')}) as "sum" from inserted group by "accountId") as "added"
        where "accountUsage"."accountId" = "added"."accountId" and "added"."sum" <> 0;`,
    );
    await when(
      `${table}_usage_insert`,
      `insert on "${table}" referencing new table as inserted for each statement`,
    );
    await create(`${table}_usage_delete`, add('old', `(0 - ${weight('old')})`));
    await when(`${table}_usage_delete`, `delete on "${table}" for each row`);
    await create(`${table}_usage_update`, add('new', `${weight('new')} - ${weight('old')}`));
    await when(
      `${table}_usage_update`,
      `update of "${changing}" on "${table}" for each row`,
      `when (${weight('new')} <> ${weight('old')})`,
    );
  }
};
