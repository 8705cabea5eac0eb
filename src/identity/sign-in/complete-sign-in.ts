/** The end of every way to sign in: a second factor if the person has one, then a session. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { insertAuditEntries } from '../../platform/audit/audit.repository.js';
import type { Session, SessionPerson } from '../../platform/http/callers/sessions.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { signInRequired } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Role } from '../../platform/lib/permissions.js';
import { deleteSessionBySecret } from '../sessions/session.repository.js';
import { newSessionSecret, startSession } from '../sessions/start-session.js';
import {
  factorsOf,
  isKnownDevice,
  lockPerson,
  membershipsOf,
  rememberDevice,
  type Membership,
} from './person.repository.js';
import { insertStep } from './step.repository.js';
import { deviceOf, type SignInRequest } from './visit.js';

export interface SignedIn {
  person: SessionPerson;
  accounts: { shortName: string; name: string; role: Role }[];
}

/** What must happen next before there is a session. */
export interface NextStep {
  next: 'totp' | 'passkey' | 'signIn';
}

interface SignInParts {
  db: Db;
  clock: Clock;
}

export const toPerson = (row: Row<'person'>): SessionPerson => ({
  id: row.id,
  name: row.name,
  email: row.email ?? '',
  isOperator: row.isOperator === 1,
  language: row.language,
  timeZone: row.timeZone,
});

export const toAccounts = (memberships: readonly Membership[]): SignedIn['accounts'] =>
  memberships.map(({ shortName, name, role }) => ({ shortName, name, role }));

/** After a password or a link. Whoever has a second factor must use it: there is no session before. */
export const afterFirstFactor = async (
  parts: SignInParts,
  personId: number,
  method: 'password' | 'link',
  visit: SignInRequest,
): Promise<SignedIn | NextStep> => {
  const { totp, passkeys } = await factorsOf(parts.db, personId);
  if (!totp && passkeys === 0) return completeSignIn(parts, personId, method, visit);
  await insertStep(parts.db, parts.clock, 'totp', deviceOf(visit), { personId, data: { method } });
  return { next: totp ? 'totp' : 'passkey' };
};

/**
 * Starts a session with a secret of its own. The one that the browser had ends.
 * @param authenticatedAt when they proved who they are, in ms since 1970; now if absent
 * @throws {AuthenticationError} when the person has been removed in the meantime
 */
export const completeSignIn = async (
  { db, clock }: SignInParts,
  personId: number,
  method: Session['method'],
  visit: SignInRequest,
  authenticatedAt?: number,
): Promise<SignedIn> => {
  const { cookies, client } = visit;
  const previous = cookies.session();
  const { person, memberships, session, device } = await db.transaction().execute(async (trx) => {
    const row = await lockPerson(trx, personId);
    if (!row) throw signInRequired();
    if (previous) await deleteSessionBySecret(trx, sha256(previous));
    const started = await startSession(trx, clock, { personId, method, authenticatedAt }, client);
    // A secret that only this browser can know: another site may have set the cookie on http.
    const known = cookies.device();
    const secret = known && (await isKnownDevice(trx, sha256(known))) ? known : newSessionSecret();
    await rememberDevice(trx, personId, sha256(secret), isoTime(clock));
    const accounts = await membershipsOf(trx, personId);
    await auditPerson(trx, clock, toPerson(row), accounts, 'signIn', visit);
    return { person: toPerson(row), memberships: accounts, session: started, device: secret };
  });
  cookies.set(session.secret, session.maxAgeSecs);
  cookies.setDevice(device);
  return { person, accounts: toAccounts(memberships) };
};

/** Logs what a person did to their sign-in, in each of their accounts. */
export const auditPerson = (
  trx: Db,
  clock: Clock,
  { id, name }: Pick<SessionPerson, 'id' | 'name'>,
  memberships: readonly Pick<Membership, 'accountId'>[],
  operation: string,
  { client, requestId }: Pick<SignInRequest, 'client' | 'requestId'>,
): Promise<void> =>
  insertAuditEntries(
    trx,
    clock,
    memberships.map(({ accountId }) => ({
      accountId,
      actor: 'person',
      tokenId: null,
      tokenName: null,
      personId: id,
      personName: name,
      operation,
      recordType: 'person',
      recordId: id,
      changedFields: [],
      address: client.ip,
      requestId,
      responseStatus: 200,
    })),
  );
