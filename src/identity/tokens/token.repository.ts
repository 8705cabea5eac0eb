/** Tokens in SQL; of their secrets, only hashes are stored. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { prepared } from '../../platform/db/prepared.js';
import type { Row } from '../../platform/db/tables.js';
import { tokenList } from './token.schema.js';

export const listTokens = (db: Db, accountId: number, params: ListParams): Promise<Page<Row<'token'>>> =>
  listPage(db, tokenList, accountId, params);

/** The token with this secret and its account, even if expired; empty if unknown or revoked. */
export const findCaller = prepared((db: Db, secretHash: string) =>
  db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.accountId')
    .selectAll('account')
    .select(['token.scopes', 'token.expiresAt'])
    .where('token.secretHash', '=', secretHash)
    .where('token.revokedAt', 'is', null),
);

/** @returns false if the account has no such token or it is already revoked */
export const revokeToken = async (db: Db, accountId: number, id: number, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
