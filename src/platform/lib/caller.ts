/** On whose behalf a service works. */
export interface Caller {
  accountId: number;
  /** This API's base URL as the caller reached it, its prefix included: records name files of ours by it. */
  baseUrl: string;
}

/** A stored URL as records show it: files of ours are stored as a path below the base URL, everything else as it is. */
export const absoluteUrl = <T extends string | null>(url: T, baseUrl: string): T =>
  (url?.startsWith('/') ? baseUrl + url : url) as T;

/** The reverse of `absoluteUrl`: the value to look for among stored URLs. */
export const storedUrl = (url: string, baseUrl: string): string =>
  url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
