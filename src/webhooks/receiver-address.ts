/** Which URLs a webhook may have: public servers over https, unless the installation allows private networks. */
import { isLocalName, isPublicAddress, literalAddress } from '../platform/lib/public-address.js';

/** Why the URL itself is not allowed, or undefined; names are checked again when they are resolved. */
export const addressProblem = (url: URL, allowPrivate: boolean): string | undefined => {
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') return 'must be https';
  const address = literalAddress(url);
  if (isLocalName(url) || (address !== undefined && !isPublicAddress(address)))
    return 'must not be a private or local address';
  return undefined;
};
