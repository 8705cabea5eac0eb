/** Networks in CIDR notation, and which addresses are in them. */
import ipaddr from 'ipaddr.js';

/** The network's usual notation, an address alone as the network of that address; undefined if it is neither. */
export const normalNetwork = (text: string): string | undefined => {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(cidr) || (!text.includes(':') && !/^\d+(\.\d+){3}(\/|$)/.test(text)))
    return undefined;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  // IPv4 within IPv6, as sockets that accept both report clients.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return normalNetwork(`${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  const family = address instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(cidr).toString()}/${bits}`;
};

const MAPPED_BITS = 96;

/** @param networks valid ones, as `normalNetwork` writes them */
export const isInNetworks = (address: string, networks: readonly string[]): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [start, bits] = ipaddr.parseCIDR(network);
    return start.kind() === parsed.kind() && parsed.match(start, bits);
  });
};
