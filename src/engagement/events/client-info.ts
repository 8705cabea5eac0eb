/** What events may know of the client that sent a request to the public host. */
import type { IncomingMessage } from 'node:http';
import type { Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { PassedVisitor } from '../../platform/http/request-info.js';
import { isCrawler, isProgram } from './user-agents.js';

export interface RequestVisitor extends Visitor {
  /** ISO 3166-1 alpha-2, as a trusted proxy named it. */
  country?: string | undefined;
}

export interface ClientInfo {
  /** Null if unknown: a program calls, and does not say for whom. */
  visitor: RequestVisitor | null;
  /** The `Origin` header. */
  origin: string | undefined;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  asksNotToBeTracked: boolean;
  isBot: boolean;
}

/** @param request `visitor`: whom a site's server calls for */
export const clientInfoOf = ({
  ip,
  visitor,
  country,
  message: { headers },
}: {
  ip: string;
  country?: string | undefined;
  visitor?: PassedVisitor | undefined;
  message: Pick<IncomingMessage, 'headers'>;
}): ClientInfo => {
  const userAgent = visitor ? visitor.userAgent : (headers['user-agent'] ?? '');
  const address = visitor ? visitor.ip : isProgram(userAgent) ? undefined : ip;
  return {
    visitor:
      address === undefined ? null : { ip: address, userAgent, country: visitor ? undefined : country },
    origin: headers.origin,
    asksNotToBeTracked: headers.dnt === '1' || headers['sec-gpc'] === '1',
    isBot: isCrawler(userAgent),
  };
};

/**
 * Null for a client that asks not to be tracked: its event counts, but not as a visitor, unless the account's settings
 * say so.
 */
export const countedVisitor = ({ settings }: Account, clientInfo: ClientInfo): RequestVisitor | null =>
  clientInfo.asksNotToBeTracked && (settings.respectDoNotTrack ?? true) ? null : clientInfo.visitor;
