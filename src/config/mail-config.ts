/** Environment variables for the mail that the program sends. */
import { isIP } from 'node:net';
import { z } from 'zod';
import type { MailOptions } from '../platform/mail/mail-server.js';

const SMTP_PORT = 587;
const SMTPS_PORT = 465;
/** An address, alone or as `Name <address>`. */
const SENDER =
  /^(?:[^<>@\p{Cc}]{0,200}<[^<>@\s\p{Cc}]{1,64}@[^<>@\s\p{Cc}]{1,255}>|[^<>@\s\p{Cc}]{1,64}@[^<>@\s\p{Cc}]{1,255})$/u;

export const mailVariables = {
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be smtp://user:password@host:587 or smtps://user:password@host:465',
    })
    .refine((url) => !/[?#]|:\/\/[^/]*\/./.test(url), 'must have no path and no parameters')
    .refine((url) => !/%(?![0-9A-F]{2})/i.test(url), 'must have %25 for each % in user and password')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an address, alone or as Lectern <lectern@example.org>')
    .optional(),
};

/**
 * @param consoleBaseUrl its host is that of the sender's address, unless that is set
 * @returns null if the program sends no mail
 */
export const mailConfig = (
  { SMTP_URL, MAIL_FROM }: z.output<z.ZodObject<typeof mailVariables>>,
  consoleBaseUrl: string,
): MailOptions | null => {
  if (!SMTP_URL) return null;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const isTls = protocol === 'smtps:';
  const { hostname: site } = new URL(consoleBaseUrl);
  const domain = isIP(site.replace(/^\[|\]$/g, '')) ? 'localhost' : site;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? SMTPS_PORT : SMTP_PORT),
    isTls,
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    from: MAIL_FROM ?? `Lectern <lectern@${domain}>`,
  };
};
