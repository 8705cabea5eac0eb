/** Origins of sites: scheme, host and port. */
import { text } from './fields.js';

/** The longest host name with scheme and port. */
export const MAX_ORIGIN_LENGTH = 300;

/** Host names in ASCII, IPv4 and IPv6 addresses, with or without a port. URLs allow more: `;`, `,`, `*` and quotes. */
const PLAIN_ORIGIN = /^https?:\/\/[A-Za-z0-9.:[\]-]+$/;

/** Whether the origin is safe in a header. Other characters in a host could add to the header's value. */
export const isPlainOrigin = (origin: string): boolean => PLAIN_ORIGIN.test(origin);

/** The normalised origin, e.g. `https://www.example.org:8443`; undefined if the text is not exactly an origin. */
const originOf = (value: string): string | undefined => {
  if (!/^https?:\/\/[^/?#@\\\s*]+\/?$/i.test(value) || !URL.canParse(value)) return undefined;
  const { origin } = new URL(value);
  return isPlainOrigin(origin) ? origin : undefined;
};

/** @param orAny whether `*`, for any site, is allowed */
export const siteOrigin = ({ orAny }: { orAny: boolean }) =>
  text(MAX_ORIGIN_LENGTH)
    .trim()
    .refine(
      (value) => (orAny && value === '*') || originOf(value) !== undefined,
      `must be an origin such as https://www.example.org${orAny ? ', or *' : ''}`,
    )
    .transform((value) => originOf(value) ?? value)
    .meta({ type: 'string' });

/** Whether both origins are the same site; `www.` is ignored. */
export const isSameSite = (one: string, other: string): boolean => withoutWww(one) === withoutWww(other);

const withoutWww = (origin: string): string => origin.replace(/^(https?:\/\/)www\./, '$1');
