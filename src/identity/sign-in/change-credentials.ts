/** Changes how a person signs in: their other sessions end, and the current one gets a new secret. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { signInRequired } from '../../platform/lib/errors.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { renewOnly, deviceName } from '../sessions/start-session.js';
import { auditPerson, toPerson } from './complete-sign-in.js';
import { lockPerson, membershipsOf } from './person.repository.js';
import { deleteStepsOf } from './step.repository.js';
import type { SignedInVisit, SignInRequest } from './visit.js';

/**
 * @param operation for the audit log, and the mail that tells the person
 * @param change throws to leave everything as it was
 * @throws {AuthenticationError} when the session has ended in the meantime
 */
export const changeCredentials = async <T>(
  { db, clock, mailer }: { db: Db; clock: Clock; mailer: Mailer },
  { visit, operation }: { visit: SignedInVisit; operation: CredentialChange },
  change: (trx: Db, person: Row<'person'>) => Promise<T>,
): Promise<T> => {
  const { session, cookies } = visit;
  const { result, renewed } = await db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, session.person.id);
    if (!person) throw signInRequired();
    const changed = await change(trx, person);
    await deleteStepsOf(trx, person.id);
    const next = await renewOnly(trx, clock, session);
    if (!next) throw signInRequired();
    await auditPerson(trx, clock, toPerson(person), await membershipsOf(trx, person.id), operation, visit);
    await sendNotice(trx, mailer, person, operation, visit);
    return { result: changed, renewed: next };
  });
  cookies.set(renewed.secret, renewed.maxAgeSecs);
  return result;
};

/** By operation, as the audit log names it. */
const CHANGES = {
  changePassword: 'Your password was changed',
  resetPassword: 'Your password was replaced with a link',
  confirmTotp: 'An authenticator app was added to your sign-in',
  removeTotp: 'The authenticator app was removed from your sign-in',
  renewRecoveryCodes: 'Your recovery codes were replaced',
  createPasskey: 'A passkey was added to your sign-in',
  removePasskey: 'A passkey was removed from your sign-in',
  linkOpenId: 'An account at the OpenID provider was linked to you',
  unlinkOpenId: 'An account at the OpenID provider was unlinked from you',
  confirmEmail: 'Your email address was changed',
};

export type CredentialChange = keyof typeof CHANGES;

/** @param person as before the change, so that the former address gets the mail */
export const sendNotice = async (
  trx: Db,
  mailer: Mailer,
  { name, email }: Pick<Row<'person'>, 'name' | 'email'>,
  change: CredentialChange,
  { client }: Pick<SignInRequest, 'client'>,
): Promise<void> => {
  if (email === null) return;
  const device = deviceName(client.userAgent) ?? 'an unknown browser';
  const text = `Hello ${name},

${CHANGES[change]}, with ${device} at the network address ${client.ip}.

If it was not you, tell an owner of your account at once.
`;
  await mailer.send(trx, { to: email, subject: `Lectern: ${CHANGES[change].toLowerCase()}`, text });
};
