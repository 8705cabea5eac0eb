/** Identifies the caller: the account and permissions of a bearer token, or the account of a public host or path. */
import type { Context } from 'koa';
import { forbidden, notFound, unauthenticated } from '../lib/errors.js';
import { sha256 } from '../lib/ids.js';
import { networkCheck } from '../lib/networks.js';
import type { Access, Scope } from './endpoint.js';
import type { Tenant } from './tenant.js';
import type { AuthenticationLimit } from './token-limits.js';

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
  /** Set for a private endpoint. */
  token?: TokenRights;
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
  if (scope === 'open') return {};
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

const allows = (granted: readonly string[], needed: Scope): boolean =>
  granted.includes(needed) ||
  granted.includes('admin') ||
  (needed === 'content:read' && granted.includes('content:write'));
