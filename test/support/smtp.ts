/** A real SMTP server on loopback that keeps the mail it gets. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export interface ReceivedMail {
  to: string[];
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  /** Of a mail that also has a page. */
  html?: string;
}

export interface Mailbox {
  url: string;
  received: ReceivedMail[];
  /** Refuses receivers with this status from now on; null accepts them. */
  refuse(status: number | null): void;
  /** The next mail to this address that was not returned before. */
  next(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Headers and content of a mail, or of one of its parts. */
const parsePart = (raw: string): Pick<ReceivedMail, 'headers' | 'text'> => {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    lines.split('\r\n').map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  const body = raw.slice(end + 4);
  const isQuoted = headers['content-transfer-encoding'] === 'quoted-printable';
  if (headers['content-transfer-encoding'] === 'base64')
    return { headers, text: Buffer.from(body, 'base64').toString() };
  return { headers, text: isQuoted ? decodeQuotedPrintable(body) : body };
};

const parse = (raw: string, to: string[]): ReceivedMail => {
  const { headers, text } = parsePart(raw);
  const [, boundary] =
    /^multipart\/alternative;.*boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return { to, headers, text };
  const [, plain = '', page = ''] = text.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''));
  return { to, headers, text: parsePart(plain).text, html: parsePart(page).text };
};

/** @param options user and password that it demands; none by default, as for the port */
export const startMailbox = async (
  options: { user?: string; password?: string; port?: number } = {},
): Promise<Mailbox> => {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let status: number | null = null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === options.user && password === options.password;
      done(isRight ? null : new Error('wrong password'), { user: username });
    },
    onRcptTo: ({ address }, _session, done) =>
      done(status === null ? null : Object.assign(new Error(`no <${address}>`), { responseCode: status })),
    onData: (stream, { envelope: { rcptTo } }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = rcptTo.map(({ address }) => address);
        received.push(parse(Buffer.concat(chunks).toString('latin1'), to));
        done();
      });
    },
  });
  // A client that goes away.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const { user, password = '' } = options;
  const credentials =
    user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    refuse: (next) => (status = next),
    next: async (to) => {
      const find = () => received.find((mail) => mail.to.includes(to) && !taken.has(mail));
      await expect.poll(find, { timeout: 60_000 }).toBeDefined();
      const mail = find()!;
      taken.add(mail);
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
