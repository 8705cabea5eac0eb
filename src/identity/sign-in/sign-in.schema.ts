/** Schemas of the sign-in endpoints. */
import { z } from 'zod';
import { dateTimeOutput, text } from '../../platform/lib/fields.js';
import { roles } from '../../platform/lib/permissions.js';
import { knownPassword, newPassword } from './passwords.js';

/** An address as typed; people are found by its folded form. */
/** Fits an address, a password of the largest size and a token. */
export const SIGN_IN_BYTES = 8 * 1024;
/** Fits what authenticators send: some kilobytes, with extensions. */
export const PASSKEY_BYTES = 64 * 1024;

const typedEmail = text(254).trim().toLowerCase().normalize('NFC').min(1);

const signedInPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    isOperator: z.boolean(),
    language: z.string().nullable(),
    timeZone: z.string(),
  })
  .meta({ id: 'SignedInPerson' });

const accounts = z.array(z.object({ shortName: z.string(), name: z.string(), role: z.enum(roles) }));

export const signInResult = z
  .object({
    person: signedInPerson.optional(),
    accounts: accounts.optional(),
    next: z.enum(['totp', 'passkey', 'signIn']).optional().meta({
      description:
        'What is left to do, instead of `person` and `accounts`: `totp`: send a code to /auth/totp; `passkey`: sign in with a passkey, or send a recovery code to /auth/totp; `signIn`: sign in.',
    }),
  })
  .meta({ id: 'SignInResult' });

export const resetRequest = z.strictObject({ email: typedEmail });

export const credentials = z.strictObject({ email: typedEmail, password: knownPassword });

/** Six digits, or a recovery code as it was shown. */
export const code = text(64).min(6).meta({ description: 'Six digits of an authenticator app.' });
export const codeOrRecoveryCode = text(64)
  .min(6)
  .meta({ description: 'Six digits of an authenticator app, or a recovery code.' });

/** The secret of a link, which stands after `#token=` in its URL. */
export const linkToken = text(100).min(1);

export const redemption = z.strictObject({ token: linkToken, password: newPassword.optional() });

export const passwordChange = z.strictObject({ password: newPassword });

export const sessionState = z
  .object({
    session: z
      .object({
        id: z.int(),
        person: signedInPerson,
        accounts: z.array(
          z.object({
            shortName: z.string(),
            name: z.string(),
            role: z.enum(roles),
            lacksSecondFactor: z.boolean().meta({
              description: 'Whether the account is closed until the person sets up a second factor.',
            }),
            digestMail: z
              .boolean()
              .meta({ description: 'Whether the person asked for its weekly analytics by mail.' }),
          }),
        ),
        method: z.enum(['password', 'passkey', 'openId', 'link']),
        authenticatedAt: dateTimeOutput.meta({ description: 'When the person last proved who they are.' }),
        hasPassword: z.boolean(),
        factors: z.object({
          totp: z.boolean(),
          passkeys: z.int(),
          recoveryCodes: z.int().meta({ description: 'How many are unused.' }),
        }),
      })
      .nullable(),
    methods: z.object({
      password: z.boolean(),
      passkey: z.boolean(),
      passkeyReason: z.string().nullable().meta({ description: 'Why passkeys are not offered.' }),
      openId: z.boolean(),
      mail: z.boolean().meta({ description: 'Whether links to set a new password are mailed.' }),
    }),
    mailsDigests: z.boolean().meta({
      description: 'Whether weekly analytics are mailed: the server counts visits and has a mail server.',
    }),
  })
  .meta({ id: 'SessionState' });

/** Examples of sign-in for the API reference. */
export const examplePerson = {
  id: 2,
  name: 'Miriam Weber',
  email: 'miriam@example.org',
  isOperator: false,
  language: null,
  timeZone: 'Europe/Berlin',
};

export const exampleAccount = { shortName: 'demo', name: 'Demo', role: 'editor' as const };

export const exampleSignIn = { person: examplePerson, accounts: [exampleAccount] };

export const exampleTime = '2026-03-08T09:41:00.000Z';
