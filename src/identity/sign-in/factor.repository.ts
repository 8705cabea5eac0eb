/** Second factors in SQL: authenticator apps, recovery codes and passkeys. */
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { factorsOf } from './person.repository.js';
import { newRecoveryCodes, recoveryCodeHash } from './second-factors.js';
import { rowsWhere, deleteWhere, updateWhere, findsRow } from '../../platform/db/rows.js';

export const findTotp = (db: Db, personId: number): Promise<Row<'totp'> | undefined> =>
  rowsWhere(db, 'totp', { personId }).selectAll().executeTakeFirst();

/** Stores a secret that does not count yet, in place of another such one. */
export const putTotp = async (db: Db, values: NewRow<'totp'>): Promise<void> => {
  await db
    .insertInto('totp')
    .values(values)
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(values))
    .execute();
};

/** @returns whether the person had an authenticator app, or was about to set one up */
export const deleteTotp = async (db: Db, personId: number): Promise<boolean> => {
  const { numDeletedRows } = await deleteWhere(db, 'totp', { personId }).executeTakeFirst();
  return numDeletedRows > 0n;
};

const putRecoveryCodes = async (db: Db, personId: number, hashes: readonly string[]): Promise<void> => {
  await deleteWhere(db, 'recoveryCode', { personId }).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recoveryCode')
      .values(hashes.map((codeHash) => ({ personId, codeHash, usedAt: null })))
      .execute();
};

/** Replaces all recovery codes of a person by new ones. */
export const renewCodes = async (db: Db, personId: number): Promise<string[]> => {
  const codes = newRecoveryCodes();
  await putRecoveryCodes(db, personId, codes.map(recoveryCodeHash));
  return codes;
};

/** Recovery codes without another factor would be passwords. */
export const dropUselessCodes = async (db: Db, personId: number): Promise<void> => {
  const { totp, passkeys } = await factorsOf(db, personId);
  if (!totp && passkeys === 0) await putRecoveryCodes(db, personId, []);
};

export const passkeysOf = (db: Db, personId: number): Promise<Row<'passkey'>[]> =>
  rowsWhere(db, 'passkey', { personId }).selectAll().orderBy('id').execute();

export const findPasskey = (db: Db, credentialId: string): Promise<Row<'passkey'> | undefined> =>
  rowsWhere(db, 'passkey', { credentialId }).selectAll().executeTakeFirst();

export const insertPasskey = (db: Db, values: NewRow<'passkey'>): Promise<Row<'passkey'>> =>
  db.insertInto('passkey').values(values).returningAll().executeTakeFirstOrThrow();

export const usePasskey = async (db: Db, id: number, counter: number, lastUsedAt: string): Promise<void> => {
  await updateWhere(db, 'passkey', { id }).set({ counter, lastUsedAt }).execute();
};

/** @returns whether the person had such a passkey */
export const deletePasskey = async (db: Db, personId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await deleteWhere(db, 'passkey', { personId, id }).executeTakeFirst();
  return numDeletedRows > 0n;
};

export const hasOpenId = (db: Db, personId: number): Promise<boolean> =>
  findsRow(rowsWhere(db, 'openIdIdentity', { personId }));
