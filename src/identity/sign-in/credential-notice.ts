/** Mail that tells people that how they sign in has changed, so that they notice if it was not them. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { deviceName } from '../sessions/device-name.js';
import type { Visit } from './visit.js';

/** By operation, as the audit log names it. */
const CHANGES = {
  changePassword: 'Your password was changed',
  resetPassword: 'Your password was replaced with a link',
  confirmTotp: 'An authenticator app was added to your sign-in',
  removeTotp: 'The authenticator app was removed from your sign-in',
  renewRecoveryCodes: 'Your recovery codes were replaced',
  createPasskey: 'A passkey was added to your sign-in',
  removePasskey: 'A passkey was removed from your sign-in',
  linkOpenId: 'An account at the OpenID provider was linked to you',
  unlinkOpenId: 'An account at the OpenID provider was unlinked from you',
  confirmEmail: 'Your email address was changed',
};

export type CredentialChange = keyof typeof CHANGES;

/** @param person as before the change, so that the former address gets the mail */
export const sendNotice = async (
  trx: Db,
  mailer: Mailer,
  { name, email }: Pick<Row<'person'>, 'name' | 'email'>,
  change: CredentialChange,
  { client }: Pick<Visit, 'client'>,
): Promise<void> => {
  if (email === null) return;
  const device = deviceName(client.userAgent) ?? 'an unknown browser';
  const text = `Hello ${name},

${CHANGES[change]}, with ${device} at the network address ${client.ip}.

If it was not you, tell an owner of your account at once.
`;
  await mailer.send(trx, { to: email, subject: `Lectern: ${CHANGES[change].toLowerCase()}`, text });
};
