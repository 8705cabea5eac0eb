/** What the processes have counted against rate limits, on PostgreSQL. Its columns are those that the library writes. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { postgres, run, create, index } = schemaTools(db);
  if (postgres)
    // Unlogged: it is written often, and a crash may empty it.
    await run(
      'create unlogged table "rateLimit" ("key" text collate "C" primary key, "points" integer not null, "expire" bigint not null)',
    );
  else await create('rateLimit', { texts: 'key!', integers: 'points! expire!', key: 'key' });
  await index('rateLimit', 'expire');
};
