/** What handlers may know about a request besides its parameters. */
import type { IncomingMessage } from 'node:http';
import type { Links } from '../../lib/links.js';
import type { SessionCookies } from './session-cookies.js';

/** The visitor on whose behalf a site's server calls. */
export interface PassedVisitor {
  /** Undefined if the server did not send it. */
  ip: string | undefined;
  userAgent: string;
}

export interface RequestInfo {
  id: string;
  ip: string;
  /** The client's own country from a trusted proxy, ISO 3166-1 alpha-2. */
  country: string | undefined;
  visitor: PassedVisitor | undefined;
  /** This API's URL as the caller reached it, including the prefix. */
  baseUrl: string;
  links: Links;
  message: IncomingMessage;
  /** On the console's host. */
  cookies?: SessionCookies | undefined;
}
