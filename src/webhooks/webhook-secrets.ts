/** The secrets of webhooks, which are encrypted in SQL. */
import type { Db } from '../platform/db/dialect.js';
import { truncateWal } from '../platform/db/truncate-wal.js';
import type { Row } from '../platform/db/tables.js';
import { isEncrypted, type SecretKey } from '../platform/secrets/secret-key.js';

const PURPOSE = 'webhook secrets';
const PAGE = 500;

export const encryptSecret = (key: SecretKey, secret: string): string => key.encrypt(PURPOSE, secret);

/**
 * The secrets that deliveries are signed with at this moment, the current one first.
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

/**
 * Encrypts the secrets that earlier versions stored as they are, of all accounts. Continues where an earlier run was
 * interrupted, and can run in several processes at once.
 */
export const encryptStoredSecrets = async (db: Db, key: SecretKey): Promise<void> => {
  let changed = false;
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('webhook')
      .select(['id', 'accountId', 'secret', 'previousSecret'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows)
      for (const column of ['secret', 'previousSecret'] as const) {
        const value = row[column];
        if (value === null || isEncrypted(value)) continue;
        await db
          .updateTable('webhook')
          .set({ [column]: encryptSecret(key, value) })
          .where('accountId', '=', row.accountId)
          .where('id', '=', row.id)
          // Unless it was rotated, or another process encrypted it.
          .where(column, '=', value)
          .execute();
        changed = true;
      }
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.id ?? after;
  }
  if (changed) await truncateWal(db);
};
