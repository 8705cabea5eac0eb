/** Distinguishes public network addresses from local and private ones. */
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * True for a global unicast address, IPv4 or IPv6. False for private, loopback, link-local, shared (CGNAT),
 * multicast, reserved and unspecified addresses, and for IPv6 addresses that contain an IPv4 address (mapped, NAT64,
 * 6to4, Teredo).
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Global unicast addresses are allocated from 2000::/3.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
};

/** The IP address in a URL, without the brackets of IPv6; undefined if the URL has a host name. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
};

/** True for names that always resolve to this machine (RFC 6761). */
export const isLocalName = ({ hostname }: URL): boolean => /(^|\.)localhost\.?$/i.test(hostname);

/**
 * Resolves a name for a connection, and fails if any of its addresses is not public. The connection uses the
 * checked addresses, so the name cannot be rebound between check and connection. The message is the same for a name
 * that does not resolve: it is shown to whoever entered the URL, who must not learn which names exist in the network.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first || addresses.some(({ address }) => !isPublicAddress(address)))
      callback(new Error(`${hostname} does not resolve to a public address`), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
