/** Hashes and checks passwords with Argon2id, at OWASP's parameters. */
import { z } from 'zod';
import { invalid, rateLimited } from '../../platform/lib/errors.js';
import { createLazy } from '../../platform/lib/lazy.js';
import { isCommonPassword } from './common-passwords.js';

/** 19 MiB, two passes, one thread: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes a processor core and 19 MiB. */
const MAX_AT_ONCE = 2;
const RETRY_MS = 1_000;
/** Of a random password that nobody knows. Checking against it takes as long as against that of a person. */
const UNKNOWN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$gweBUcJLwPXC9/vd146kfg$F73UrirvA2PBlyxZT25AvCeblKNprKSs50qam/wGqgc';

const MIN_LENGTH = 12;
const MAX_LENGTH = 256;
/** Some characters have several parts, which NFC joins. */
const MAX_PARTS = 4 * MAX_LENGTH;

/** Loaded on first use, because few commands hash a password. */
const argon2 = createLazy(() => import('@node-rs/argon2'));

const lengthOf = (text: string): number => Array.from(text).length;
const isValid = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A password to sign in with: any text. */
export const knownPassword = z
  .string()
  .min(1)
  .max(MAX_PARTS)
  .refine(isValid, 'must be valid text without NUL')
  .normalize('NFC')
  .meta({ description: 'The password.', format: 'password' });

/** A password to set: 12 to 256 characters of any kind, and none of the commonest. */
export const newPassword = z
  .string()
  .min(MIN_LENGTH)
  .max(MAX_PARTS)
  .refine(isValid, 'must be valid text without NUL')
  .normalize('NFC')
  .refine((text) => lengthOf(text) >= MIN_LENGTH, `must be at least ${MIN_LENGTH} characters`)
  .refine((text) => lengthOf(text) <= MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`)
  .refine((text) => !isCommonPassword(text), 'is one of the most common passwords')
  .meta({
    description: `${MIN_LENGTH} to ${MAX_LENGTH} characters of any kind, and none of the 10,000 most common passwords.`,
    format: 'password',
  });

/** @throws {ValidationError} when the password is the person's own address */
export const assertNotEmail = (password: string, email: string | null, path = 'password'): void => {
  if (email !== null && password.toLowerCase() === email)
    throw invalid([{ path, message: 'must not be your email address' }]);
};

export interface Passwords {
  /** @throws {RateLimitError} when two passwords are already being hashed */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time without a hash, and then returns false.
   * @throws {RateLimitError} when two passwords are already being hashed
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export const createPasswords = (): Passwords => {
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MAX_AT_ONCE) throw rateLimited(RETRY_MS);
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(async () => (await argon2.get()).hash(password, PARAMETERS)),
    verify: async (passwordHash, password) => {
      const isSame = await inTurn(async () =>
        (await argon2.get()).verify(passwordHash ?? UNKNOWN_HASH, password),
      );
      return isSame && passwordHash !== null;
    },
  };
};
