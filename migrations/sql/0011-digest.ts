/** The weekly digest: the last week that an account is done with, and who gets it by mail. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { add } = schemaTools(db);
  await add('account', { texts: 'digestWeek' });
  await add('membership', { integers: 'digestMail!=0' });
};
