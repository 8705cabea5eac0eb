/** Chapters of episodes of podcast feeds, until their media are downloaded. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { add } = schemaTools(db);
  await add('importedEpisode', { texts: 'chapters chaptersUrl' });
};
