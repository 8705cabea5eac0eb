/** Calls of the console's plain page to its own host. */
import { createConsoleClient, LecternError, unwrap } from '../../../client/index.js';
import type { operations } from '../../../client/console-api.js';
import { en } from '../../../strings/console/en.js';

export const api = createConsoleClient();
export { unwrap };

export type SessionState = operations['getSession']['responses'][200]['content']['application/json'];
export type SignInMethods = SessionState['methods'];
export type OwnSession = NonNullable<SessionState['session']>;
export type SignInResult = operations['signIn']['responses'][200]['content']['application/json'];

/** The type of the server's error; undefined for any other. */
export const errorType = (error: unknown): string | undefined =>
  error instanceof LecternError ? error.type : undefined;

export const messageOf = (error: unknown): string =>
  error instanceof LecternError ? error.message : en.failed;

/** The secret of the link that was opened, which the address bar does not show any longer. */
let secret = new URLSearchParams(location.hash.slice(1)).get('token');
if (secret !== null) history.replaceState(null, '', location.pathname);

export const linkToken = {
  get: (): string | null => secret,
  drop: (): void => {
    secret = null;
  },
};
