/** The visitor on whose behalf a site's server calls the public host: named in headers, and trusted with a token. */
import type { Context } from 'koa';
import { badQuery, unauthenticated } from '../lib/errors.js';
import { authenticateToken, UNKNOWN_TOKEN, type Identity } from './authenticate.js';
import { normalAddress } from './client-address.js';
import type { PassedVisitor } from './request-info.js';
import type { Tenant } from './tenant.js';
import type { AuthenticationLimit, TokenLimits } from './token-limits.js';

/**
 * @returns undefined without a token; sites with their own password send another kind of `Authorization`
 * @throws {AuthenticationError} when the token is invalid, or of another account
 * @throws {PermissionError} when it lacks the scope `logging:write`
 * @throws {RateLimitError} when the token has made too many calls for visitors
 * @throws {BadRequestError} when `X-Visitor-IP` is not an IP address
 */
export const passedVisitor = async (
  identity: Identity,
  ctx: Context,
  account: Tenant,
  { limit, tokenLimits }: { limit?: AuthenticationLimit; tokenLimits?: TokenLimits },
): Promise<PassedVisitor | undefined> => {
  const authorization = ctx.get('Authorization');
  if (!authorization || /^Basic /i.test(authorization)) return undefined;
  const owner = await authenticateToken(identity, ctx, 'logging:write', limit);
  if (owner.account.id !== account.id) throw unauthenticated(UNKNOWN_TOKEN);
  await tokenLimits?.countVisit(owner.token.id);
  const address = ctx.get('X-Visitor-IP').trim();
  const ip = normalAddress(address);
  if (address && !ip) throw badQuery([{ path: 'X-Visitor-IP', message: 'must be an IP address' }]);
  return { ip, userAgent: ctx.get('X-Visitor-User-Agent') };
};
