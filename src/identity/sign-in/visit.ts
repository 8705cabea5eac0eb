/** What signing in knows of the browser that a request comes from. */
import type { RequestInfo } from '../../platform/http/callers/request-info.js';
import type { SessionCookies } from '../../platform/http/callers/session-cookies.js';
import type { Session } from '../../platform/http/callers/sessions.js';
import { sha256 } from '../../platform/lib/ids.js';
import { isLoopback } from '../../platform/lib/networks.js';
import { newSessionSecret, type SessionClient } from '../sessions/start-session.js';

export interface SignInRequest {
  client: SessionClient;
  requestId: string;
  /** Whether the browser is on the machine of the server. */
  isLocal: boolean;
  cookies: SessionCookies;
  /** Session of the person who is already signed in. */
  session: Session | undefined;
}

/** The visit of somebody who is signed in. */
export interface SignedInVisit extends SignInRequest {
  session: Session;
}

interface Request<S> {
  request: RequestInfo;
  session?: S;
}

export function signInRequest(input: Request<Session> & { session: Session }): SignedInVisit;
export function signInRequest(input: Request<Session | undefined>): SignInRequest;
export function signInRequest({ request, session }: Request<Session | undefined>): SignInRequest {
  const { cookies, ip, id, message } = request;
  if (!cookies) throw new Error('Only the console’s host serves sign-in');
  const { headers } = message;
  // A proxy that is not trusted makes everybody look local.
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
  return {
    client: { ip, userAgent: headers['user-agent'] ?? '' },
    requestId: id,
    isLocal: isLoopback(ip) && !isForwarded,
    cookies,
    session,
  };
}

/** The secret of the browser's device cookie, which it gets if it has none. */
export const deviceOf = ({ cookies }: Pick<SignInRequest, 'cookies'>): string => {
  const known = cookies.device();
  if (known) return known;
  const secret = newSessionSecret();
  cookies.setDevice(secret);
  return secret;
};

/** Hash of the secret of the browser's device cookie; empty if it has none. */
export const deviceHashOf = ({ cookies }: Pick<SignInRequest, 'cookies'>): string => {
  const secret = cookies.device();
  return secret ? sha256(secret) : '';
};
