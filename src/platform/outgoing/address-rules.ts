/**
 * The URLs that this installation may call on request: webhooks, podcast feeds and their media. Checked when a URL is
 * set, and at every call.
 */
import { isLocalName, isPublicAddress, literalAddress } from '../lib/public-address.js';

export interface OutgoingRules {
  /** Allows private and local addresses, and http. */
  allowPrivate: boolean;
  /** Host names and `*.` patterns, in lower case; null allows every host. */
  allowedHosts: readonly string[] | null;
}

/**
 * Why the URL itself is not allowed, or undefined. Host names are checked again after they are resolved.
 * @param mayBeHttp whether plain http is allowed, for what everybody may read
 */
export const addressProblem = (
  url: URL,
  { allowPrivate, allowedHosts }: OutgoingRules,
  mayBeHttp = false,
): string | undefined => {
  if (allowedHosts && !allowedHosts.some((pattern) => matches(hostOf(url), pattern)))
    return `must have a host that WEBHOOK_ALLOWED_HOSTS allows: ${allowedHosts.join(', ')}`;
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:' && !mayBeHttp) return 'must be https';
  const address = literalAddress(url);
  if (isLocalName(url) || (address !== undefined && !isPublicAddress(address)))
    return 'must not be a private or local address';
  return undefined;
};

/** Without the trailing dot of a fully qualified name. */
const hostOf = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.$/, '');

/** `*.example.org` matches every name below example.org, but not example.org itself. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1
    : host === pattern;
