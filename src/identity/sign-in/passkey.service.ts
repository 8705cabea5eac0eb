/** Adds, lists and removes passkeys, and signs in with them. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, invalidState, notFound } from '../../platform/lib/errors.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { deviceName } from '../sessions/start-session.js';
import { changeCredentials } from './change-credentials.js';
import { completeSignIn, type SignedIn } from './complete-sign-in.js';
import {
  deletePasskey,
  dropUselessCodes,
  findPasskey,
  hasOpenId,
  insertPasskey,
  passkeysOf,
  renewCodes,
} from './factor.repository.js';
import type { Assertion, Registration } from './passkey.schema.js';
import type { Passkeys, RelyingParty } from './passkeys.js';
import { factorsOf } from './person.repository.js';
import type { SignedInVisit, SignInRequest } from './visit.js';

export type PasskeyService = ReturnType<typeof createPasskeyService>;

export const createPasskeyService = ({
  db,
  clock,
  mailer,
  passkeys,
  relyingParty: { rpId },
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  passkeys: Passkeys;
  relyingParty: RelyingParty;
}) => {
  const parts = { db, clock, mailer };
  return {
    list: (personId: number): Promise<Row<'passkey'>[]> => passkeysOf(db, personId),

    /**
     * @returns the passkey, and recovery codes if the person had none
     * @throws {AuthenticationError} when it was made for another host, person or challenge
     * @throws {ConflictError} when it exists already
     */
    create: async (
      body: Registration,
      visit: SignedInVisit,
    ): Promise<{ passkey: Row<'passkey'>; recoveryCodes: string[] }> => {
      const made = await passkeys.verifyRegistration(body, visit);
      const name = body.name ?? deviceName(visit.client.userAgent) ?? 'Passkey';
      return changeCredentials(
        parts,
        { visit, operation: 'createPasskey' },
        async (trx, { id: personId }) => {
          if (await findPasskey(trx, made.credentialId)) throw conflict('This passkey exists already');
          const times = { lastUsedAt: null, entryDate: isoTime(clock) };
          const passkey = await insertPasskey(trx, { ...made, ...times, personId, name, rpId });
          const { recoveryCodes } = await factorsOf(trx, personId);
          return { passkey, recoveryCodes: recoveryCodes === 0 ? await renewCodes(trx, personId) : [] };
        },
      );
    },

    /**
     * @throws {NotFoundError} when the person has no such passkey
     * @throws {InvalidStateError} when the person has no other way to sign in
     */
    remove: (id: number, visit: SignedInVisit): Promise<void> =>
      changeCredentials(parts, { visit, operation: 'removePasskey' }, async (trx, person) => {
        if (!(await deletePasskey(trx, person.id, id))) throw notFound();
        const { passkeys: others } = await factorsOf(trx, person.id);
        if (others === 0 && !person.passwordHash && !(await hasOpenId(trx, person.id)))
          throw invalidState('This passkey is your only way to sign in: set a password first');
        await dropUselessCodes(trx, person.id);
      }),

    signIn: async (assertion: Assertion, visit: SignInRequest): Promise<SignedIn> =>
      completeSignIn(parts, await passkeys.verify(assertion, visit), 'passkey', visit),
  };
};
