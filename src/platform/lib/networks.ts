/** Networks in CIDR notation, and whether an address belongs to them. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Normalises a network, or an address as a network of its own; undefined if it is neither. */
export const normalNetwork = (text: string): string | undefined => {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(cidr) || (!text.includes(':') && !/^\d+(\.\d+){3}(\/|$)/.test(text)))
    return undefined;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  // Sockets that accept both families report IPv4 clients as IPv4-mapped IPv6 addresses.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return normalNetwork(`${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  const family = address instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(cidr).toString()}/${bits}`;
};

const MAPPED_BITS = 96;

/** A network in a request body. */
export const network = z
  .string()
  .max(50)
  .refine(
    (value) => normalNetwork(value) !== undefined,
    'must be an IP address or a network such as 203.0.113.0/24',
  )
  .transform((value) => normalNetwork(value) ?? value)
  .meta({ type: 'string' });

/**
 * Returns a check whether an address is in one of the networks.
 * @param networks in the form of `normalNetwork`
 */
export const networkCheck = (networks: readonly string[]): ((address: string) => boolean) => {
  const parsed = networks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    if (parsed.length === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return parsed.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));
  };
};

/** Whether the address is the machine's own. */
export const isLoopback = networkCheck(['127.0.0.0/8', '::1/128']);

/** The same for the host name of a URL. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:.+\.)?localhost$/.test(hostname) || isLoopback(hostname.replace(/^\[|\]$/g, ''));
