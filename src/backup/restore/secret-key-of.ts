/** Whether this installation has the secret key of a backup. */
import { text } from 'node:stream/consumers';
import { createKeyFile, keyFileOf, parseKey } from '../../platform/secrets/key-file.js';
import { createSecretKey } from '../../platform/secrets/secret-key.js';
import { SECRET_KEY } from '../contents/create-backup.js';
import { WrongKeyError } from '../format/encryption.js';
import type { OpenBackup } from '../format/backup-reader.js';

/**
 * @returns a function that stores the key of the backup here, if it has one and this installation has none
 * @throws {WrongKeyError} when neither has the key that the secrets in the backup are encrypted with
 */
export const secretKeyOf = async (
  backup: OpenBackup,
  config: { secretKey: Buffer | null; dataDir: string },
): Promise<() => void> => {
  const { keyCheck, includesKey } = backup.manifest;
  const present = createSecretKey(config);
  const isRight = (key: { verify: typeof present.verify }): boolean =>
    keyCheck === null || key.verify('check', 'lectern', keyCheck);
  if (present.exists()) {
    if (isRight(present)) return () => undefined;
    throw new WrongKeyError(
      'The secret key here is not the one of the backup: set SECRET_KEY, or put the secret.key that belongs to the backup into DATA_DIR',
    );
  }
  if (keyCheck === null) return () => undefined;
  const key = includesKey ? parseKey((await text(await backup.read(SECRET_KEY))).trim()) : undefined;
  if (!key)
    throw new WrongKeyError(
      'The backup has no secret key, and there is none here: set SECRET_KEY, or put its secret.key into DATA_DIR',
    );
  if (!isRight(createSecretKey({ ...config, secretKey: key })))
    throw new WrongKeyError('The secret key in the backup is not the one of its secrets');
  return () => void createKeyFile(keyFileOf(config.dataDir), Buffer.from(key));
};
