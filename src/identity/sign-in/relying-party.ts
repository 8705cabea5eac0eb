/** The site for which passkeys are made. */
import { isIP } from 'node:net';

export interface RelyingParty {
  /** Host of the console: a passkey of another host does not work here. */
  rpId: string;
  origin: string;
  /** Why browsers refuse passkeys here; null if they do not. */
  reason: string | null;
}

/** @param consoleBaseUrl an origin */
export const relyingPartyOf = (consoleBaseUrl: string): RelyingParty => {
  const { hostname, origin, protocol } = new URL(consoleBaseUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const reason = isAddress
    ? 'Passkeys need a host name, and the console has an IP address. Set CONSOLE_BASE_URL.'
    : isSecure
      ? null
      : 'Passkeys need https. Set CONSOLE_BASE_URL.';
  return { rpId: hostname, origin, reason };
};
