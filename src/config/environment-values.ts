/** Schemas for the values of environment variables. */
import { z } from 'zod';
import { parseTrustedProxies, type TrustedProxies } from '../platform/http/callers/client-address.js';
import { messageOf } from '../platform/lib/errors.js';
import { KEY_BYTES, parseKey } from '../platform/secrets/key-file.js';

/** A host name or an IP address as in URLs, or `*.` and a name. */
const HOST_PATTERN = /^(?:(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;
export const wholeNumber = (min: number, max = Infinity) => {
  const error = `must be a whole number ${max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const flag = oneOf('true', 'false', '1', '0').transform((value) => value === 'true' || value === '1');
export const port = wholeNumber(0, 65_535);
export const optionalHttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .optional();
const MAX_URLS = 16;
/** Addresses separated by commas, in order. */
export const httpUrls = z
  .string()
  .transform((list, { addIssue }) => {
    const urls = list.split(',').flatMap((part) => part.trim() || []);
    if (urls.length > MAX_URLS || !urls.every((url) => optionalHttpUrl.safeParse(url).success))
      addIssue(`must be an http or https URL, or up to ${MAX_URLS} separated by commas`);
    return urls;
  })
  .optional();
/** A URL for each account, with `{account}` for its short name, or one for all. */
export const accountUrl = z
  .string()
  .refine(
    // A URL may contain braces, and a mistyped placeholder must not be taken for a host name.
    (url) =>
      optionalHttpUrl.safeParse(addressOfAccount(url, 'account')).success &&
      !/[{}]/.test(addressOfAccount(url, '')),
    'must be an http or https URL, in which {account} may stand for the account',
  )
  .optional();
export const addressOfAccount = (url: string, shortName: string): string =>
  url.replace('{account}', shortName);
export const origin = optionalHttpUrl.refine(
  (url) => url === undefined || (URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`),
  'must be an origin without a path, such as https://files.example.org',
);
export const origins = z.string().transform((list, { addIssue }) => {
  const parts = list.split(',').flatMap((part) => part.trim().replace(/\/$/, '') || []);
  if (!parts.every((part) => URL.canParse(part) && /^https?:/.test(part) && new URL(part).origin === part))
    addIssue('must be origins separated by commas, such as https://dashboard.example.org');
  return parts;
});
export const optional = z.string().optional();
export const secretKey = z.string().transform((text, { addIssue }): Buffer => {
  const key = parseKey(text.trim());
  if (!key) addIssue(`must be ${KEY_BYTES} bytes in base64 or hex: openssl rand -base64 ${KEY_BYTES}`);
  return key ?? Buffer.alloc(0);
});
export const hostPatterns = z.string().transform((list, { addIssue }) => {
  const patterns = list
    .toLowerCase()
    .split(',')
    .flatMap((pattern) => pattern.trim() || []);
  if (!patterns.every((pattern) => HOST_PATTERN.test(pattern)))
    addIssue('must be host names separated by commas, each optionally starting with *.');
  return patterns;
});
export const headerName = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'must be the name of a header, such as CF-IPCountry');
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  try {
    return parseTrustedProxies(text);
  } catch (error) {
    context.addIssue(messageOf(error));
    return z.NEVER;
  }
});
