/** URLs of what this installation stores: kept as paths, shown below a base URL, and signed if they are not public. */

export interface Links {
  /** This API's base URL as the caller reached it, its prefix included. */
  baseUrl: string;
  /** Base URL of files: the same, or that of their own origin. */
  filesBaseUrl: string;
  /** The path with a signature that is valid for some hours. */
  sign(path: string): string;
}

/** Shows paths as they are stored. */
export const storedLinks: Links = { baseUrl: '', filesBaseUrl: '', sign: (path) => path };

const FILES = '/files/';

/** Whether a field of a record, by its name, is a URL. */
export const isUrlField = (name: string): boolean => /(^u|U)rl$/.test(name);

/** A stored URL as records show it: paths become absolute, everything else stays as it is. */
export const absoluteUrl = <T extends string | null>(
  url: T,
  { baseUrl, filesBaseUrl }: Pick<Links, 'baseUrl' | 'filesBaseUrl'>,
): T => (url?.startsWith('/') ? (url.startsWith(FILES) ? filesBaseUrl : baseUrl) + url : url) as T;

/** The same for the URL of something that is not public. */
export const signedUrl = <T extends string | null>(url: T, links: Links): T =>
  (url?.startsWith('/') ? absoluteUrl(links.sign(url), links) : url) as T;

/** The reverse of both: the value to look for among stored URLs. */
export const storedUrl = (url: string, { baseUrl, filesBaseUrl }: Links): string => {
  if (url.startsWith(filesBaseUrl + FILES)) return withoutSignature(url.slice(filesBaseUrl.length));
  return url.startsWith(`${baseUrl}/`) ? withoutSignature(url.slice(baseUrl.length)) : url;
};

/** Whether both name the same thing, whatever host they were reached at, and whatever signature they have. */
export const isSameUrl = (sent: string, shown: string, links: Links): boolean => {
  const stored = storedUrl(shown, links);
  if (!stored.startsWith('/') || !URL.canParse(sent)) return sent === shown;
  const { pathname, search } = new URL(sent);
  const [path = ''] = /\/(?:files|accounts)\/.*/.exec(pathname) ?? [];
  return withoutSignature(path) + search === stored;
};

/** When it expires, in seconds since 1970 to the base of 36, and an HMAC-SHA256 in base64url. */
export const SIGNATURE = String.raw`([0-9a-z]{1,12})\.([\w-]{43})`;
const SIGNED_FILE = new RegExp(`^${FILES}${SIGNATURE}/`);
const SIGNED_LINK = new RegExp(`^(?<path>/accounts/.*)/${SIGNATURE}$`);

/** In front of a file's key, and behind every other path. The query is not signed. */
export const withSignature = (path: string, signature: string): string =>
  path.startsWith(FILES) ? `${FILES}${signature}/${path.slice(FILES.length)}` : `${path}/${signature}`;

const withoutSignature = (path: string): string =>
  path.replace(SIGNED_FILE, FILES).replace(SIGNED_LINK, '$<path>');
