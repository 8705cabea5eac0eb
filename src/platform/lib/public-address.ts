/** Which network addresses are other people's public servers, and which reach this machine or its own network. */
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * True for a global unicast address, IPv4 or IPv6. Private, loopback, link-local, shared (CGNAT), multicast, reserved and unspecified
 * ones are not, nor are IPv6 addresses that carry an IPv4 address within (mapped, NAT64, 6to4, Teredo).
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // What is given to the world lies in 2000::/3.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
};

/** The address that a URL names as such, without the brackets of IPv6; undefined where it names a host. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
};

/** True for names that stand for this machine wherever they are looked up (RFC 6761). */
export const isLocalName = ({ hostname }: URL): boolean => /(^|\.)localhost\.?$/i.test(hostname);

/**
 * Looks a name up for a connection and refuses it where any of its addresses is not public. The connection goes to what was checked, so
 * that a name that changes its address between a check and the connection gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error) callback(error, '', 0);
    else if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      callback(new Error(`${hostname} has an address that is not public`), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
