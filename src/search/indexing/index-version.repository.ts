/** Generations of the search index in SQL: which one serves, which is being built. They hold all accounts, hence no account id here. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

export type IndexVersion = Row<'indexVersion'>;

/** What two versions must share to hold the same vectors. */
export interface IndexVersionModel {
  modelId: string;
  dimensions: number;
}

const newest = (db: Db, engine: string, state: IndexVersion['state']) =>
  db
    .selectFrom('indexVersion')
    .selectAll()
    .where('engine', '=', engine)
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(1);

/** The version that answers searches, if one has been built on this engine. */
export const activeIndexVersion = (db: Db, engine: string): Promise<IndexVersion | undefined> =>
  newest(db, engine, 'active').executeTakeFirst();

/** The unfinished version of this model, or a new one. */
export const buildingIndexVersion = async (
  db: Db,
  clock: Clock,
  engine: string,
  { modelId, dimensions }: IndexVersionModel,
): Promise<IndexVersion> => {
  const begun = await newest(db, engine, 'building')
    .where('modelId', '=', modelId)
    .where('dimensions', '=', dimensions)
    .executeTakeFirst();
  return (
    begun ??
    (await db
      .insertInto('indexVersion')
      .values({ engine, modelId, dimensions, state: 'building', entryDate: isoTime(clock) })
      .returningAll()
      .executeTakeFirstOrThrow())
  );
};

/** Lets the version serve and retires all others of its engine, in one statement. */
export const activateIndexVersion = async (db: Db, { id, engine }: IndexVersion): Promise<void> => {
  await db
    .updateTable('indexVersion')
    .set({ state: sql`case when "id" = ${id} then 'active' else 'retired' end` })
    .where('engine', '=', engine)
    .execute();
};

export const retiredIndexVersions = (db: Db, engine: string): Promise<IndexVersion[]> =>
  db
    .selectFrom('indexVersion')
    .selectAll()
    .where('engine', '=', engine)
    .where('state', '=', 'retired')
    .execute();

export const deleteIndexVersion = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('indexVersion').where('id', '=', id).execute();
};

/** Whether there is anything that an index of this installation should hold. */
export const anyChunks = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('chunk').select('id').limit(1).executeTakeFirst()) !== undefined;
