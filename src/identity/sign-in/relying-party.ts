/** The site for which passkeys are made. */
import { isIP } from 'node:net';

export interface RelyingParty {
  /** Host of the console: a passkey of another host does not work here. */
  rpId: string;
  origin: string;
  /** Why passkeys are not offered here; null if they are. */
  reason: string | null;
}

/**
 * @param consoleBaseUrl an origin
 * @param openIdOnly whether people only sign in at the OpenID provider
 */
export const relyingPartyOf = (consoleBaseUrl: string, openIdOnly: boolean): RelyingParty => {
  const { hostname, origin, protocol } = new URL(consoleBaseUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const reasonNot = (): string | null => {
    if (openIdOnly) return 'People sign in at the OpenID provider only.';
    if (isAddress)
      return 'Passkeys need a host name, and the console has an IP address. Set CONSOLE_BASE_URL.';
    return isSecure ? null : 'Passkeys need https. Set CONSOLE_BASE_URL.';
  };
  return { rpId: hostname, origin, reason: reasonNot() };
};
