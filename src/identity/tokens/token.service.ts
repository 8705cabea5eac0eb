/** API tokens: create, list, rotate, revoke, and authenticate by secret. */
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { insertRow } from '../../platform/db/rows.js';
import type { TokenOwner } from '../../platform/http/callers/authenticate.js';
import { toAccount } from '../accounts/account.record.js';
import { forgetDrafts } from '../people/remove-person.js';
import { authorOf, callerKey, type Caller } from '../../platform/lib/caller.js';
import { hasPassed, isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../../platform/lib/errors.js';
import { assertVersion } from '../../platform/lib/etag.js';
import { newSecret, sha256 } from '../../platform/lib/ids.js';
import { endUploadsOf } from '../../platform/storage/resumable.repository.js';
import { findOwner, findPreviousOwner, listTokens, lockToken, updateToken } from './token.repository.js';
import type { NewToken, TokenRecord, TokenRotation } from './token.schema.js';

export type TokenService = ReturnType<typeof createTokenService>;

const HOUR_MS = 60 * 60_000;

export const createTokenService = ({ db, clock, quotas }: { db: Db; clock: Clock; quotas: Quotas }) => ({
  list: (accountId: number, params: ListParams): Promise<Page<TokenRecord>> =>
    listTokens(db, accountId, params),

  /**
   * The secret is returned only here.
   * @param caller who creates it; the command line if absent
   * @throws {ValidationError} when the expiry is in the past
   * @throws {QuotaExceededError}
   */
  create: async (
    accountId: number,
    { name, scopes, expiresAt, allowedNetworks = null }: NewToken,
    caller: Pick<Caller, 'token' | 'person'> = {},
  ): Promise<{ token: TokenRecord; secret: string }> => {
    const now = isoTime(clock);
    if (expiresAt && expiresAt <= now)
      throw invalid([{ path: 'expiresAt', message: 'must be in the future' }]);
    const secret = newSecret();
    const row = await db.transaction().execute(async (trx) => {
      await quotas.reserve(trx, accountId, 'tokens');
      return insertRow(trx, 'token', {
        accountId,
        name,
        secretHash: sha256(secret),
        scopes: JSON.stringify([...new Set(scopes)]),
        expiresAt,
        allowedNetworks: allowedNetworks && JSON.stringify([...new Set(allowedNetworks)]),
        revokedAt: null,
        createdBy: authorOf(caller),
        entryDate: now,
      });
    });
    return { token: row, secret };
  },

  /**
   * Revokes the token, and ends the uploads that it planned.
   * @throws {NotFoundError} when the token does not exist or is already revoked
   * @throws {PreconditionFailedError}
   */
  revoke: (accountId: number, id: number, ifMatch?: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const token = await lockToken(trx, accountId, id);
      if (!token) throw notFound();
      assertVersion(token, ifMatch);
      await updateToken(trx, token, { revokedAt: isoTime(clock) });
      await forgetDrafts(trx, clock, callerKey({ token }));
      await endUploadsOf(trx, clock, accountId, 'tokenId', id);
    }),

  /**
   * The old secret stays valid for `overlapHours`; one replaced by an earlier rotation becomes invalid at once.
   * @throws {NotFoundError} when the token does not exist or is revoked
   * @throws {InvalidStateError} when it has expired
   */
  rotate: (
    accountId: number,
    id: number,
    { overlapHours }: TokenRotation,
  ): Promise<{ token: TokenRecord; secret: string }> =>
    db.transaction().execute(async (trx) => {
      const token = await lockToken(trx, accountId, id);
      if (!token) throw notFound();
      if (hasPassed(clock, token.expiresAt)) throw invalidState('The token has expired: create another one');
      const secret = newSecret();
      const rotated = await updateToken(trx, token, {
        secretHash: sha256(secret),
        previousSecretHash: overlapHours > 0 ? token.secretHash : null,
        previousSecretUntil: overlapHours > 0 ? isoTime(clock, overlapHours * HOUR_MS) : null,
      });
      return { token: rotated, secret };
    }),

  /** Null if the secret is unknown, or its token is revoked or expired. */
  ownerOf: async (secretHash: string): Promise<TokenOwner | null> => {
    const [current] = await findOwner(db, secretHash);
    const [previous] = current ? [] : await findPreviousOwner(db, secretHash);
    const found = current ?? (hasPassed(clock, previous?.previousSecretUntil ?? '') ? undefined : previous);
    if (!found || hasPassed(clock, found.expiresAt)) return null;
    return {
      account: toAccount(found),
      token: {
        id: found.tokenId,
        name: found.tokenName,
        scopes: JSON.parse(found.scopes) as string[],
        allowedNetworks:
          found.allowedNetworks === null ? null : (JSON.parse(found.allowedNetworks) as string[]),
      },
    };
  },
});
