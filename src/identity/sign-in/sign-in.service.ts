/** Signs people in by password and second factor, and confirms who they are. */
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { forbidden, signInRequired } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Log } from '../../platform/lib/log.js';
import { deleteSessionBySecret } from '../sessions/session.repository.js';
import { renewSession } from '../sessions/start-session.js';
import { afterFirstFactor, completeSignIn, type NextStep, type SignedIn } from './complete-sign-in.js';
import type { Assertion } from './passkey.schema.js';
import type { Passkeys } from './passkeys.js';
import type { Passwords } from './passwords.js';
import { factorsOf, findPerson, knownDeviceOf, membershipsOf, personByEmail } from './person.repository.js';
import type { SecondFactors } from './second-factors.js';
import { attemptStep, takeStep } from './step.repository.js';
import type { Throttle } from './throttle.js';
import { deviceHashOf, type SignedInVisit, type SignInRequest } from './visit.js';

/** Wrong codes until the password is needed again. */
const MAX_CODES = 5;
const WRONG_PASSWORD = 'The email address or the password is wrong';
const WRONG_CODE = 'The code is wrong, or was used before';

export type SignInService = ReturnType<typeof createSignInService>;

export const createSignInService = ({
  db,
  clock,
  log,
  passwords,
  throttle,
  secondFactors,
  passkeys,
  passwordsRefused,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  passwords: Passwords;
  throttle: Throttle;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  /** Whether people only sign in at the OpenID provider. */
  passwordsRefused: boolean;
}) => {
  const parts = { db, clock };
  /** Failures are only logged: anyone could fill the audit log with them. */
  const logFailure = (step: string, { client, requestId }: SignInRequest, personId?: number): void =>
    log.warn({ step, personId, ip: client.ip, requestId }, 'sign-in failed');

  return {
    /**
     * Takes the same steps for unknown addresses, and for people without a password.
     * @throws {AuthenticationError} when the address or the password is wrong
     * @throws {PermissionError} when people only sign in at the OpenID provider
     * @throws {RateLimitError}
     */
    signIn: async (
      { email, password }: { email: string; password: string },
      visit: SignInRequest,
    ): Promise<SignedIn | NextStep> => {
      if (passwordsRefused) throw forbidden('Passwords are not used here: sign in with OpenID Connect');
      const person = await personByEmail(db, email, deviceHashOf(visit));
      const attempt = {
        subject: `email ${sha256(email)}`,
        address: visit.client.ip,
        knownDevice: person?.deviceHash ?? null,
      };
      const isRight = await throttle.guard(attempt, () =>
        passwords.verify(visit.client.ip, person?.passwordHash ?? null, password),
      );
      if (person && isRight) return afterFirstFactor(parts, person.id, 'password', visit);
      logFailure('password', visit, person?.id);
      throw signInRequired(WRONG_PASSWORD);
    },

    /**
     * The second step, with a code of the authenticator app or a recovery code.
     * @throws {AuthenticationError} when no first step waits for it, or the code is wrong
     * @throws {RateLimitError}
     */
    enterCode: async (code: string, visit: SignInRequest): Promise<SignedIn> => {
      const device = visit.cookies.device() ?? '';
      const step = await attemptStep(db, clock, 'totp', device, MAX_CODES);
      if (!step?.personId) throw signInRequired('Sign in with your password first');
      const { personId } = step;
      const attempt = {
        subject: `person ${personId}`,
        address: visit.client.ip,
        knownDevice: await knownDeviceOf(db, personId, sha256(device)),
      };
      const isRight = await throttle.guard(attempt, () => secondFactors.use(personId, code));
      if (!isRight) {
        logFailure('second factor', visit, personId);
        throw signInRequired(WRONG_CODE);
      }
      if (!(await takeStep(db, clock, 'totp', device))) throw signInRequired();
      return completeSignIn(parts, personId, step.data.method, visit);
    },

    /**
     * Confirms by password, code or passkey that the person of the session is still there. The session gets a new secret.
     * @throws {AuthenticationError} when it is wrong
     * @throws {RateLimitError}
     */
    reauthenticate: async (
      proof: { password: string } | { code: string } | { passkey: Assertion },
      visit: SignedInVisit,
    ): Promise<void> => {
      const { session } = visit;
      const { id: personId } = session.person;
      const person = await findPerson(db, personId);
      const attempt = {
        subject: `person ${personId}`,
        address: visit.client.ip,
        knownDevice: `session ${session.id}`,
      };
      const isRight = await throttle.guard(attempt, () =>
        'passkey' in proof
          ? passkeys.verify(proof.passkey, visit).then((owner) => owner === personId)
          : 'password' in proof
            ? passwords.verify(
                visit.client.ip,
                passwordsRefused ? null : (person?.passwordHash ?? null),
                proof.password,
              )
            : secondFactors.useCode(personId, proof.code),
      );
      const renewed = isRight && (await renewSession(db, clock, session, isoTime(clock)));
      if (!renewed) {
        logFailure('reauthentication', visit, personId);
        throw signInRequired('code' in proof ? WRONG_CODE : 'The password or the passkey is wrong');
      }
      visit.cookies.set(renewed.secret, renewed.maxAgeSecs);
    },

    signOut: async ({ cookies }: SignInRequest): Promise<void> => {
      const secret = cookies.session();
      if (secret) await deleteSessionBySecret(db, sha256(secret));
      cookies.clear();
    },

    /** The accounts and second factors of a person. */
    overview: async (personId: number) => ({
      accounts: await membershipsOf(db, personId),
      factors: await factorsOf(db, personId),
      hasPassword: Boolean((await findPerson(db, personId))?.passwordHash),
    }),
  };
};
