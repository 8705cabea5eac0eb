/** What events may contain about the client that sent a request to the public host. */
import type { IncomingMessage } from 'node:http';
import type { Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { PassedVisitor } from '../../platform/http/request-info.js';
import { isCrawler, isProgram } from './user-agents.js';

export interface RequestVisitor extends Visitor {
  /** ISO 3166-1 alpha-2, from a trusted proxy. */
  country?: string | undefined;
}

export interface ClientInfo {
  /** Null if unknown: the request comes from a program that does not name its visitor. */
  visitor: RequestVisitor | null;
  /** The `Origin` header. */
  origin: string | undefined;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  asksNotToBeTracked: boolean;
  isBot: boolean;
}

/** `DNT: 1` or `Sec-GPC: 1`. */
export const asksNotToBeTracked = (headers: IncomingMessage['headers']): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';

/** @param request `visitor` is the visitor on whose behalf a site's server calls */
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
    asksNotToBeTracked: asksNotToBeTracked(headers),
    isBot: isCrawler(userAgent),
  };
};

/**
 * The visitor to count, or null. A client that asks not to be tracked is not counted as a visitor, although its
 * event is, unless the account's settings override this.
 */
export const countedVisitor = (
  { settings }: Account,
  clientInfo: Pick<ClientInfo, 'visitor' | 'asksNotToBeTracked'>,
): RequestVisitor | null =>
  clientInfo.asksNotToBeTracked && (settings.respectDoNotTrack ?? true) ? null : clientInfo.visitor;
