/** The table of the search index's versions has the name that the code and the documentation use. */
import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === 'indexGeneration'))
    await sql`alter table "indexGeneration" rename to "indexVersion"`.execute(db);
};
