/** Determines the client address, host and protocol of a request behind trusted proxies. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type Koa from 'koa';
import { networkCheck, normalNetwork } from '../../lib/networks.js';

/**
 * The trusted proxies: their number, each of which appends to `X-Forwarded-For`; or their networks, in the form
 * of `normalNetwork`.
 */
export type TrustedProxies = number | readonly string[];

const MAX_HOPS = 10;

/**
 * @param text a number of hops, or addresses and networks separated by commas
 * @throws {Error} when an entry is neither
 */
export const parseTrustedProxies = (text: string): TrustedProxies => {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length === 1 && /^\d+$/.test(text)) {
    if (Number(text) <= MAX_HOPS) return Number(text);
    throw new Error(`must be at most ${MAX_HOPS} proxies`);
  }
  return entries.map((entry) => {
    const network = normalNetwork(entry);
    if (network === undefined)
      throw new Error('must be a number of proxies, or IP addresses and networks separated by commas');
    return network;
  });
};

/** Normalises an IP address; IPv4-mapped IPv6 becomes IPv4. Undefined for anything else. */
export const normalAddress = (address: string): string | undefined => {
  if (IPV4.test(address)) return address;
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : undefined;
};

const OCTET = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** The key for rate limits: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one client. */
export const limitKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (!parsed || parsed instanceof ipaddr.IPv4) return parsed?.toString() ?? address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};

/** Whether a socket address belongs to a trusted proxy. With a number of hops, every peer counts as one. */
export const createProxyCheck = (trusted: TrustedProxies): ((address: string) => boolean) =>
  typeof trusted === 'number' ? () => trusted > 0 : networkCheck(trusted);

interface Origin {
  ip: string;
  /** Undefined unless a trusted proxy sent a valid one. */
  host: string | undefined;
  protocol: string | undefined;
}

/** A host name or address with an optional port, as in the `Host` header. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
const MAX_HOST_LENGTH = 261;

export const isHost = (text: string): boolean => text.length <= MAX_HOST_LENGTH && HOST.test(text);

const listOf = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : [header]
        .flat()
        .join(',')
        .split(',')
        .map((part) => part.trim());

const createOriginOf = (trusted: TrustedProxies): ((request: IncomingMessage) => Origin) => {
  const isProxy = createProxyCheck(trusted);
  const passed = (chain: readonly string[]): number => {
    if (typeof trusted === 'number') return Math.min(trusted, chain.length - 1);
    let count = 0;
    while (count < chain.length - 1 && isProxy(chain.at(-1 - count)!)) count++;
    return count;
  };
  return ({ socket, headers }) => {
    const peer = normalAddress(socket.remoteAddress ?? '') ?? '';
    if (!isProxy(peer)) return { ip: peer, host: undefined, protocol: undefined };
    // Entries before one that is not an address were not written by a trusted proxy.
    const forwarded = listOf(headers['x-forwarded-for']).map(normalAddress);
    const valid = forwarded.slice(forwarded.lastIndexOf(undefined) + 1) as string[];
    const chain = [...valid, peer];
    const hops = passed(chain);
    const fromRight = (name: string): string | undefined => {
      const values = listOf(headers[name]);
      return values[Math.max(0, values.length - Math.max(1, hops))];
    };
    const host = fromRight('x-forwarded-host');
    const protocol = fromRight('x-forwarded-proto')?.toLowerCase();
    return {
      ip: chain.at(-1 - hops)!,
      host: host !== undefined && isHost(host) ? host : undefined,
      protocol: protocol === 'http' || protocol === 'https' ? protocol : undefined,
    };
  };
};

/**
 * Codes with which proxies report an unknown country: Cloudflare's for unknown and Tor, and two that no country
 * uses.
 */
const NO_COUNTRY = new Set(['XX', 'T1', 'ZZ', 'AP']);

/**
 * @param header with which the proxies pass the client's country; null for none
 * @returns a function that returns the country of a request that came through a trusted proxy, as ISO 3166-1
 * alpha-2 in upper case
 */
export const createCountryOf = (
  trusted: TrustedProxies,
  header: string | null,
): ((message: IncomingMessage) => string | undefined) => {
  if (header === null) return () => undefined;
  const name = header.toLowerCase();
  const isProxy = createProxyCheck(trusted);
  return ({ socket, headers }) => {
    if (!isProxy(normalAddress(socket.remoteAddress ?? '') ?? '')) return undefined;
    const country = String(headers[name] ?? '')
      .trim()
      .toUpperCase();
    return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : undefined;
  };
};

/** Where a Koa request caches its origin. */
const ORIGIN = Symbol('origin');

/** Sets `ip`, `host` and `protocol` of every request to those of the client, as far as the proxies are trusted. */
export const trustProxies = (app: Koa, trusted: TrustedProxies): void => {
  const originOf = createOriginOf(trusted);
  const origin = (request: Koa.Request & { [ORIGIN]?: Origin }): Origin =>
    (request[ORIGIN] ??= originOf(request.req));
  const getters: Record<string, (this: Koa.Request) => string> = {
    ip() {
      return origin(this).ip;
    },
    host() {
      return origin(this).host ?? this.get('Host');
    },
    protocol() {
      return origin(this).protocol ?? 'http';
    },
  };
  for (const [name, get] of Object.entries(getters)) Object.defineProperty(app.request, name, { get });
};
