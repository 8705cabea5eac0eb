/** When items are to be published, and where the times of transcripts end. */
import { sql, type Kysely } from 'kysely';

interface Timed {
  startMs?: number | null;
  endMs?: number | null;
}
interface Transcripts {
  transcript: { id: number; segments: string; endMs: number | null };
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('item').addColumn('publishAt', 'text').execute();
  await sql`create index "item_publishAt" on "item" ("publishAt")
    where "publishAt" is not null and "deletedDate" is null`.execute(db);
  await db.schema.alterTable('transcript').addColumn('endMs', 'bigint').execute();
  await addEnds(db as Kysely<Transcripts>);
};

/** One transcript at a time: they may be large. */
const addEnds = async (db: Kysely<Transcripts>): Promise<void> => {
  for (let after = 0; ;) {
    const row = await db
      .selectFrom('transcript')
      .select(['id', 'segments'])
      .where('id', '>', after)
      .orderBy('id')
      .executeTakeFirst();
    if (!row) return;
    after = row.id;
    const endMs = endOf(row.segments);
    if (endMs !== null) await db.updateTable('transcript').set({ endMs }).where('id', '=', row.id).execute();
  }
};

const endOf = (segments: string): number | null => {
  try {
    let end: number | null = null;
    for (const { startMs, endMs } of JSON.parse(segments) as Timed[]) {
      const last = endMs ?? startMs ?? null;
      if (last !== null && (end === null || last > end)) end = last;
    }
    return end === null ? null : Math.round(end);
  } catch {
    return null;
  }
};
