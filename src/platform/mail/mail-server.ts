/** The SMTP server that takes the mail of the program. */
import { createLazy } from '../lib/lazy.js';
import { isLoopback } from '../lib/networks.js';

const CONNECT_MS = 10_000;
/** Without a byte from the server. */
const IDLE_MS = 30_000;

export interface MailOptions {
  host: string;
  port: number;
  /** From the first byte; without it, the connection is encrypted if the server offers that (STARTTLS). */
  isTls: boolean;
  auth: { user: string; pass: string } | null;
  /** Address of the sender, alone or as `Name <address>`. */
  from: string;
}

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as a page. */
  html?: string;
  /** Stops further mail of this kind: with a POST at once (RFC 8058), in a browser with a page that asks. */
  unsubscribeUrl?: string;
}

export interface MailServer {
  /**
   * @param id the same for each attempt, so that the receiver can drop a second copy
   * @throws {MailError}
   */
  deliver(mail: Mail, id: string, signal: AbortSignal): Promise<void>;
  /** @throws {Error} when the server does not answer, or refuses the user */
  check(): Promise<void>;
}

/** The message never has the address of the receiver: it is logged and stored. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    message: string,
    /** Whether another attempt would fail as well: there is no such mailbox, for example. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** Codes of errors about a message rather than the server. Replies to them may contain the address. */
const ABOUT_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

const toMailError = (error: unknown): MailError => {
  const { code = '', responseCode, message } = error as Error & { code?: string; responseCode?: number };
  if (!ABOUT_MESSAGE.has(code)) return new MailError(`The mail server: ${message}`, false);
  const isFinal = responseCode === undefined || responseCode >= 500;
  return new MailError(`The mail server refused the message (${responseCode ?? code})`, isFinal);
};

export const createMailServer = ({ host, port, isTls, auth, from }: MailOptions): MailServer => {
  const transport = createLazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: isTls,
      // A password is never sent in the clear to another machine.
      requireTLS: auth !== null && host !== 'localhost' && !isLoopback(host),
      ...(auth && { auth }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  return {
    deliver: async ({ to, subject, text, html, unsubscribeUrl }, id, signal) => {
      try {
        await (
          await transport.get()
        ).sendMail({
          from,
          // As an object it is one address, whatever it contains.
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          messageId: `<${id}@${from.replace(/^.*@|>$/g, '')}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal,
        });
      } catch (error) {
        throw toMailError(error);
      }
    },
    check: async () => {
      await (await transport.get()).verify();
    },
  };
};
