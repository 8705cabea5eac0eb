/**
 * Encrypts the parts of a backup in the format of age (https://age-encryption.org/v1), so that `age -d` reads them too.
 * With a passphrase they are encrypted for an identity that the place keeps, encrypted with the passphrase: deriving a key
 * from a passphrase takes a second, which is too long for each file.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { hasFile, type BackupPlace } from './place.js';
import { ExitError } from '../../platform/lib/errors.js';

/** How the parts of a backup are encrypted. */
export interface Encryption {
  /** `age1…` */
  recipient: string;
  encrypt: Transform;
}

/** The identity of the backups that are encrypted with a passphrase. */
export const KEY_FILE = 'key.age';

/** How new backups are encrypted; null if they are not. */
export type EncryptionChoice = { recipient: string } | { passphrase: string } | null;

/** What opens encrypted backups. */
export interface BackupKey {
  passphrase?: string | null;
  /** `AGE-SECRET-KEY-1…` */
  identity?: string | null;
}

/** Changes the bytes of a part on their way. */
export type Transform = (body: Readable) => Promise<Readable>;

/**
 * @returns null for no encryption
 * @throws {WrongKeyError} when the place has backups with another passphrase
 */
export const encryptionFor = async (
  place: BackupPlace,
  choice: EncryptionChoice,
): Promise<(Encryption & { kind: 'recipient' | 'passphrase' }) | null> => {
  if (!choice) return null;
  if ('recipient' in choice) return { kind: 'recipient', ...encryptingFor(choice.recipient) };
  const identity =
    (await storedIdentity(place, choice.passphrase)) ?? (await newIdentity(place, choice.passphrase));
  return { kind: 'passphrase', ...encryptingFor(await identityToRecipient(identity)) };
};

/** How the parts of a backup are decrypted. */
export interface Decryption {
  recipient: string;
  decrypt: Transform;
}

/**
 * @returns null if the backup is not encrypted
 * @throws {WrongKeyError} when the key is missing or not the right one
 */
export const decryptionFor = async (
  place: BackupPlace,
  kind: 'recipient' | 'passphrase' | null,
  { passphrase, identity }: BackupKey,
): Promise<Decryption | null> => {
  if (kind === null) return null;
  if (identity) return decryptingWith(identity);
  if (kind === 'recipient')
    throw new WrongKeyError(
      'The backup is encrypted for an age recipient: set BACKUP_IDENTITY to its identity (AGE-SECRET-KEY-1…)',
    );
  if (!passphrase)
    throw new WrongKeyError('The backup is encrypted with a passphrase: set BACKUP_PASSPHRASE');
  const stored = await storedIdentity(place, passphrase);
  if (stored === null) throw new DamagedBackupError(`${KEY_FILE} is missing in ${place.address}`);
  return decryptingWith(stored);
};

const storedIdentity = async (place: BackupPlace, passphrase: string): Promise<string | null> => {
  if (!(await hasFile(place, KEY_FILE))) return null;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const file = await place.read(KEY_FILE);
  try {
    return await text(fromWeb(await decrypter.decrypt(toWeb(file))));
  } catch (error) {
    throw new WrongKeyError(
      `BACKUP_PASSPHRASE is not the passphrase of the backups in ${place.address}, or ${KEY_FILE} there is damaged`,
      { cause: error },
    );
  }
};

const newIdentity = async (place: BackupPlace, passphrase: string): Promise<string> => {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await place.write(KEY_FILE, Readable.from([await encrypter.encrypt(identity)]));
  return identity;
};

const encryptingFor = (recipient: string): Encryption => ({
  recipient,
  encrypt: async (body) => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    return fromWeb(await encrypter.encrypt(toWeb(body)));
  },
});

const decryptingWith = async (identity: string): Promise<Decryption> => {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    throw new WrongKeyError('BACKUP_IDENTITY is not an age identity (AGE-SECRET-KEY-1…)', { cause: error });
  }
  const decrypt: Transform = async (body) => {
    try {
      return fromWeb(await decrypter.decrypt(toWeb(body)));
    } catch (error) {
      body.destroy();
      throw new WrongKeyError('The key does not open this backup', { cause: error });
    }
  };
  return { recipient: await identityToRecipient(identity), decrypt };
};

const toWeb = (body: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(body) as ReadableStream<Uint8Array>;
const fromWeb = (body: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(body as never);

/** Something in the backup is missing or was changed. */
export class DamagedBackupError extends ExitError {
  override name = 'DamagedBackupError';
  readonly exitCode = 4;
}

/** The passphrase, identity or secret key is not the one of the backup. */
export class WrongKeyError extends ExitError {
  override name = 'WrongKeyError';
  readonly exitCode = 5;
}

/** A newer version of Lectern made the backup. */
export class NewerBackupError extends ExitError {
  override name = 'NewerBackupError';
  readonly exitCode = 6;
}

/** There is something where the backup would be restored. */
export class NotEmptyError extends ExitError {
  override name = 'NotEmptyError';
  readonly exitCode = 7;
}
