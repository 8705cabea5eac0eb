/** Leaves the console's plain page for the OpenID provider, which sends the browser back. */
import { unwrap } from '../api/session-api.js';

/**
 * Not in the document of a console without a provider, from which the client is made.
 * @param token of the invitation to accept, if any
 */
export const openProvider = async (token: string | null): Promise<void> => {
  const { url } = await unwrap(start(token));
  location.assign(url);
};

const start = async (
  token: string | null,
): Promise<{ data?: { url: string }; error?: unknown; response: Response }> => {
  const response = await fetch('/auth/oidc/start', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(token === null ? {} : { token }),
  });
  const body: unknown = await response.json();
  return response.ok ? { data: body as { url: string }, response } : { error: body, response };
};
