/** Runs of backups: what the operators see of them, and when the last one succeeded. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create('backupRun', {
    integers: 'done!=0 bytes newBytes encrypted',
    // `backup` or `verification`; of the latter, `name` is what is checked.
    texts: 'kind! state! askedBy! step name path sha256 error startedAt! seenAt! finishedAt',
  });
  await index('backupRun', 'kind state id');
};
