/** What events may know of the client that sent a request to the public host. */
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';

export interface ClientInfo {
  visitor: Visitor;
  /** The `Origin` header. */
  origin: string | undefined;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  asksNotToBeTracked: boolean;
  isBot: boolean;
}

export const clientInfoOf = ({
  ip,
  message: { headers },
}: {
  ip: string;
  message: Pick<IncomingMessage, 'headers'>;
}): ClientInfo => {
  const userAgent = headers['user-agent'] ?? '';
  return {
    visitor: { ip, userAgent },
    origin: headers.origin,
    asksNotToBeTracked: headers.dnt === '1' || headers['sec-gpc'] === '1',
    isBot: isbot(userAgent),
  };
};

/**
 * Null for a client that asks not to be tracked: its event counts, but not as a visitor, unless the account's settings
 * say so.
 */
export const countedVisitor = ({ settings }: Account, clientInfo: ClientInfo): Visitor | null =>
  clientInfo.asksNotToBeTracked && (settings.respectDoNotTrack ?? true) ? null : clientInfo.visitor;
