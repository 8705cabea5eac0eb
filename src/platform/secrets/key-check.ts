/** Detects a wrong secret key at the start, by a value in the database that the right key signed. */
import type { Db } from '../db/dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';
import type { SecretKey } from './secret-key.js';
import { rowsWhere } from '../db/rows.js';

/** The only row of its table. */
const ID = 1;
const ADVICE =
  'Set SECRET_KEY, or put secret.key into DATA_DIR, as it was when this database was last used; a backup has it only with --with-key. ' +
  'If `lectern secret-key rotate` was interrupted, run it again. If that key is lost, run `lectern secret-key reset`.';

/**
 * The first start with a database stores the value; later ones compare it.
 * @throws {Error} when the database was first used with another key
 */
export const checkSecretKey = async (db: Db, clock: Clock, key: SecretKey): Promise<void> => {
  if (await isFirstKey(db, key)) return;
  await storeCheck(db, clock, key);
  await isFirstKey(db, key);
};

/** Keeps the value that is already there. */
const storeCheck = async (db: Db, clock: Clock, key: SecretKey): Promise<void> => {
  await db
    .insertInto('secretKeyCheck')
    .values({ id: ID, value: key.sign('check', 'lectern'), entryDate: isoTime(clock) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

/**
 * Changes nothing.
 * @returns whether the database was first used with this key; false if it has not been used with any
 * @throws {Error} when it was first used with another key
 */
export const isFirstKey = async (db: Db, key: SecretKey): Promise<boolean> => {
  const row = await rowsWhere(db, 'secretKeyCheck', { id: ID }).select('value').executeTakeFirst();
  const known = row?.value;
  if (known === undefined) return false;
  // Before the key is used, because that would create a new one, which is useless here.
  if (!key.exists()) throw new Error(`The secret key is missing. ${ADVICE}`);
  if (!key.verify('check', 'lectern', known))
    throw new Error(`The secret key is not the one that this database was first used with. ${ADVICE}`);
  return true;
};

/** Makes this key the one of the database. */
export const replaceKeyCheck = async (trx: Db, clock: Clock, key: SecretKey): Promise<void> => {
  await resetSecretKey(trx);
  await storeCheck(trx, clock, key);
};

/** Lets the next start use any key. */
export const resetSecretKey = async (db: Db): Promise<void> => {
  await db.deleteFrom('secretKeyCheck').execute();
};
