/** Sessions in SQL. Only hashes of their secrets are stored. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { deleteWhere, rowsWhere, updateWhere } from '../../platform/db/rows.js';

/** What the person, a row of `person`, has besides a password. */
const FACTORS = [
  sql<number | boolean>`exists (select 1 from "totp" where "totp"."personId" = "person"."id"
    and "totp"."confirmedDate" is not null)`.as('hasTotp'),
  sql<number | boolean>`exists (select 1 from "passkey" where "passkey"."personId" = "person"."id")`.as(
    'hasPasskey',
  ),
] as const;

/** The session with this secret and its person, even if expired; empty if it is unknown or the person was removed. */
export const findSession = prepared((db: Db, secretHash: string) =>
  db
    .selectFrom('personSession as session')
    .innerJoin('person', 'person.id', 'session.personId')
    .selectAll('session')
    .select(['person.name', 'person.email', 'person.isOperator', 'person.language', 'person.timeZone'])
    .select(FACTORS)
    .where('session.secretHash', '=', secretHash)
    .where('person.deletedDate', 'is', null),
);

/** The sessions that have not ended, once for each account of their person. */
export const rolesOfSessions = (db: Db, ids: readonly number[], now: string) =>
  db
    .selectFrom('personSession as session')
    .innerJoin('person', 'person.id', 'session.personId')
    .innerJoin('membership', 'membership.personId', 'session.personId')
    .innerJoin('account', 'account.id', 'membership.accountId')
    .select(['session.id', 'session.method', 'membership.accountId', 'membership.role', 'account.settings'])
    .select(FACTORS)
    .where('session.id', 'in', ids)
    .where('session.expiresAt', '>', now)
    .where('person.deletedDate', 'is', null)
    .execute();

export const insertSession = (db: Db, values: NewRow<'personSession'>): Promise<Row<'personSession'>> =>
  db.insertInto('personSession').values(values).returningAll().executeTakeFirstOrThrow();

/** Changes the session of a person; one that has ended stays ended. */
export const updateSession = (
  db: Db,
  personId: number,
  id: number,
  values: Partial<NewRow<'personSession'>>,
): Promise<Row<'personSession'> | undefined> =>
  updateWhere(db, 'personSession', { personId, id }).set(values).returningAll().executeTakeFirst();

/** The sessions of a person that have not expired, last used first. */
export const sessionsOf = (db: Db, personId: number, now: string): Promise<Row<'personSession'>[]> =>
  rowsWhere(db, 'personSession', { personId })
    .selectAll()
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** @returns whether there was such a session */
export const deleteSession = async (db: Db, personId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await deleteWhere(db, 'personSession', { personId, id }).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Ends all sessions of a person, or all but one. */
export const deleteSessions = async (db: Db, personId: number, exceptId = 0): Promise<void> => {
  await deleteWhere(db, 'personSession', { personId }).where('id', '<>', exceptId).execute();
};

export const deleteSessionBySecret = async (db: Db, secretHash: string): Promise<void> => {
  await deleteWhere(db, 'personSession', { secretHash }).execute();
};

/** Ends the sessions of a person that were unused for longest, except for `keep`. */
export const pruneSessions = async (db: Db, personId: number, keep: number): Promise<void> => {
  await deleteWhere(db, 'personSession', { personId })
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('personSession')
        .select('id')
        .where('personId', '=', personId)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute();
};

export const deleteExpiredSessions = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('personSession').where('expiresAt', '<=', now).execute();
};
