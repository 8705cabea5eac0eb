/** Links that people get to accept an invitation, set a new password or confirm an address, in SQL. */
import { isUniqueViolation, type Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { AppError, notFound } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import { updateWhere, deleteWhere } from '../../platform/db/rows.js';

const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;
const FORGOTTEN_AT_ONCE = 100;

type Link = Row<'personLink'>;

const usableLink = async (
  db: Db,
  clock: Clock,
  column: 'id' | 'secretHash',
  value: string | number,
): Promise<Link | undefined> => {
  const found = await db
    .selectFrom('personLink as link')
    .innerJoin('person', 'person.id', 'link.personId')
    .leftJoin('person as known', (join) =>
      join
        .onRef('known.email', '=', 'person.pendingEmail')
        .on('person.email', 'is', null)
        .on('link.purpose', '=', 'invitation'),
    )
    .selectAll('link')
    .select('known.id as knownId')
    .where(`link.${column}`, '=', value)
    .where('link.usedAt', 'is', null)
    .where('link.expiresAt', '>', isoTime(clock))
    .where('person.deletedDate', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const { knownId, ...link } = found;
  return { ...link, personId: knownId ?? link.personId };
};

/**
 * The link with this secret; undefined if it is unknown or expired, was used, only works on the server's machine, or its
 * person was removed. The person of an invitation is whoever has the invited address by now, or else the row that was
 * made for it.
 * @param isLocal whether the client is on that machine
 */
export const findUsableLink = async (
  db: Db,
  clock: Clock,
  secret: string,
  isLocal: boolean,
): Promise<Link | undefined> => {
  const link = await usableLink(db, clock, 'secretHash', sha256(secret));
  return link?.loopbackOnly && !isLocal ? undefined : link;
};

/** The same by its id. */
export const linkById = (db: Db, clock: Clock, id: number): Promise<Link | undefined> =>
  usableLink(db, clock, 'id', id);

export const unusable = (): AppError => notFound('The link is unknown or expired, or was used before');

/** 409: an invitation never signs in somebody who can sign in already. */
export const mustSignIn = (): AppError =>
  new AppError(
    409,
    'SignInRequiredError',
    'Sign in with the invited address first, then open the link again',
  );

/** @returns false if it was used in the meantime */
export const useLink = async (trx: Db, clock: Clock, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await updateWhere(trx, 'personLink', { id, usedAt: null })
    .set({ usedAt: isoTime(clock) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Voids links that could set another password, or send one to another address. */
export const deleteResetLinks = async (trx: Db, personId: number): Promise<void> => {
  await deleteWhere(trx, 'personLink', { personId, usedAt: null })
    .where('purpose', 'in', ['reset', 'email'])
    .execute();
};

/**
 * Adds the membership of an invitation; one that exists keeps its role. Links with which others could set the person's
 * password are void from now on: who made them may not belong to the account.
 * @param link as `findUsableLink` returns it
 * @throws {SignInRequiredError} when somebody else has got the invited address in the meantime
 */
export const acceptInvitation = async (
  trx: Db,
  clock: Clock,
  { id, personId, accountId, role }: Link,
): Promise<void> => {
  if (accountId === null || role === null) return;
  await takeInvitedAddress(trx, clock, id, personId);
  await deleteResetLinks(trx, personId);
  await trx
    .insertInto('membership')
    .values({ personId, accountId, role, entryDate: isoTime(clock) })
    .onConflict((conflict) => conflict.columns(['accountId', 'personId']).doNothing())
    .execute();
};

/** An invited person gets their address. If it is that of a known person, the row made for the invitation goes. */
const takeInvitedAddress = async (trx: Db, clock: Clock, linkId: number, personId: number): Promise<void> => {
  const invited = await trx
    .selectFrom('personLink as link')
    .innerJoin('person', 'person.id', 'link.personId')
    .select(['person.id', 'person.email', 'person.pendingEmail'])
    .where('link.id', '=', linkId)
    .executeTakeFirst();
  if (!invited || invited.email !== null) return;
  if (invited.id !== personId) return deleteInvited(trx, invited.id);
  await updateWhere(trx, 'person', { id: personId })
    .set({ email: invited.pendingEmail, pendingEmail: null, updatedDate: isoTime(clock) })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? mustSignIn() : error;
    });
};

/** Deletes somebody who has not accepted their invitation. */
export const deleteInvited = async (trx: Db, personId: number): Promise<void> => {
  await deleteWhere(trx, 'personLink', { personId }).execute();
  await deleteWhere(trx, 'person', { id: personId, email: null }).execute();
};

/**
 * Makes the pending address of an email link the person's address.
 * @throws {NotFoundError} when somebody else has it, which whoever asked must not learn
 */
export const confirmEmail = async (
  trx: Db,
  clock: Clock,
  { personId, email }: Pick<Link, 'personId' | 'email'>,
): Promise<void> => {
  await updateWhere(trx, 'person', { id: personId })
    .set({ email, pendingEmail: null, updatedDate: isoTime(clock) })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? unusable() : error;
    });
  await deleteResetLinks(trx, personId);
};

/** Deletes expired links; open invitations only after a month, until when they are listed and can be sent again. */
export const deleteExpiredLinks = async (db: Db, clock: Clock): Promise<void> => {
  const forgotten = await db
    .selectFrom('personLink as link')
    .innerJoin('person', 'person.id', 'link.personId')
    .select('person.id')
    .where('link.purpose', '=', 'invitation')
    .where('link.usedAt', 'is', null)
    .where('link.expiresAt', '<=', isoTime(clock, -FORGOTTEN_MS))
    .where('person.email', 'is', null)
    .limit(FORGOTTEN_AT_ONCE)
    .execute();
  for (const { id } of forgotten) await db.transaction().execute((trx) => deleteInvited(trx, id));
  await db
    .deleteFrom('personLink')
    .where('expiresAt', '<=', isoTime(clock))
    .where((eb) =>
      eb.or([
        eb('purpose', '<>', 'invitation'),
        eb('usedAt', 'is not', null),
        eb('expiresAt', '<=', isoTime(clock, -FORGOTTEN_MS)),
      ]),
    )
    .execute();
};
