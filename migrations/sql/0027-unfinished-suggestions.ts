/** An index by which suggestions are found that nothing goes on with, such as after a restored backup. */
import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index "processingStep_unsuggested" on "processingStep" ("itemId")
    where "name" = 'suggest' and "status" in ('pending', 'running')`.execute(db);
};
