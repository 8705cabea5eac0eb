/** API tokens: create, list, revoke, and authenticate by secret. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/http/authenticate.js';
import { toAccount } from '../accounts/account.record.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, notFound, preconditionFailed } from '../../platform/lib/errors.js';
import { matches } from '../../platform/lib/etag.js';
import { newSecret, sha256 } from '../../platform/lib/ids.js';
import { findCaller, listTokens, lockToken, updateToken } from './token.repository.js';
import type { NewToken, TokenRecord } from './token.schema.js';

export type TokenService = ReturnType<typeof createTokenService>;

export const createTokenService = ({ db, clock }: { db: Db; clock: Clock }) => ({
  list: (accountId: number, params: ListParams): Promise<Page<TokenRecord>> =>
    listTokens(db, accountId, params),

  /**
   * The secret is returned here and never again.
   * @throws {ValidationError} when the expiry is in the past
   */
  create: async (
    accountId: number,
    { name, scopes, expiresAt }: NewToken,
  ): Promise<{ token: TokenRecord; secret: string }> => {
    const now = isoTime(clock);
    if (expiresAt && expiresAt <= now)
      throw invalid([{ path: 'expiresAt', message: 'must be in the future' }]);
    const secret = newSecret();
    const row = await insertRow(db, 'token', {
      accountId,
      name,
      secretHash: sha256(secret),
      scopes: JSON.stringify([...new Set(scopes)]),
      expiresAt,
      revokedAt: null,
      entryDate: now,
    });
    return { token: row, secret };
  },

  /**
   * @throws {NotFoundError} when there is no such token, or it is already revoked
   * @throws {PreconditionFailedError}
   */
  revoke: (accountId: number, id: number, ifMatch?: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const token = await lockToken(trx, accountId, id);
      if (!token) throw notFound();
      if (ifMatch !== undefined && !matches(ifMatch, token)) throw preconditionFailed();
      await updateToken(trx, token, { revokedAt: isoTime(clock) });
    }),

  /** Null if the secret is unknown, or its token revoked or expired. */
  callerOf: async (secret: string): Promise<Caller | null> => {
    const [found] = await findCaller(db, sha256(secret));
    const expired = found?.expiresAt && found.expiresAt <= isoTime(clock);
    return found && !expired
      ? { account: toAccount(found), scopes: JSON.parse(found.scopes) as string[] }
      : null;
  },
});
