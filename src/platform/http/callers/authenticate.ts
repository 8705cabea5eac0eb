/** Identifies the caller: the account and permissions of a bearer token, or the account of a public host or path. */
import type { Context } from 'koa';
import type { Caller } from '../../lib/caller.js';
import { forbidden, notFound, unauthenticated, badQuery } from '../../lib/errors.js';
import { sha256 } from '../../lib/ids.js';
import { networkCheck } from '../../lib/networks.js';
import { allows, type Scope } from '../../lib/permissions.js';
import type { Access } from './access.js';
import type { Tenant } from './tenant.js';
import type { AuthenticationLimit, TokenLimits } from './token-limits.js';
import { normalAddress } from './client-address.js';
import type { PassedVisitor } from './request-info.js';

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

/** The permissions of a token. */
export interface TokenRights {
  id: number;
  name: string;
  scopes: readonly string[];
  /** Networks in CIDR notation; null for any. */
  allowedNetworks: readonly string[] | null;
}

export interface TokenOwner {
  account: Tenant;
  token: TokenRights;
}

/** The port to accounts and tokens. */
export interface Identity {
  /** The token with this secret and its account; null if it is unknown, expired or revoked. */
  ownerOf(secretHash: string): Promise<TokenOwner | null>;
  /** Records that the token has been used. */
  used(tokenId: number): void;
  /** The account served at a public host name, or null. */
  accountOfHost(host: string): Promise<Tenant | null>;
  accountById(id: number): Promise<Tenant | null>;
}

/** On whose behalf a request is made. */
export interface Authenticated {
  /** undefined for an open endpoint. */
  account?: Tenant;
  /** Set for a private endpoint on the private host. */
  token?: TokenRights;
  /** Set for a private endpoint on the console's host. */
  person?: Caller['person'];
}

/**
 * @throws {AuthenticationError} when the token is missing or invalid
 * @throws {PermissionError} when the token lacks the scope, or the client is outside its networks
 * @throws {RateLimitError} when too many authentication attempts of the client's address have failed
 * @throws {NotFoundError} when the host or path belongs to no account
 */
export const authenticate = async (
  identity: Identity,
  ctx: Context,
  scope: Access,
  params: Record<string, string>,
  limit?: AuthenticationLimit,
): Promise<Authenticated> => {
  if (scope === 'open' || scope === 'session') return {};
  if (scope === 'link') {
    const account = /^\d{1,15}$/.test(params.accountId ?? '')
      ? await identity.accountById(Number(params.accountId))
      : null;
    if (!account) throw notFound();
    return { account };
  }
  if (scope === 'public') {
    const account = await identity.accountOfHost(ctx.hostname);
    if (!account) throw notFound(`No account is served at ${ctx.hostname}`);
    return { account };
  }
  return authenticateToken(identity, ctx, scope, limit);
};

const UNKNOWN_TOKEN = 'The token is unknown, expired or revoked';

/**
 * The owner of the token in the `Authorization` header.
 * @throws {AuthenticationError} when the token is missing or invalid
 * @throws {PermissionError} when the token lacks the scope, or the client is outside its networks
 * @throws {RateLimitError} when too many authentication attempts of the client's address have failed
 */
const authenticateToken = async (
  identity: Identity,
  ctx: Context,
  scope: Scope,
  limit?: AuthenticationLimit,
): Promise<TokenOwner> => {
  const [, secret] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
  if (!secret) throw unauthenticated('Send a token: Authorization: Bearer lct_…');
  const secretHash = sha256(secret);
  await limit?.check(ctx.ip, secretHash);
  const owner = await identity.ownerOf(secretHash);
  await limit?.record(ctx.ip, secretHash, owner !== null);
  if (!owner) throw unauthenticated(UNKNOWN_TOKEN);
  const { id, scopes, allowedNetworks } = owner.token;
  if (allowedNetworks && !networkCheck(allowedNetworks)(ctx.ip))
    throw forbidden('This token must not be used from this network address');
  if (!allows(scopes, scope)) throw forbidden(`This request needs a token with the scope ${scope}`);
  identity.used(id);
  return owner;
};
