/** The secrets of webhooks, encrypted in SQL. */
import type { Row } from '../platform/db/tables.js';
import type { SecretKey } from '../platform/secrets/secret-key.js';

const PURPOSE = 'webhook secrets';

export const encryptSecret = (key: SecretKey, secret: string): string => key.encrypt(PURPOSE, secret);

/**
 * The secrets with which deliveries are signed now, the current one first.
 * @throws {Error} when the current one was encrypted with another key
 */
export const signingSecrets = (
  key: SecretKey,
  { secret, previousSecret, previousSecretUntil }: Row<'webhook'>,
  now: Date,
): string[] => {
  const current = key.decrypt(PURPOSE, secret);
  if (current === null)
    throw new Error('The secret of this webhook was encrypted with another key: rotate it');
  const overlaps = previousSecret && (previousSecretUntil ?? '') > now.toISOString();
  const previous = overlaps ? key.decrypt(PURPOSE, previousSecret) : null;
  return previous === null ? [current] : [current, previous];
};
