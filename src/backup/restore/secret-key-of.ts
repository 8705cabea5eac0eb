/** Whether this installation has the secret key of a backup. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createKeyFile, keyFileOf, parseKey, readKeyFile } from '../../platform/secrets/key-file.js';
import { createSecretKey, type SecretKey } from '../../platform/secrets/secret-key.js';
import { SECRET_KEY } from '../contents/create-backup.js';
import { WrongKeyError } from '../format/encryption.js';
import type { OpenBackup } from '../format/backup-reader.js';

const MAX_FORMER_KEYS = 100;

/**
 * @returns the former key of this installation with which the secrets in the backup are encrypted, if not with the
 * present one; and a function that stores the key of the backup here, if it has one and this installation has none
 * @throws {WrongKeyError} when neither has the key that the secrets in the backup are encrypted with
 */
export const secretKeyOf = async (
  backup: OpenBackup,
  config: { secretKey: Buffer | null; dataDir: string },
): Promise<{ former: SecretKey | null; store(): void }> => {
  const { keyCheck, includesKey } = backup.manifest;
  const present = createSecretKey(config);
  const isRight = (key: { verify: typeof present.verify }): boolean =>
    keyCheck === null || key.verify('check', 'lectern', keyCheck);
  if (present.exists()) {
    if (isRight(present)) return nothingToStore;
    const former = formerKeys(config.dataDir).find(isRight);
    if (former) return { ...nothingToStore, former };
    throw new WrongKeyError(
      'The secret key here is not the one of the backup: set SECRET_KEY, or put the secret.key that belongs to the backup into DATA_DIR; if it was rotated since, as secret.key.former',
    );
  }
  if (keyCheck === null) return nothingToStore;
  const key = includesKey ? parseKey((await text(await backup.read(SECRET_KEY))).trim()) : undefined;
  if (!key)
    throw new WrongKeyError(
      'The backup has no secret key, and there is none here: set SECRET_KEY, or put its secret.key into DATA_DIR',
    );
  if (!isRight(createSecretKey({ ...config, secretKey: key })))
    throw new WrongKeyError('The secret key in the backup is not the one of its secrets');
  return {
    former: null,
    store: () => void createKeyFile(keyFileOf(config.dataDir), Buffer.from(key)),
  };
};

const nothingToStore = { former: null, store: () => undefined };

/** Keys that `lectern secret-key rotate`, or the operator, kept beside the present one: `secret.key.…`. */
const formerKeys = (dataDir: string): SecretKey[] => {
  const prefix = `${basename(keyFileOf(dataDir))}.`;
  const names = readdirSync(dataDir).filter((name) => name.startsWith(prefix));
  return names.slice(0, MAX_FORMER_KEYS).flatMap((name) => {
    const secretKey = readKeyFile(join(dataDir, name));
    return secretKey ? [createSecretKey({ dataDir, secretKey })] : [];
  });
};
