/** Generations of the search index in SQL: which one serves, which is being built. They hold all accounts, hence no account id here. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

export type Generation = Row<'indexGeneration'>;

/** What two generations must share to hold the same vectors. */
export interface GenerationModel {
  modelId: string;
  dimensions: number;
}

const newest = (db: Db, engine: string, state: Generation['state']) =>
  db
    .selectFrom('indexGeneration')
    .selectAll()
    .where('engine', '=', engine)
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(1);

/** The generation that answers searches, if one has been built on this engine. */
export const activeGeneration = (db: Db, engine: string): Promise<Generation | undefined> =>
  newest(db, engine, 'active').executeTakeFirst();

/** The unfinished generation of this model, or a new one. */
export const buildingGeneration = async (
  db: Db,
  clock: Clock,
  engine: string,
  { modelId, dimensions }: GenerationModel,
): Promise<Generation> => {
  const begun = await newest(db, engine, 'building')
    .where('modelId', '=', modelId)
    .where('dimensions', '=', dimensions)
    .executeTakeFirst();
  return (
    begun ??
    (await db
      .insertInto('indexGeneration')
      .values({ engine, modelId, dimensions, state: 'building', entryDate: isoTime(clock) })
      .returningAll()
      .executeTakeFirstOrThrow())
  );
};

/** Lets the generation serve and retires all others of its engine, in one statement. */
export const activateGeneration = async (db: Db, { id, engine }: Generation): Promise<void> => {
  await db
    .updateTable('indexGeneration')
    .set({ state: sql`case when "id" = ${id} then 'active' else 'retired' end` })
    .where('engine', '=', engine)
    .execute();
};

export const retiredGenerations = (db: Db, engine: string): Promise<Generation[]> =>
  db
    .selectFrom('indexGeneration')
    .selectAll()
    .where('engine', '=', engine)
    .where('state', '=', 'retired')
    .execute();

export const forgetGeneration = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('indexGeneration').where('id', '=', id).execute();
};

/** Whether there is anything that an index of this installation should hold. */
export const anyChunks = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('chunk').select('id').limit(1).executeTakeFirst()) !== undefined;
