/** Who looks at what, in SQL, so that people see each other whatever process serves them. */
import type { Db } from '../db/dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { updateWhere, deleteWhere, rowsWhere } from '../db/rows.js';

/** A process notes its rows this often, */
export const PRESENCE_MS = 5_000;
/** and a row that was not noted for this long is of a process that has ended. */
const GONE_MS = 20_000;

export interface Presence {
  accountId: number;
  personId: number;
  /** null outside an item. */
  itemId: number | null;
}

/** @param owner the process @returns the id of the row */
export const insertPresence = async (
  db: Db,
  clock: Clock,
  owner: string,
  presence: Presence,
): Promise<number> => {
  const { id } = await db
    .insertInto('presence')
    .values({ ...presence, owner, seenAt: isoTime(clock) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const deletePresence = async (db: Db, id: number): Promise<void> => {
  await deleteWhere(db, 'presence', { id }).execute();
};

/** Notes that all rows of the process are current. */
export const renewPresence = async (db: Db, clock: Clock, owner: string): Promise<void> => {
  await updateWhere(db, 'presence', { owner })
    .set({ seenAt: isoTime(clock) })
    .execute();
};

export const deleteGonePresence = async (db: Db, clock: Clock): Promise<void> => {
  await db.deleteFrom('presence').where('seenAt', '<', isoTime(clock, -GONE_MS)).execute();
};

export interface PresentPerson {
  id: number;
  name: string;
  itemId: number | null;
}

const MAX_PEOPLE = 100;

/** The people of an account, by name; once for each item that they have open. */
export const peoplePresent = (db: Db, clock: Clock, accountId: number): Promise<PresentPerson[]> =>
  rowsWhere(db, 'presence', { accountId })
    .innerJoin('person', 'person.id', 'presence.personId')
    .select(['person.id', 'person.name', 'presence.itemId'])
    .distinct()
    .where('presence.seenAt', '>=', isoTime(clock, -GONE_MS))
    .orderBy('person.name')
    .orderBy('person.id')
    .orderBy('presence.itemId')
    .limit(MAX_PEOPLE)
    .execute();
