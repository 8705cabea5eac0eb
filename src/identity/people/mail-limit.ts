/** Limits the mail that people have sent to others, so that nobody's mailbox is flooded. Counted in each process. */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume } from '../../platform/http/rate-limit.js';

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

export const createMailLimit = (): MailLimit => {
  const byAddress = new RateLimiterMemory({ points: MAX_TO_ADDRESS, duration: WINDOW_SECS });
  const bySender = new RateLimiterMemory({ points: MAX_FROM_SENDER, duration: WINDOW_SECS });
  return async (to, sender) => {
    await consume(byAddress, to, 1);
    await consume(bySender, sender, 1);
  };
};
