/** URLs of stored files: stored as paths, shown below a base URL, and signed if they are not public. */

export interface Links {
  /** This API's base URL as the caller reached it, including the prefix. */
  baseUrl: string;
  /** Base URL of files: the same, or their own origin. */
  filesBaseUrl: string;
  /** Adds a signature that is valid for some hours to the path. */
  sign(path: string): string;
  /**
   * @param path as it is stored, without a query
   * @returns seconds until the signature expires; undefined if it has expired, or is of another path or host
   */
  validSecs(path: string, signature: string): number | undefined;
}

/** @param host `console` for its host, whose signatures count there only, except those of files on another origin */
export type LinksOf = (baseUrl: string, host?: 'console') => Links;

/** Leaves paths as they are stored. */
export const storedLinks: Links = {
  baseUrl: '',
  filesBaseUrl: '',
  sign: (path) => path,
  validSecs: () => undefined,
};

export const FILES = '/files/';

/** Whether a field of a record is a URL, judging by its name. */
export const isUrlField = (name: string): boolean => /(^u|U)rl$/.test(name);

/** Converts a stored URL for display: paths become absolute, other URLs are unchanged. */
export const absoluteUrl = <T extends string | null>(
  url: T,
  { baseUrl, filesBaseUrl }: Pick<Links, 'baseUrl' | 'filesBaseUrl'>,
): T => (url?.startsWith('/') ? (url.startsWith(FILES) ? filesBaseUrl : baseUrl) + url : url) as T;

/** The same for the URL of a file that is not public. */
export const signedUrl = <T extends string | null>(url: T, links: Links): T =>
  (url?.startsWith('/') ? absoluteUrl(links.sign(url), links) : url) as T;

/** The inverse of both: the value to look for among stored URLs. */
export const storedUrl = (url: string, { baseUrl, filesBaseUrl }: Links): string => {
  if (url.startsWith(filesBaseUrl + FILES)) return withoutSignature(url.slice(filesBaseUrl.length));
  return url.startsWith(`${baseUrl}/`) ? withoutSignature(url.slice(baseUrl.length)) : url;
};

/** Whether both URLs refer to the same file, whatever their host and signature. */
export const isSameUrl = (sent: string, shown: string, links: Links): boolean => {
  const stored = storedUrl(shown, links);
  if (!stored.startsWith('/') || !URL.canParse(sent)) return sent === shown;
  const { pathname, search } = new URL(sent);
  const [path = ''] = /\/(?:files|accounts)\/.*/.exec(pathname) ?? [];
  return withoutSignature(path) + search === stored;
};

/** Expiry in seconds since 1970 in base 36, and an HMAC-SHA256 in base64url. */
export const SIGNATURE = String.raw`([0-9a-z]{1,12})\.([\w-]{43})`;
const SIGNED_FILE = new RegExp(`^${FILES}${SIGNATURE}/`);
const SIGNED_LINK = new RegExp(`^(?<path>/accounts/.*)/${SIGNATURE}$`);

/** Inserts the signature before a file's key, or appends it to any other path. The query is not signed. */
export const withSignature = (path: string, signature: string): string =>
  path.startsWith(FILES) ? `${FILES}${signature}/${path.slice(FILES.length)}` : `${path}/${signature}`;

const withoutSignature = (path: string): string =>
  path.replace(SIGNED_FILE, FILES).replace(SIGNED_LINK, '$<path>');
