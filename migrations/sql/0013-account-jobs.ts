/** Jobs that accounts start and watch, with what they have done so far. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index, postgres } = schemaTools(db);
  await create(
    'accountJob',
    'accountId!>account total! done! failed!',
    'kind! action status! errors! request! entryDate! finishedDate',
  );
  await index('accountJob', 'accountId id');
  for (const field of ['status', 'entryDate', 'finishedDate'])
    await index('accountJob', `accountId ${field} id`);
  if (postgres)
    await sql`create index "accountJob_accountId_finishedDate_desc" on "accountJob"
      ("accountId", "finishedDate" desc nulls last, "id" desc)`.execute(db);
  await sql`create index "accountJob_open" on "accountJob" ("accountId", "kind", "id")
    where "finishedDate" is null`.execute(db);
  await sql`create index "accountJob_finished" on "accountJob" ("finishedDate")`.execute(db);
};
