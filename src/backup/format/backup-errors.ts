/** Why a backup cannot be used; each has an exit code of its own. */
import { ExitError } from '../../platform/lib/errors.js';

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
