/** Links that people get to accept an invitation, set a new password or confirm an address, in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { AppError } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';

const usableLinks = (db: Db, clock: Clock) =>
  db
    .selectFrom('personLink as link')
    .innerJoin('person', 'person.id', 'link.personId')
    .selectAll('link')
    .where('link.usedAt', 'is', null)
    .where('link.expiresAt', '>', isoTime(clock))
    .where('person.deletedDate', 'is', null);

/** The link with this secret; undefined if it is unknown or expired, was used, or its person was removed. */
export const findUsableLink = (
  db: Db,
  clock: Clock,
  secret: string,
): Promise<Row<'personLink'> | undefined> =>
  usableLinks(db, clock).where('link.secretHash', '=', sha256(secret)).executeTakeFirst();

/** The same by its id. */
export const linkById = (db: Db, clock: Clock, id: number): Promise<Row<'personLink'> | undefined> =>
  usableLinks(db, clock).where('link.id', '=', id).executeTakeFirst();

/** 409: an invitation never signs in somebody who can sign in already. */
export const mustSignIn = (): AppError =>
  new AppError(
    409,
    'SignInRequiredError',
    'Sign in with the invited address first, then open the link again',
  );

/** @returns false if it was used in the meantime */
export const useLink = async (trx: Db, clock: Clock, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('personLink')
    .set({ usedAt: isoTime(clock) })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** After a password was set, links that could set another one are void. */
export const deleteResetLinks = async (trx: Db, personId: number): Promise<void> => {
  await trx
    .deleteFrom('personLink')
    .where('personId', '=', personId)
    .where('purpose', '=', 'reset')
    .where('usedAt', 'is', null)
    .execute();
};

/** Adds the membership of an invitation; one that exists keeps its role. */
export const acceptInvitation = async (
  trx: Db,
  clock: Clock,
  { personId, accountId, role }: Row<'personLink'>,
): Promise<void> => {
  if (accountId === null || role === null) return;
  await trx
    .insertInto('membership')
    .values({ personId, accountId, role, entryDate: isoTime(clock) })
    .onConflict((conflict) => conflict.columns(['accountId', 'personId']).doNothing())
    .execute();
};

/** Makes the pending address of an email link the person's address. */
export const confirmEmail = async (
  trx: Db,
  clock: Clock,
  { personId, email }: Row<'personLink'>,
): Promise<void> => {
  await trx
    .updateTable('person')
    .set({ email, pendingEmail: null, updatedDate: isoTime(clock) })
    .where('id', '=', personId)
    .execute();
};

export const deleteExpiredLinks = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('personLink').where('expiresAt', '<=', now).execute();
};
