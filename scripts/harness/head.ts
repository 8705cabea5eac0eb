/** The head of an HTTP request as it is sent. */

/** @param line method and path */
export const head = (line: string, headers: Record<string, string | number> = {}): string =>
  [`${line} HTTP/1.1`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n');
