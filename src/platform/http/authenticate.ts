/** Identifies the caller: account and scopes of a bearer token, or the account of a public host or path. */
import type { Context } from 'koa';
import { forbidden, notFound, unauthenticated } from '../lib/errors.js';
import type { Access, Scope } from './endpoint.js';
import type { Tenant } from './tenant.js';

export interface Caller {
  account: Tenant;
  scopes: readonly string[];
}

/** The port to accounts and tokens. */
export interface Identity {
  /** The owner of a token; null when it is unknown, expired or revoked. */
  callerOf(secret: string): Promise<Caller | null>;
  /** The account served at a public host name, or null. */
  accountOfHost(host: string): Promise<Tenant | null>;
  accountById(id: number): Promise<Tenant | null>;
}

/**
 * @returns the account that the request acts for; undefined for an open endpoint
 * @throws {AuthenticationError} when the token is missing or invalid
 * @throws {PermissionError} when the token lacks the scope
 * @throws {NotFoundError} when host or path name no account
 */
export const authenticate = async (
  identity: Identity,
  ctx: Context,
  scope: Access,
  params: Record<string, string>,
): Promise<Tenant | undefined> => {
  if (scope === 'open') return undefined;
  if (scope === 'link') {
    const account = /^\d{1,15}$/.test(params.accountId ?? '')
      ? await identity.accountById(Number(params.accountId))
      : null;
    if (!account) throw notFound();
    return account;
  }
  if (scope === 'public') {
    const account = await identity.accountOfHost(ctx.hostname);
    if (!account) throw notFound(`No account is served at ${ctx.hostname}`);
    return account;
  }
  const [, secret] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
  if (!secret) throw unauthenticated('Send a token: Authorization: Bearer lct_…');
  const caller = await identity.callerOf(secret);
  if (!caller) throw unauthenticated('The token is unknown, expired or revoked');
  if (!allows(caller.scopes, scope)) throw forbidden(`This request needs a token with the scope ${scope}`);
  return caller.account;
};

const allows = (granted: readonly string[], needed: Scope): boolean =>
  granted.includes(needed) ||
  granted.includes('admin') ||
  (needed === 'content:read' && granted.includes('content:write'));
