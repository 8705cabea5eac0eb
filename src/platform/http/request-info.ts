/** What handlers may know of a request besides its parameters. */
import type { IncomingMessage } from 'node:http';
import type { Links } from '../lib/links.js';

/** For whom a site's server calls. */
export interface PassedVisitor {
  /** Undefined if the server does not say. */
  ip: string | undefined;
  userAgent: string;
}

export interface RequestInfo {
  id: string;
  ip: string;
  /** ISO 3166-1 alpha-2, as a trusted proxy named it for the client itself. */
  country: string | undefined;
  visitor: PassedVisitor | undefined;
  /** This API's URL as the caller reached it, including the prefix. */
  baseUrl: string;
  links: Links;
  message: IncomingMessage;
}
