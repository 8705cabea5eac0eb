/** Leaves the console's plain page for the OpenID provider, which sends the browser back. */
import { api, unwrap } from './api.js';

/**
 * @param purpose.token of the invitation to accept
 * @param purpose.link to sign in with the account at the provider from now on
 */
export const openProvider = async (purpose: { token?: string; link?: boolean } = {}): Promise<void> => {
  const { url } = await unwrap(api.POST('/auth/oidc/start', { body: purpose }));
  location.assign(url);
};
