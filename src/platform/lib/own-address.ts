/** Addresses of this API in JSON text: stored as paths, they go out whole. */

/** What each such field has in it, for a first look at the many texts without. */
const OWN_ADDRESS = 'rl":"/';
const OWN_PATH = /((?:U|"u)rl":)"\/(?=(?:accounts|files|uploads)\/\d)/g;

/**
 * Fields named `url` or …Url that hold a path of ours go out whole, as the caller reached this API. In JSON text a quote inside a
 * string is escaped, so that nothing but such a field matches; and what a caller wrote there is an address or a name, no such path.
 * @param base this API's address as the reader reaches it, its prefix included
 */
export const withAddress = (json: string, base: string): string => {
  if (!json.includes(OWN_ADDRESS)) return json;
  const completed = JSON.stringify(`${base}/`).slice(1, -1);
  return json.replace(OWN_PATH, (_field, name: string) => `${name}"${completed}`);
};
