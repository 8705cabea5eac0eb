/** The mail that invites people, and that confirms their addresses. */
import type { Mail } from '../../platform/mail/mail-server.js';
import type { Limiters } from '../../platform/limits/limiters.js';

const FOOTER = 'The link works once, for 24 hours. If you do not expect this mail, ignore it.';

export const invitationMail = (to: string, account: string, url: string): Mail => ({
  to,
  subject: `Invitation to ${account}`,
  text: `Hello,\n\nyou are invited to ${account} on Lectern. To accept, open:\n\n${url}\n\n${FOOTER}\n`,
});

export const passwordMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Set a new password for Lectern',
  text: `Hello,\n\nan owner of your account lets you set a new password. To do so, open:\n\n${url}\n\n${FOOTER}\n`,
});

export const addressMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Confirm your address for Lectern',
  text: `Hello,\n\nto sign in to Lectern with this address from now on, open:\n\n${url}\n\n${FOOTER}\n`,
});

/** To the address that the person has so far. */
export const addressNotice = (to: string): Mail => ({
  to,
  subject: 'Lectern: your address is about to change',
  text: 'Hello,\n\nsomebody who is signed in as you asked to replace this address by another one.\n\nIf it was not you, change your password at once: that stops it.\n',
});

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

/** Limits the mail that people have sent to others, so that nobody's mailbox is flooded. */
export const createMailLimit = (limiters: Limiters): MailLimit => {
  const limit = (name: string, points: number) => limiters.exact({ name, points, seconds: WINDOW_SECS });
  const byAddress = limit('mailTo', MAX_TO_ADDRESS);
  const bySender = limit('mailFrom', MAX_FROM_SENDER);
  return async (to, sender) => {
    await byAddress.consume(to);
    await bySender.consume(sender);
  };
};
