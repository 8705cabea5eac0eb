/** The name and the URL of a speaker's image are one thing: where they differ, the file's name is the name. */
import { sql, type Kysely } from 'kysely';

interface Tables {
  speaker: { id: number; imageUrl: string | null; imageFilename: string | null };
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const speakers = (db as Kysely<Tables>).selectFrom('speaker').selectAll();
  const rows = await speakers.where('imageUrl', 'like', '/files/%').execute();
  for (const { id, imageUrl, imageFilename } of rows) {
    const name = imageUrl?.split('/').at(-1) ?? null;
    if (name === imageFilename) continue;
    await sql`update "speaker" set "imageFilename" = ${name} where "id" = ${id}`.execute(db);
  }
};
