/** Distinguishes crawlers and other programs from browsers by their `User-Agent`. */
import { createIsbotFromList, isbot, list } from 'isbot';

/** HTTP libraries that sites and apps use to call on behalf of people. */
const LIBRARIES = [
  ...['curl/8.5.0', 'Wget/1.21', 'HTTPie/3.2.2', 'PostmanRuntime/7.36.0', 'node', 'undici', 'axios/1.6.0'],
  ...['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'got (https://github.com/sindresorhus/got)'],
  ...['node-superagent/8.1.2', 'Deno/1.40', 'Bun/1.0', 'python-requests/2.31.0', 'python-urllib3/2.0.7'],
  ...['Python-urllib/3.11', 'python-httpx/0.25', 'Python/3.11 aiohttp/3.9', 'okhttp/4.12.0', 'Java/17.0.1'],
  ...['Apache-HttpClient/4.5.14 (Java/17.0.1)', 'Java-http-client/17', 'Ktor client', 'Go-http-client/1.1'],
  ...['GuzzleHttp/7', 'PHP/8.2', 'Symfony HttpClient/Curl', 'WordPress/6.4; https://www.example.org'],
  ...[
    'Ruby',
    'Faraday v2.7',
    'rest-client/2.1.0 (linux x86_64) ruby/3.2',
    'libwww-perl/6.67',
    'reqwest/0.11',
  ],
  ...['hackney/1.18', 'Dart/3.2 (dart:io)', 'RestSharp/110.2', 'MyChurch/1.0', 'MyChurch'],
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
export const isProgram = (userAgent: string): boolean => userAgent === '' || isbot(userAgent);
