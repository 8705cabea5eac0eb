/** Languages: of items, as set, told from their texts, and in use; and the default of a collection. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { add } = schemaTools(db);
  await add('item', { texts: 'language detectedLanguage effectiveLanguage' });
  await add('collection', { texts: 'defaultLanguage' });
  await sql`update "item" set "effectiveLanguage" = (select "transcript"."language" from "transcript"
    where "transcript"."itemId" = "item"."id" and "transcript"."isCurrent" = 1 limit 1)`.execute(db);
};
