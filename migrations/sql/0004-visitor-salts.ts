/** The day's salt of each account, with which visitors are told apart; gone a day later. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create('visitorSalt', 'accountId!>account', 'day! salt! entryDate!');
  await index('visitorSalt', 'accountId day', { unique: true });
  await index('visitorSalt', 'entryDate');
};
