/** What events may contain about the client that sent a request to the public host. */
import type { IncomingMessage } from 'node:http';
import type { Visitor, EventOrigin } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { PassedVisitor } from '../../platform/http/callers/request-info.js';
import { networkCheck } from '../../platform/lib/networks.js';
import { createIsbotFromList, isbot, list } from 'isbot';

export interface RequestVisitor extends Visitor {
  /** ISO 3166-1 alpha-2, from a trusted proxy. */
  country?: string | undefined;
}

export interface ClientInfo {
  /** Null if unknown: the request comes from a program that does not name its visitor. */
  visitor: RequestVisitor | null;
  /** The `Origin` header. */
  origin: string | undefined;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  asksNotToBeTracked: boolean;
  isBot: boolean;
}

/** `DNT: 1` or `Sec-GPC: 1`. */
export const asksNotToBeTracked = (headers: IncomingMessage['headers']): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';

/** @param request `visitor` is the visitor on whose behalf a site's server calls */
export const clientInfoOf = ({
  ip,
  visitor,
  country,
  message: { headers },
}: {
  ip: string;
  country?: string | undefined;
  visitor?: PassedVisitor | undefined;
  message: Pick<IncomingMessage, 'headers'>;
}): ClientInfo => {
  const userAgent = visitor ? visitor.userAgent : (headers['user-agent'] ?? '');
  const address = visitor ? visitor.ip : isProgram(userAgent) ? undefined : ip;
  return {
    visitor:
      address === undefined ? null : { ip: address, userAgent, country: visitor ? undefined : country },
    origin: headers.origin,
    asksNotToBeTracked: asksNotToBeTracked(headers),
    isBot: isCrawler(userAgent),
  };
};

/**
 * The visitor to count, or null. A client that asks not to be tracked is not counted as a visitor, although its
 * event is, unless the account's settings override this.
 */
export const countedVisitor = (
  { settings }: Account,
  clientInfo: Pick<ClientInfo, 'visitor' | 'asksNotToBeTracked'>,
): RequestVisitor | null =>
  clientInfo.asksNotToBeTracked && (settings.respectDoNotTrack ?? true) ? null : clientInfo.visitor;

/**
 * @returns a function that returns the origin to store: `console`, which reports exclude, for an address in the
 * staff networks; otherwise the event's own
 */
export const createEventOrigin = ({
  settings,
}: Account): ((ip: string | undefined, origin: EventOrigin | null) => EventOrigin | null) => {
  const isStaff = networkCheck(settings.staffNetworks ?? []);
  return (ip, origin) => (ip !== undefined && isStaff(ip) ? 'console' : origin);
};

/** HTTP libraries that sites and apps use to call on behalf of people. */
const LIBRARIES = [
  'curl/8.5.0',
  'Wget/1.21',
  'HTTPie/3.2.2',
  'PostmanRuntime/7.36.0',
  'node',
  'undici',
  'axios/1.6.0',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'got (https://github.com/sindresorhus/got)',
  'node-superagent/8.1.2',
  'Deno/1.40',
  'Bun/1.0',
  'python-requests/2.31.0',
  'python-urllib3/2.0.7',
  'Python-urllib/3.11',
  'python-httpx/0.25',
  'Python/3.11 aiohttp/3.9',
  'okhttp/4.12.0',
  'Java/17.0.1',
  'Apache-HttpClient/4.5.14 (Java/17.0.1)',
  'Java-http-client/17',
  'Ktor client',
  'Go-http-client/1.1',
  'GuzzleHttp/7',
  'PHP/8.2',
  'Symfony HttpClient/Curl',
  'WordPress/6.4; https://www.example.org',
  'Ruby',
  'Faraday v2.7',
  'rest-client/2.1.0 (linux x86_64) ruby/3.2',
  'libwww-perl/6.67',
  'reqwest/0.11',
  'hackney/1.18',
  'Dart/3.2 (dart:io)',
  'RestSharp/110.2',
  'MyChurch/1.0',
  'MyChurch',
];

/** Crawlers include a URL with information about them. */
const ABOUT_URL = String.raw`(?:\+|compatible;.*)https?://(?!github\.com/)`;

const patternFits = (pattern: string): boolean => {
  const expression = new RegExp(pattern, 'i');
  return LIBRARIES.some((userAgent) => expression.test(userAgent));
};

/** Created on first use: testing the patterns takes milliseconds, and few processes count visitors. */
let crawlers: ReturnType<typeof createIsbotFromList> | undefined;

/**
 * Whether this is a crawler, whose requests are not counted. isbot also matches clients only because they are not
 * browsers, such as a plain name and version; those are not crawlers.
 */
export const isCrawler = (userAgent: string): boolean => {
  crawlers ??= createIsbotFromList([...list.filter((pattern) => !patternFits(pattern)), ABOUT_URL]);
  return crawlers(userAgent);
};

/** Whether this is not a browser, so that the IP address is not a visitor's. */
const isProgram = (userAgent: string): boolean => userAgent === '' || isbot(userAgent);
