/**
 * Suggestions that processing makes. Scriptures and chapters are suggested in their own tables, with a score; topics and
 * descriptions, and what became of them, in a table of their own.
 */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { types, create, index } = schemaTools(db);
  const score = sql`double precision`;
  await sql`alter table "scripture" add column "score" ${score}`.execute(db);
  await sql`alter table "scripture" add column "startMs" ${types.integer}`.execute(db);
  await sql`alter table "scripture" add column "suggestedKey" ${types.integer}`.execute(db);
  await sql`alter table "chapter" add column "score" ${score}`.execute(db);
  await create(
    'suggestion',
    'accountId!>account itemId!>item topicId>topic startMs',
    'kind! text! source! status! contentHash! entryDate!',
  );
  await sql`alter table "suggestion" add column "score" ${score} not null default 0`.execute(db);
  await index('suggestion', 'itemId kind');
};
