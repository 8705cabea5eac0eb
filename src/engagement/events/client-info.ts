/** Who sent a request to the public host, as far as its events may know. */
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';

export interface Sender {
  visitor: Visitor;
  /** The `Origin` header. */
  origin: string | undefined;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  asksNotToBeTracked: boolean;
  isBot: boolean;
}

export const senderOf = ({
  ip,
  message: { headers },
}: {
  ip: string;
  message: Pick<IncomingMessage, 'headers'>;
}): Sender => {
  const userAgent = headers['user-agent'] ?? '';
  return {
    visitor: { ip, userAgent },
    origin: headers.origin,
    asksNotToBeTracked: headers.dnt === '1' || headers['sec-gpc'] === '1',
    isBot: isbot(userAgent),
  };
};

/** Who asks not to be tracked is counted as an event, not as a visitor, unless the account decides otherwise. */
export const countedVisitor = ({ settings }: Account, sender: Sender): Visitor | null =>
  sender.asksNotToBeTracked && (settings.respectDoNotTrack ?? true) ? null : sender.visitor;
