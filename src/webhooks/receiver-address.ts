/** Which addresses a webhook may have: public servers over https, unless the installation allows its own network. */
import { isLocalName, isPublicAddress, literalAddress } from '../platform/lib/public-address.js';

/** In words why nothing may be sent there, as far as the URL itself shows; undefined where it may. */
export const addressProblem = (url: URL, allowPrivate: boolean): string | undefined => {
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') return 'must be https';
  const address = literalAddress(url);
  if (isLocalName(url) || (address !== undefined && !isPublicAddress(address)))
    return 'must not be a private or local address';
  return undefined;
};
