/** The usage of each account, counted by triggers, and its own limits. */
import type { SchemaTools } from '../schema-tools.js';

interface Counted {
  table: string;
  /** The column of accountUsage. */
  usage: string;
  /** The column that a row's weight depends on, if the weight can change. */
  changing: string;
  /** The weight of a row: how much it adds to the usage. */
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

export const usage = async ({ postgres, run, create, index }: SchemaTools): Promise<void> => {
  await create('storedFile', { integers: 'accountId!>account sizeBytes!', texts: 'blobKey!' });
  await index('storedFile', 'blobKey', { unique: true });
  await create('accountUsage', {
    integers:
      'accountId! storedBytes! items! tokens! webhooks! maxStoredBytes maxItems maxTokens maxWebhooks',
    key: 'accountId',
  });
  await (postgres ? countPostgres(run) : countSqlite(run));
};

type Run = SchemaTools['run'];

const countSqlite = async (run: Run): Promise<void> => {
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

/** Counts inserts per statement, because a row that one transaction updates thousands of times becomes slow to find. */
const countPostgres = async (run: Run): Promise<void> => {
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
