/** The people of accounts in SQL. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import { authoredBy } from '../../platform/lib/caller.js';
import type { Role } from '../../platform/lib/permissions.js';
import { personList } from './person.schema.js';
import { rowsWhere, deleteWhere, updateWhere, countRows, findsRow } from '../../platform/db/rows.js';

export type AccountPerson = Row<'accountPerson'>;

export const listPeople = (db: Db, accountId: number, params: ListParams): Promise<Page<AccountPerson>> =>
  listPage(db, personList, accountId, params);

/** Somebody who belongs to the account or is invited to it. */
export const findAccountPerson = (
  db: Db,
  accountId: number,
  by: { id: number } | { email: string },
): Promise<AccountPerson | undefined> => {
  const people = rowsWhere(db, 'accountPerson', { accountId }).selectAll();
  const found = 'id' in by ? people.where('id', '=', by.id) : people.where('email', '=', by.email);
  return found.executeTakeFirst();
};

/** Locks the people and the roles of accounts until the transaction ends, in the order of their ids. */
export const lockPeople = async (trx: Db, accountIds: readonly number[]): Promise<void> => {
  // SQLite has one writer at a time.
  if (!isPostgres(trx) || accountIds.length === 0) return;
  const accounts = trx.selectFrom('account').select('id');
  await accounts.where('id', 'in', accountIds).orderBy('id').forNoKeyUpdate().execute();
};

export const countPeople = (db: Db, accountId: number): Promise<number> =>
  countRows(rowsWhere(db, 'accountPerson', { accountId }));

/** Whether an owner remains when this person no longer is one. */
export const hasOtherOwner = (trx: Db, accountId: number, personId: number): Promise<boolean> =>
  findsRow(rowsWhere(trx, 'membership', { accountId, role: 'owner' }).where('personId', '<>', personId));

export const accountsOf = (db: Db, personId: number): Promise<{ accountId: number; role: Role }[]> =>
  rowsWhere(db, 'membership', { personId }).select(['accountId', 'role']).orderBy('accountId').execute();

export const setRole = async (trx: Db, accountId: number, personId: number, role: Role): Promise<void> => {
  await updateWhere(trx, 'membership', { accountId, personId }).set({ role }).execute();
};

export const setInvitedRole = async (
  trx: Db,
  accountId: number,
  personId: number,
  role: Role,
): Promise<void> => {
  await updateWhere(trx, 'personLink', { accountId, personId, purpose: 'invitation' })
    .set({ role })
    .execute();
};

export const setName = async (trx: Db, id: number, name: string, updatedDate: string): Promise<void> => {
  await updateWhere(trx, 'person', { id }).set({ name, updatedDate }).execute();
};

export const deleteMembership = async (trx: Db, accountId: number, personId: number): Promise<void> => {
  await deleteWhere(trx, 'membership', { accountId, personId }).execute();
};

/** The invitations to the account that this person made and nobody has accepted. */
export const invitedBy = async (trx: Db, accountId: number, personId: number): Promise<number[]> => {
  const links = await rowsWhere(trx, 'personLink', { accountId, purpose: 'invitation', usedAt: null })
    .select('personId')
    .where('createdBy', 'like', authoredBy(personId))
    .execute();
  return links.map((link) => link.personId);
};

/** Voids the links with which this person could set the passwords of others. */
export const deleteResetsBy = async (trx: Db, personId: number): Promise<void> => {
  await deleteWhere(trx, 'personLink', { purpose: 'reset', usedAt: null })
    .where('createdBy', 'like', authoredBy(personId))
    .execute();
};

const MAX_OPERATORS = 100;

export interface OperatorAddress {
  name: string;
  email: string;
}

/** Those who can get mail. */
export const operatorAddresses = (db: Db): Promise<OperatorAddress[]> =>
  rowsWhere(db, 'person', { isOperator: 1, deletedDate: null })
    .select(['name', 'email'])
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(MAX_OPERATORS)
    .$narrowType<{ email: string }>()
    .execute();
