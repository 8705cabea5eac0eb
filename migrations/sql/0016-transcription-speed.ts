/** What transcriptions took of the processors. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await schemaTools(db).add('transcription', { integers: 'processorMs!=0' });
};
