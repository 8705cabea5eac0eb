/** Reduces a client to the country, device type and browser that events store. */
import { LRUCache } from 'lru-cache';
import UAParser from 'ua-parser-js';
import type { Browser, Device, EventClient } from '../../../analytics/index.js';

/** What a request reveals about a visitor; none of it is stored. */
export interface ClientTraits {
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** From a trusted proxy. */
  country?: string | undefined;
}

export type DescribeClient = (traits: ClientTraits) => EventClient;

const UNKNOWN: EventClient = { country: null, device: null, browser: null };

/** Longer user agents are cut first, because parsing time grows with the length. */
const MAX_USER_AGENT = 500;
const MAX_KNOWN = 2_000;

const DEVICES: Record<string, Device> = { mobile: 'mobile', tablet: 'tablet', smarttv: 'tv' };

/** By the first word that the parsed name contains. */
const BROWSERS: [word: string, browser: Browser][] = [
  ['samsung', 'samsung'],
  ['edge', 'edge'],
  ['opera', 'opera'],
  ['firefox', 'firefox'],
  ['chrom', 'chrome'],
  ['safari', 'safari'],
];

const parse = (userAgent: string): Pick<EventClient, 'device' | 'browser'> => {
  const parser = new UAParser(userAgent);
  const name = parser.getBrowser().name?.toLowerCase();
  const type = parser.getDevice().type;
  const browser = BROWSERS.find(([word]) => name?.includes(word))?.[1] ?? 'other';
  // Only devices other than computers report a type.
  const device = type === undefined && name !== undefined ? 'desktop' : (DEVICES[type ?? ''] ?? 'other');
  return { device, browser };
};

/** @param countryOf returns the country of an IP address, upper case */
export const createDescribeClient = (
  countryOf: (ip: string) => string | null = () => null,
): DescribeClient => {
  const known = new LRUCache<string, Pick<EventClient, 'device' | 'browser'>>({ max: MAX_KNOWN });
  const softwareOf = (userAgent: string): Pick<EventClient, 'device' | 'browser'> => {
    const text = userAgent.slice(0, MAX_USER_AGENT);
    const found = known.get(text) ?? parse(text);
    known.set(text, found);
    return found;
  };
  return ({ ip, userAgent, country }) => ({
    ...(userAgent ? softwareOf(userAgent) : UNKNOWN),
    country: country ?? (ip ? countryOf(ip) : null),
  });
};
