/** Leaves the console for the OpenID provider, which sends the browser back. */
import { sessionApi, unwrap } from '../api/session-api.js';

/**
 * @param purpose.token of the invitation to accept
 * @param purpose.link to sign in with the account at the provider from now on
 */
export const openProvider = async (purpose: { token?: string; link?: boolean } = {}): Promise<void> => {
  const { url } = await unwrap(sessionApi.POST('/auth/oidc/start', { body: purpose }));
  location.assign(url);
};
