/** Tokens in SQL. Only hashes of their secrets are stored. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { prepared } from '../../platform/db/prepared.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { tokenList } from './token.schema.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

export const listTokens = (db: Db, accountId: number, params: ListParams): Promise<Page<Row<'token'>>> =>
  listPage(db, tokenList, accountId, params);

const ownerBy = (column: 'secretHash' | 'previousSecretHash') =>
  prepared((db: Db, secretHash: string) =>
    db
      .selectFrom('token')
      .innerJoin('account', 'account.id', 'token.accountId')
      .selectAll('account')
      .select([
        'token.id as tokenId',
        'token.name as tokenName',
        'token.scopes',
        'token.expiresAt',
        'token.allowedNetworks',
        'token.previousSecretUntil',
      ])
      .where(`token.${column}`, '=', secretHash)
      .where('token.revokedAt', 'is', null),
  );

/** Finds the token with this secret and its account, even if expired; empty if unknown or revoked. */
export const findOwner = ownerBy('secretHash');

/** The same by the secret before the last rotation, even if its overlap has ended. */
export const findPreviousOwner = ownerBy('previousSecretHash');

/** Sets when the tokens were last used; never to an earlier time. */
export const setLastUsed = async (db: Db, ids: readonly number[], minute: string): Promise<void> => {
  await db
    .updateTable('token')
    .set({ lastUsedAt: minute })
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', minute)]))
    .execute();
};

/** The token, locked until the transaction ends; undefined if it does not exist in the account or is revoked. */
export const lockToken = (trx: Db, accountId: number, id: number): Promise<Row<'token'> | undefined> => {
  const query = rowsWhere(trx, 'token', { accountId, id, revokedAt: null }).selectAll();
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
};

export const updateToken = (
  trx: Db,
  { accountId, id }: Row<'token'>,
  values: Partial<NewRow<'token'>>,
): Promise<Row<'token'>> =>
  updateWhere(trx, 'token', { accountId, id }).set(values).returningAll().executeTakeFirstOrThrow();
