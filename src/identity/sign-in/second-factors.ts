/** Checks the codes of authenticator apps (TOTP) and recovery codes; each works once. */
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { SecretKey } from '../../platform/secrets/secret-key.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

const RECOVERY_CODES = 10;
/** 120 bits, so that a plain hash protects the code. */
const RECOVERY_BYTES = 15;
/** Clocks may differ by one step of 30 s. */
const WINDOW = 1;
const PURPOSE = 'second factors';

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();

/** In groups of six, as they are shown. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase().replace(/.{6}(?=.)/g, '$&-'),
  );

export const recoveryCodeHash = (code: string): string => sha256(code.toLowerCase().replace(/[\s-]/g, ''));

export interface SecondFactors {
  encryptSecret(secret: string): string;
  /** The time step of a code of this secret; null for a wrong code. */
  stepOf(encryptedSecret: string, code: string): number | null;
  /** Whether this is the current code of the person's authenticator app, and was not used before. */
  useCode(personId: number, code: string): Promise<boolean>;
  /** The same, or an unused recovery code. */
  use(personId: number, code: string): Promise<boolean>;
}

export const createSecondFactors = ({
  db,
  clock,
  secretKey,
}: {
  db: Db;
  clock: Clock;
  secretKey: SecretKey;
}): SecondFactors => {
  const stepOf = (encryptedSecret: string, code: string): number | null => {
    const secret = secretKey.decrypt(PURPOSE, encryptedSecret);
    if (secret === null) return null;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const timestamp = clock.now().getTime();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : totp.counter({ timestamp }) + delta;
  };

  const useCode = async (personId: number, code: string): Promise<boolean> => {
    const totp = await rowsWhere(db, 'totp', { personId })
      .select('secret')
      .where('confirmedDate', 'is not', null)
      .executeTakeFirst();
    const step = totp ? stepOf(totp.secret, code) : null;
    if (step === null) return false;
    const { numUpdatedRows } = await updateWhere(db, 'totp', { personId })
      .set({ lastStep: step })
      .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  const useRecoveryCode = async (personId: number, code: string): Promise<boolean> => {
    const { numUpdatedRows } = await updateWhere(db, 'recoveryCode', {
      personId,
      codeHash: recoveryCodeHash(code),
      usedAt: null,
    })
      .set({ usedAt: clock.now().toISOString() })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  return {
    encryptSecret: (secret) => secretKey.encrypt(PURPOSE, secret),
    stepOf,
    useCode,
    use: (personId, code) =>
      /^\d{6}$/.test(code) ? useCode(personId, code) : useRecoveryCode(personId, code),
  };
};
