/**
 * The name and the URL of a speaker's image are one thing: where they differ, the file's name is the name. And an item
 * has a transcript for each of its media assets, of which one counts.
 */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

interface Tables {
  speaker: { id: number; imageUrl: string | null; imageFilename: string | null };
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await nameImages(db as Kysely<Tables>);
  const { index } = schemaTools(db);
  await sql`alter table "transcript" add column "isCurrent" integer not null default 1`.execute(db);
  await db.schema.dropIndex('transcript_itemId').execute();
  await index('transcript', 'itemId mediaAssetId', { unique: true });
  await sql`create unique index "transcript_current" on "transcript" ("itemId") where "isCurrent" = 1`.execute(
    db,
  );
};

const nameImages = async (db: Kysely<Tables>): Promise<void> => {
  const speakers = db.selectFrom('speaker').select(['id', 'imageUrl', 'imageFilename']);
  for (const { id, imageUrl, imageFilename } of await speakers
    .where('imageUrl', 'like', '/files/%')
    .execute()) {
    const name = imageUrl?.split('/').at(-1) ?? null;
    if (name !== imageFilename)
      await sql`update "speaker" set "imageFilename" = ${name} where "id" = ${id}`.execute(db);
  }
};
