/** What signing in reads and writes of a person in SQL. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { Flag } from '../../platform/db/table-parts.js';
import type { Row } from '../../platform/db/tables.js';
import type { Role } from '../../platform/lib/permissions.js';
import { rowsWhere, deleteWhere, updateWhere, findsRow } from '../../platform/db/rows.js';

/** The person with this address, and whether they signed in with the browser before. */
export const personByEmail = (
  db: Db,
  email: string,
  deviceHash: string,
): Promise<(Row<'person'> & { deviceHash: string | null }) | undefined> =>
  rowsWhere(db, 'person', { email, deletedDate: null })
    .leftJoin('knownDevice as device', (join) =>
      join.onRef('device.personId', '=', 'person.id').on('device.deviceHash', '=', deviceHash),
    )
    .selectAll('person')
    .select('device.deviceHash')
    .executeTakeFirst();

export const findPerson = (db: Db, id: number): Promise<Row<'person'> | undefined> =>
  rowsWhere(db, 'person', { id, deletedDate: null }).selectAll().executeTakeFirst();

/** The person, unless removed, locked against other writers until the transaction ends. */
export const lockPerson = (trx: Db, id: number): Promise<Row<'person'> | undefined> => {
  const query = rowsWhere(trx, 'person', { id, deletedDate: null }).selectAll();
  return (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirst();
};

export const setPasswordHash = async (
  db: Db,
  id: number,
  passwordHash: string,
  updatedDate: string,
): Promise<void> => {
  await updateWhere(db, 'person', { id }).set({ passwordHash, updatedDate }).execute();
};

export interface Membership {
  accountId: number;
  shortName: string;
  name: string;
  role: Role;
  digestMail: Flag;
  /** JSON of the account's settings. */
  settings: string;
}

/** The accounts to which a person belongs. */
export const membershipsOf = (db: Db, personId: number): Promise<Membership[]> =>
  rowsWhere(db, 'membership', { personId })
    .innerJoin('account', 'account.id', 'membership.accountId')
    .select(['account.id as accountId', 'account.shortName', 'account.name', 'account.settings'])
    .select(['membership.role', 'membership.digestMail'])
    .orderBy('account.shortName')
    .execute();

export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

/** The second factors of a person, and how many recovery codes are unused. */
export const factorsOf = async (db: Db, personId: number): Promise<Factors> => {
  const { totp, passkeys, recoveryCodes } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('totp')
        .select(fn.countAll<number>().as('count'))
        .where('personId', '=', personId)
        .where('confirmedDate', 'is not', null)
        .as('totp'),
      selectFrom('passkey')
        .select(fn.countAll<number>().as('count'))
        .where('personId', '=', personId)
        .as('passkeys'),
      selectFrom('recoveryCode')
        .select(fn.countAll<number>().as('count'))
        .where('personId', '=', personId)
        .where('usedAt', 'is', null)
        .as('recoveryCodes'),
    ])
    .executeTakeFirstOrThrow();
  return { totp: Number(totp) > 0, passkeys: Number(passkeys), recoveryCodes: Number(recoveryCodes) };
};

/** A person signs in with few browsers; the ones unused for longest are forgotten. */
const MAX_DEVICES = 20;

export const isKnownDevice = (db: Db, deviceHash: string): Promise<boolean> =>
  findsRow(rowsWhere(db, 'knownDevice', { deviceHash }));

/** The hash, if the person signed in with this browser before. */
export const knownDeviceOf = async (db: Db, personId: number, deviceHash: string): Promise<string | null> => {
  const device = await rowsWhere(db, 'knownDevice', { personId, deviceHash })
    .select('deviceHash')
    .executeTakeFirst();
  return device?.deviceHash ?? null;
};

/** Remembers that the person signed in with this browser. */
export const rememberDevice = async (
  trx: Db,
  personId: number,
  deviceHash: string,
  now: string,
): Promise<void> => {
  await trx
    .insertInto('knownDevice')
    .values({ personId, deviceHash, lastUsedAt: now, entryDate: now })
    .onConflict((conflict) => conflict.columns(['personId', 'deviceHash']).doUpdateSet({ lastUsedAt: now }))
    .execute();
  await deleteWhere(trx, 'knownDevice', { personId })
    .where('deviceHash', 'not in', (eb) =>
      eb
        .selectFrom('knownDevice')
        .select('deviceHash')
        .where('personId', '=', personId)
        .orderBy('lastUsedAt', 'desc')
        .limit(MAX_DEVICES),
    )
    .execute();
};

export const deleteOldDevices = async (db: Db, before: string): Promise<void> => {
  await db.deleteFrom('knownDevice').where('lastUsedAt', '<', before).execute();
};

/** Whether the person has no way to sign in yet, so that an invitation is the first. */
export const cannotSignIn = async (db: Db, personId: number): Promise<boolean> => {
  const row = await rowsWhere(db, 'person', { id: personId, passwordHash: null })
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkey').select('id').where('personId', '=', personId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('openIdIdentity').select('id').where('personId', '=', personId))),
    )
    .executeTakeFirst();
  return row !== undefined;
};
