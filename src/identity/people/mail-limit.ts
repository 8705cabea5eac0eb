/** Limits the mail that people have sent to others, so that nobody's mailbox is flooded. */
import type { Limiters } from '../../platform/limits/limiters.js';

const WINDOW_SECS = 15 * 60;
const MAX_TO_ADDRESS = 5;
const MAX_FROM_SENDER = 100;

/**
 * Counts a mail.
 * @param to address
 * @param sender the person or the account that has it sent
 * @throws {RateLimitError} when the address or the sender has had too many
 */
export type MailLimit = (to: string, sender: string) => Promise<void>;

export const createMailLimit = (limiters: Limiters): MailLimit => {
  const limit = (name: string, points: number) => limiters.exact({ name, points, seconds: WINDOW_SECS });
  const byAddress = limit('mailTo', MAX_TO_ADDRESS);
  const bySender = limit('mailFrom', MAX_FROM_SENDER);
  return async (to, sender) => {
    await byAddress.consume(to);
    await bySender.consume(sender);
  };
};
