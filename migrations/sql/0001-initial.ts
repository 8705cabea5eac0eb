/** The schema of Lectern 0.1.0: the tables of each context, and the indexes and triggers that span them. */
import type { Kysely } from 'kysely';
import { content } from './0001-initial/content.js';
import { contentVersion } from './0001-initial/content-version.js';
import { fullText } from './0001-initial/full-text.js';
import { identity } from './0001-initial/identity.js';
import { listIndexes } from './0001-initial/list-indexes.js';
import { platform } from './0001-initial/platform.js';
import { processing } from './0001-initial/processing.js';
import { usage } from './0001-initial/usage.js';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tools = schemaTools(db);
  // Each table comes after the tables that it references.
  for (const part of [identity, platform, content, processing, listIndexes, fullText, usage, contentVersion])
    await part(tools);
};
