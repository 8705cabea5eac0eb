/** Sets passwords, and redeems the links with which people get their first or another one. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { forbidden, invalid } from '../../platform/lib/errors.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { deleteSessions } from '../sessions/session.repository.js';
import { renewOnly } from '../sessions/start-session.js';
import { changeCredentials, sendNotice, type CredentialChange } from './change-credentials.js';
import {
  afterFirstFactor,
  auditPerson,
  completeSignIn,
  toPerson,
  toAccounts,
  type NextStep,
  type SignedIn,
} from './complete-sign-in.js';
import {
  acceptInvitation,
  confirmEmail,
  deleteResetLinks,
  findUsableLink,
  mustSignIn,
  unusable,
  useLink,
} from './link.repository.js';
import { assertNotEmail, type Passwords } from './passwords.js';
import { cannotSignIn, lockPerson, membershipsOf, setPasswordHash } from './person.repository.js';
import { deleteStepsOf } from './step.repository.js';
import type { SignedInVisit, SignInRequest } from './visit.js';

type Link = Row<'personLink'>;

export type PasswordService = ReturnType<typeof createPasswordService>;

export const createPasswordService = ({
  db,
  clock,
  mailer,
  passwords,
  passwordsRefused,
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  passwords: Passwords;
  passwordsRefused: boolean;
}) => {
  const parts = { db, clock, mailer };

  const assertPasswords = (): void => {
    if (passwordsRefused) throw forbidden('Passwords are not used here: sign in with OpenID Connect');
  };

  /** Uses the link, and does what it is for. */
  const redeem = <T>(
    link: Link,
    visit: SignInRequest,
    operation: 'acceptInvitation' | CredentialChange,
    work: (trx: Db, person: Row<'person'>) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (trx) => {
      const person = await lockPerson(trx, link.personId);
      if (!person || !(await useLink(trx, clock, link.id))) throw unusable();
      const result = await work(trx, person);
      const audited = await membershipsOf(trx, person.id);
      await auditPerson(trx, clock, toPerson(person), audited, operation, visit);
      if (operation !== 'acceptInvitation') await sendNotice(trx, mailer, person, operation, visit);
      return result;
    });

  const withPassword = async (
    link: Link,
    password: string | undefined,
    visit: SignInRequest,
    operation: 'acceptInvitation' | 'resetPassword',
  ) => {
    assertPasswords();
    if (password === undefined) throw invalid([{ path: 'password', message: 'is required' }]);
    const passwordHash = await passwords.hash(visit.client.ip, password);
    await redeem(link, visit, operation, async (trx, { id, email, pendingEmail }) => {
      if (link.purpose === 'invitation' && !(await cannotSignIn(trx, id))) throw mustSignIn();
      assertNotEmail(password, email ?? pendingEmail);
      await setPasswordHash(trx, id, passwordHash, isoTime(clock));
      await deleteResetLinks(trx, id);
      await deleteStepsOf(trx, id);
      await deleteSessions(trx, id);
      await acceptInvitation(trx, clock, link);
    });
  };

  const joinAccount = async (link: Link, visit: SignInRequest): Promise<SignedIn> => {
    const { session } = visit;
    if (session?.person.id !== link.personId) throw mustSignIn();
    return redeem(link, visit, 'acceptInvitation', async (trx, person) => {
      await acceptInvitation(trx, clock, link);
      return { person: toPerson(person), accounts: toAccounts(await membershipsOf(trx, person.id)) };
    });
  };

  const changeEmail = async (link: Link, visit: SignInRequest): Promise<SignedIn | NextStep> => {
    const session = visit.session?.person.id === link.personId ? visit.session : undefined;
    const { renewed, ...signedIn } = await redeem(link, visit, 'confirmEmail', async (trx, person) => {
      await confirmEmail(trx, clock, link);
      if (!session) await deleteSessions(trx, person.id);
      return {
        renewed: session ? await renewOnly(trx, clock, session) : null,
        person: toPerson({ ...person, email: link.email }),
        accounts: toAccounts(await membershipsOf(trx, person.id)),
      };
    });
    if (!renewed) return { next: 'signIn' };
    visit.cookies.set(renewed.secret, renewed.maxAgeSecs);
    return signedIn;
  };

  return {
    /**
     * @throws {PermissionError} when people only sign in at the OpenID provider
     * @throws {UnavailableError} when too many passwords are being hashed
     */
    change: async (password: string, visit: SignedInVisit): Promise<void> => {
      assertPasswords();
      const passwordHash = await passwords.hash(visit.client.ip, password);
      await changeCredentials(parts, { visit, operation: 'changePassword' }, async (trx, { id, email }) => {
        assertNotEmail(password, email);
        await setPasswordHash(trx, id, passwordHash, isoTime(clock));
        await deleteResetLinks(trx, id);
      });
    },

    /**
     * Uses a link, once. An invitation signs in only whoever could not sign in before; a new password ends all
     * sessions.
     * @throws {NotFoundError} when the link is unknown or expired, was used, or only works on the server's machine
     * @throws {SignInRequiredError} when an invited person must sign in first
     * @throws {ValidationError} when a password is needed
     * @throws {UnavailableError} when too many passwords are being hashed
     */
    redeem: async (
      { token, password }: { token: string; password?: string | undefined },
      visit: SignInRequest,
    ): Promise<SignedIn | NextStep> => {
      const link = await findUsableLink(db, clock, token, visit.isLocal);
      if (!link) throw unusable();
      if (link.purpose === 'email') return changeEmail(link, visit);
      if (link.purpose === 'invitation') {
        if (!(await cannotSignIn(db, link.personId))) return joinAccount(link, visit);
        await withPassword(link, password, visit, 'acceptInvitation');
        return completeSignIn(parts, link.personId, 'link', visit);
      }
      await withPassword(link, password, visit, 'resetPassword');
      return afterFirstFactor(parts, link.personId, 'link', visit);
    },
  };
};
