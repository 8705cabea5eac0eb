/** Identifies people on the console's host by their session, and what they may do in the account of the path. */
import type { Context } from 'koa';
import {
  forbidden,
  notFound,
  reauthenticationRequired,
  secondFactorRequired,
  signInRequired,
} from '../../lib/errors.js';
import type { Clock } from '../../lib/clock.js';
import { allows, rolesWith, scopesOfRole, type Role, type Scope } from '../../lib/permissions.js';
import { isScope, type Access } from './access.js';
import type { Authenticated } from './authenticate.js';
import { sessionCookies, type SessionCookies } from './session-cookies.js';
import { isRecent, lacksSecondFactor, type Session, type Sessions } from './sessions.js';

/** What the console's host knows of sessions. */
interface SessionHost {
  sessions: Sessions;
  /** Its origin, as browsers reach it. */
  baseUrl: string;
  clock: Clock;
}

/** The cookies of a request to the console's host, and the session that they name. */
export interface PersonRequest {
  cookies: SessionCookies;
  session: Session | undefined;
}

export const personRequest = async (
  { sessions, baseUrl }: SessionHost,
  ctx: Context,
): Promise<PersonRequest> => {
  const cookies = sessionCookies(ctx, baseUrl);
  const secret = cookies.session();
  const client = { ip: ctx.ip, userAgent: ctx.get('User-Agent') };
  return { cookies, session: (secret && (await sessions.find(secret, client))) || undefined };
};

/** A request to an endpoint of the console's host. */
export interface PersonalCall {
  endpoint: { scope: Access; recent?: boolean };
  params: Record<string, string>;
  /** The account in the path; undefined outside the accounts. */
  shortName?: string | undefined;
}

/**
 * @returns the account and the person's rights in it; empty outside the accounts
 * @throws {AuthenticationError} when a session is needed and there is none
 * @throws {NotFoundError} when the person does not belong to the account, whether or not it exists
 * @throws {SecondFactorRequiredError} when the account demands a second factor and the session has none
 * @throws {PermissionError} when the role does not allow it
 * @throws {ReauthenticationRequiredError} when it needs a recent sign-in
 */
export const authenticatePerson = async (
  console: SessionHost,
  session: Session | undefined,
  call: PersonalCall,
): Promise<Authenticated> => {
  const { endpoint, shortName } = call;
  if (!session && (endpoint.scope === 'session' || shortName !== undefined)) throw signInRequired();
  const caller = session && shortName !== undefined ? await memberOf(console, session, shortName, call) : {};
  if (session && endpoint.recent && !isRecent(console.clock, session)) throw reauthenticationRequired();
  return caller;
};

const memberOf = async (
  { sessions }: SessionHost,
  session: Session,
  shortName: string,
  { endpoint, params }: PersonalCall,
): Promise<Authenticated> => {
  const { id, name } = session.person;
  const found = await sessions.accountOf(id, shortName);
  if (!found) throw notFound('No such account');
  const { account, role } = found;
  if (lacksSecondFactor(session, account, role)) throw secondFactorRequired();
  const scopes = scopesOfRole[role];
  if (isScope(endpoint.scope) && !allows(scopes, endpoint.scope)) throw roleLacks(role, endpoint.scope);
  // Paths of files and uploads name an account. Those of another account do not exist in this one.
  if (params.accountId !== undefined && params.accountId !== String(account.id)) throw notFound();
  return { account, person: { id, name, role, scopes } };
};

const roleLacks = (role: Role, scope: Scope) => {
  const able = rolesWith(scope).map((name) => `${name}s`);
  const names = able.length > 1 ? `${able.slice(0, -1).join(', ')} and ${able.at(-1)}` : able.join('');
  return forbidden(`Only ${names} may do this. Your role in this account is ${role}.`);
};
