/** Names the browser and system of a session for people, e.g. "Firefox on Windows". */
import UAParser from 'ua-parser-js';

/** Longer user agents are cut first, because parsing time grows with the length. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 100;

/** @returns null if neither is known */
export const deviceName = (userAgent: string): string | null => {
  const parser = new UAParser(userAgent.slice(0, MAX_USER_AGENT));
  const names = [parser.getBrowser().name, parser.getOS().name].filter(Boolean);
  return names.length > 0 ? names.join(' on ').slice(0, MAX_NAME) : null;
};
