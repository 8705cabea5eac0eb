/** Endpoints to sign in and out. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { lacksSecondFactor } from '../../platform/http/callers/sessions.js';
import type { TenantSettings } from '../../platform/http/callers/tenant.js';
import {
  exampleAccount,
  examplePerson,
  exampleSignIn,
  exampleTime,
  code,
  codeOrRecoveryCode,
  credentials,
  passwordChange,
  redemption,
  resetRequest,
  sessionState,
  signInResult,
  PASSKEY_BYTES,
  SIGN_IN_BYTES,
} from './sign-in.schema.js';
import { assertion } from './passkey.schema.js';
import type { PasswordService } from './password.service.js';
import { knownPassword } from './passwords.js';
import type { ResetService } from './reset.service.js';
import type { SignInService } from './sign-in.service.js';
import { signInRequest } from './visit.js';

export const tag = 'Sign-in';

interface SignInMethods {
  password: boolean;
  passkey: boolean;
  /** Why passkeys are not offered. */
  passkeyReason: string | null;
  openId: boolean;
  /** Whether links to set a new password are mailed. */
  mail: boolean;
}

interface SignInFeatures {
  methods: SignInMethods;
  mailsDigests: boolean;
}

/**
 * Without `"cookies"`: that would remove the cookies of every site of the registrable domain, and the one that keeps
 * others from locking this browser out.
 */
const CLEAR_SITE_DATA = { 'Clear-Site-Data': '"cache", "storage"' };

export const signInRoutes = (
  signIn: SignInService,
  passwords: PasswordService,
  reset: ResetService,
  features: SignInFeatures,
): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/sign-in',
    operationId: 'signIn',
    summary: 'Sign in with a password',
    description:
      'Starts a session, whose cookie the browser keeps, unless a second factor is `next`. Too many failures get 429: counted by address typed, by network address, and by browser, so that others cannot lock out a browser in which the person signed in before.',
    tag,
    scope: 'open',
    maxJsonBytes: SIGN_IN_BYTES,
    body: credentials,
    response: signInResult,
    errors: [403],
    example: {
      body: { email: 'miriam@example.org', password: 'four words on paper' },
      response: exampleSignIn,
    },
    handle: (input) => signIn.signIn(input.body, signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/totp',
    operationId: 'enterCode',
    summary: 'Complete a sign-in with a code',
    description:
      'For `next: totp`, and with a recovery code for `next: passkey`. After five wrong codes, the password is needed again.',
    tag,
    scope: 'open',
    maxJsonBytes: SIGN_IN_BYTES,
    body: z.strictObject({ code: codeOrRecoveryCode }),
    response: signInResult,
    example: { body: { code: '492039' }, response: exampleSignIn },
    handle: (input) => signIn.enterCode(input.body.code, signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/reset',
    operationId: 'requestReset',
    summary: 'Ask for a link to set a new password',
    description:
      'Known and unknown addresses get the same response. Three requests for an address in 15 minutes are allowed. Without a mail server, `message` says whom to ask.',
    tag,
    scope: 'open',
    maxJsonBytes: SIGN_IN_BYTES,
    body: resetRequest,
    response: z.object({ isMailed: z.boolean(), message: z.string() }),
    errors: [403],
    example: {
      body: { email: 'miriam@example.org' },
      response: {
        isMailed: true,
        message:
          'If somebody here has this address, a link to set a new password is on its way. It works for 24 hours.',
      },
    },
    handle: (input) => reset.request(input.body.email, signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/links/redeem',
    operationId: 'redeemLink',
    summary: 'Redeem a link',
    description:
      'Accepts an invitation, sets a new password, or confirms an address. `token` stands after `#token=` in the link, which works once. An invited person who can sign in already gets 409 `SignInRequiredError` until they have.',
    tag,
    scope: 'open',
    maxJsonBytes: SIGN_IN_BYTES,
    body: redemption,
    response: signInResult,
    errors: [403, 404, 409],
    example: { body: { token: 'm3J…', password: 'four words on paper' }, response: exampleSignIn },
    handle: (input) => passwords.redeem(input.body, signInRequest(input)),
  }),
  command({
    method: 'POST',
    path: '/auth/sign-out',
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session, and clears what the browser has stored of this site.',
    tag,
    scope: 'open',
    headers: () => CLEAR_SITE_DATA,
    handle: (input) => signIn.signOut(signInRequest(input)),
  }),
  command({
    method: 'POST',
    path: '/auth/reauthenticate',
    operationId: 'reauthenticate',
    summary: 'Confirm who you are',
    description:
      'With the password, a code of the authenticator app, or a passkey, for the options of /auth/passkeys/sign-in-options. Whoever signs in at the OpenID provider does so again. For ten minutes, it allows what needs a recent sign-in.',
    tag,
    scope: 'session',
    maxJsonBytes: PASSKEY_BYTES,
    body: z.union([
      z.strictObject({ password: knownPassword }),
      z.strictObject({ code }),
      z.strictObject({ passkey: assertion }),
    ]),
    example: { body: { password: 'four words on paper' } },
    handle: (input) => signIn.reauthenticate(input.body, signInRequest(input)),
  }),
  command({
    method: 'POST',
    path: '/auth/password',
    operationId: 'changePassword',
    summary: 'Set a password',
    description: 'Ends all other sessions of the person. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    maxJsonBytes: SIGN_IN_BYTES,
    body: passwordChange,
    example: { body: { password: 'four words on paper' } },
    handle: (input) => passwords.change(input.body.password, signInRequest(input)),
  }),
  endpoint({
    method: 'GET',
    path: '/auth/session',
    operationId: 'getSession',
    summary: 'Get the session',
    description: 'Who is signed in, if anybody, and the ways to sign in here.',
    tag,
    scope: 'open',
    response: sessionState,
    example: {
      response: {
        session: {
          id: 12,
          person: examplePerson,
          accounts: [{ ...exampleAccount, lacksSecondFactor: false, digestMail: false }],
          method: 'password',
          authenticatedAt: exampleTime,
          hasPassword: true,
          factors: { totp: true, passkeys: 1, recoveryCodes: 10 },
        },
        methods: { password: true, passkey: true, passkeyReason: null, openId: false, mail: true },
        mailsDigests: true,
      },
    },
    handle: async ({ session }) => {
      if (!session) return { session: null, ...features };
      const { accounts, ...rest } = await signIn.overview(session.person.id);
      const shown = accounts.map(({ shortName, name, role, digestMail, settings }) => ({
        shortName,
        name,
        role,
        lacksSecondFactor: lacksSecondFactor(
          session,
          { settings: JSON.parse(settings) as TenantSettings },
          role,
        ),
        digestMail,
      }));
      return { session: { ...session, ...rest, accounts: shown }, ...features };
    },
  }),
];
