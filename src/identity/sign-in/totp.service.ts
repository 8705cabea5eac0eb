/** Sets up and removes authenticator apps and recovery codes. */
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, invalid, invalidState, notFound } from '../../platform/lib/errors.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { changeCredentials } from './change-credentials.js';
import { deleteTotp, dropUselessCodes, findTotp, putTotp, renewCodes } from './factor.repository.js';
import { factorsOf, lockPerson } from './person.repository.js';
import { newTotpSecret, totpUri, type SecondFactors } from './second-factors.js';
import type { SignedInVisit } from './visit.js';

export type TotpService = ReturnType<typeof createTotpService>;

export const createTotpService = ({
  db,
  clock,
  mailer,
  secondFactors,
  issuer,
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  secondFactors: SecondFactors;
  /** Name of this installation in authenticator apps. */
  issuer: string;
}) => {
  const parts = { db, clock, mailer };
  return {
    /**
     * A secret for an authenticator app, which counts once a first code is confirmed.
     * @throws {ConflictError} when the person has an authenticator app
     */
    create: ({ session: { person } }: SignedInVisit): Promise<{ secret: string; uri: string }> =>
      db.transaction().execute(async (trx) => {
        await lockPerson(trx, person.id);
        if ((await findTotp(trx, person.id))?.confirmedDate)
          throw conflict('You already have an authenticator app. Remove it first.');
        const secret = newTotpSecret();
        await putTotp(trx, {
          personId: person.id,
          secret: secondFactors.encryptSecret(secret),
          confirmedDate: null,
          lastStep: null,
          entryDate: isoTime(clock),
        });
        return { secret, uri: totpUri(secret, issuer, person.email) };
      }),

    /**
     * @returns new recovery codes
     * @throws {ValidationError} when the code is wrong
     * @throws {InvalidStateError} when no authenticator app waits for its first code
     */
    confirm: (code: string, visit: SignedInVisit): Promise<string[]> =>
      changeCredentials(parts, { visit, operation: 'confirmTotp' }, async (trx, { id: personId }) => {
        const totp = await findTotp(trx, personId);
        if (!totp || totp.confirmedDate) throw invalidState('No authenticator app waits for its first code');
        const lastStep = secondFactors.stepOf(totp.secret, code);
        if (lastStep === null) throw invalid([{ path: 'code', message: 'is not the current code' }]);
        await putTotp(trx, { ...totp, confirmedDate: isoTime(clock), lastStep });
        return renewCodes(trx, personId);
      }),

    /** @throws {NotFoundError} when the person has no authenticator app */
    remove: (visit: SignedInVisit): Promise<void> =>
      changeCredentials(parts, { visit, operation: 'removeTotp' }, async (trx, { id: personId }) => {
        if (!(await deleteTotp(trx, personId))) throw notFound('You have no authenticator app');
        await dropUselessCodes(trx, personId);
      }),

    /**
     * Replaces all recovery codes, used ones included.
     * @throws {InvalidStateError} when the person has no second factor
     */
    renewRecoveryCodes: (visit: SignedInVisit): Promise<string[]> =>
      changeCredentials(parts, { visit, operation: 'renewRecoveryCodes' }, async (trx, { id: personId }) => {
        const { totp, passkeys } = await factorsOf(trx, personId);
        if (!totp && passkeys === 0) throw invalidState('Set up an authenticator app or a passkey first');
        return renewCodes(trx, personId);
      }),
  };
};
