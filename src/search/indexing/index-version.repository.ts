/**
 * Versions of the search index in SQL: active, being built, retired. A version covers all accounts, so there is
 * no account id here.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

export type IndexVersion = Row<'indexVersion'>;

/** Versions with the same model and dimensions have the same vectors. */
export interface IndexVersionModel {
  modelId: string;
  dimensions: number;
}

/**
 * The name of a version. The time distinguishes installations that share an engine, because their ids start at 1
 * too.
 */
export const versionKey = ({ id, entryDate }: IndexVersion): string =>
  `${id}-${Date.parse(entryDate).toString(36)}`;

const newest = (db: Db, engine: string, state: IndexVersion['state']) =>
  db
    .selectFrom('indexVersion')
    .selectAll()
    .where('engine', '=', engine)
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(1);

/** The active version, if one has been built on this engine. */
export const activeIndexVersion = (db: Db, engine: string): Promise<IndexVersion | undefined> =>
  newest(db, engine, 'active').executeTakeFirst();

/** The unfinished version of this model, or a new one. */
export const buildingIndexVersion = async (
  db: Db,
  clock: Clock,
  engine: string,
  { modelId, dimensions }: IndexVersionModel,
): Promise<IndexVersion> => {
  const unfinished = await newest(db, engine, 'building')
    .where('modelId', '=', modelId)
    .where('dimensions', '=', dimensions)
    .executeTakeFirst();
  return (
    unfinished ??
    (await db
      .insertInto('indexVersion')
      .values({ engine, modelId, dimensions, state: 'building', entryDate: isoTime(clock) })
      .returningAll()
      .executeTakeFirstOrThrow())
  );
};

/** Activates the version and retires all others of its engine, in one statement. */
export const activateIndexVersion = async (
  db: Db,
  clock: Clock,
  { id, engine }: IndexVersion,
): Promise<void> => {
  await db
    .updateTable('indexVersion')
    .set({
      state: sql`case when "id" = ${id} then 'active' else 'retired' end`,
      activeDate: sql`case when "id" = ${id} then ${isoTime(clock)} else "activeDate" end`,
    })
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

/** Position of the last write to the version that SQL has recorded. */
export const recordedPosition = async (db: Db, { id }: IndexVersion): Promise<number> =>
  (await db.selectFrom('indexVersion').select('changes').where('id', '=', id).executeTakeFirst())?.changes ??
  0;

/** If several processes write, the last one counts. */
export const recordPosition = async (db: Db, { id }: IndexVersion, position: number): Promise<void> => {
  await db
    .updateTable('indexVersion')
    .set({ changes: position })
    .where('id', '=', id)
    .where('changes', '<', position)
    .execute();
};

/** Replaces the recorded position, after the writes in between have been compared. */
export const correctPosition = async (db: Db, { id }: IndexVersion, position: number): Promise<void> => {
  await db.updateTable('indexVersion').set({ changes: position }).where('id', '=', id).execute();
};
