/** Calls about the session, to the console's own host, and what links and providers pass to the page. */
import { createConsoleClient, LecternError, unwrap } from '../../../client/index.js';
import type { operations } from '../../../client/console-api.js';
import { en } from '../../../strings/console/en.js';

export const sessionApi = createConsoleClient();
export { unwrap };

export type SessionState = operations['getSession']['responses'][200]['content']['application/json'];
export type SignInMethods = SessionState['methods'];
export type OwnSession = NonNullable<SessionState['session']>;
export type Membership = OwnSession['accounts'][number];
export type SignInResult = operations['signIn']['responses'][200]['content']['application/json'];

/** The type of the server's error; undefined for any other. */
export const errorType = (error: unknown): string | undefined =>
  error instanceof LecternError ? error.type : undefined;

export const messageOf = (error: unknown): string => {
  if (error instanceof LecternError) return error.message;
  // The browser has no passkey, or the person cancelled.
  return error instanceof DOMException ? en.passkeyFailed : en.failed;
};

/** What a link, or the way back from the OpenID provider, passes to the page; the address bar does not keep it. */
const passed = new URLSearchParams(location.hash.slice(1));
if (passed.has('token') || passed.has('error')) history.replaceState(null, '', location.pathname);

/** Why the sign-in at the OpenID provider failed; null if it did not. */
export const openIdFailure = (): string | null => {
  const reason = passed.get('error') ?? '';
  return Object.hasOwn(en.openIdFailures, reason)
    ? en.openIdFailures[reason as keyof typeof en.openIdFailures]
    : null;
};

let secret = passed.get('token');

/** The secret of the link that was opened. */
export const linkToken = {
  get: (): string | null => secret,
  drop: (): void => {
    secret = null;
  },
};
