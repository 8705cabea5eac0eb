/** What a token or a person may do now, for work that outlives their request. */
import type { Db } from '../platform/db/dialect.js';
import type { Caller } from '../platform/lib/caller.js';
import { hasPassed, type Clock } from '../platform/lib/clock.js';
import { forbidden } from '../platform/lib/errors.js';
import { allows, scopesOfRole, type Scope } from '../platform/lib/permissions.js';

/**
 * The caller with the rights of this moment; the installation itself stays as it is.
 * @throws {PermissionError} when the token or the person no longer has the scope
 */
export const currentCaller = async (db: Db, clock: Clock, caller: Caller, scope: Scope): Promise<Caller> => {
  const { token, person } = caller;
  if (person) {
    const scopes = await scopesOfPerson(db, caller.accountId, person.id, scope);
    return { ...caller, person: { ...person, ...scopes } };
  }
  if (token) await assertValid(db, clock, caller.accountId, token);
  return caller;
};

const scopesOfPerson = async (db: Db, accountId: number, personId: number, scope: Scope) => {
  const member = await db
    .selectFrom('membership')
    .select('role')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .executeTakeFirst();
  // Without the name, which is forgotten when a person is removed.
  if (!member) throw forbidden('Who started this is no longer in the account.');
  const { role } = member;
  const scopes = scopesOfRole[role];
  if (!allows(scopes, scope))
    throw forbidden(`Who started this has the role ${role} now, which does not allow it.`);
  return { role, scopes };
};

/** The scopes of a token never change. */
const assertValid = async (
  db: Db,
  clock: Clock,
  accountId: number,
  { id, name }: NonNullable<Caller['token']>,
): Promise<void> => {
  const row = await db
    .selectFrom('token')
    .select(['revokedAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.revokedAt !== null) throw forbidden(`The token "${name}" was revoked.`);
  if (hasPassed(clock, row.expiresAt)) throw forbidden(`The token "${name}" has expired.`);
};
