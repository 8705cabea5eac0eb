/** Wires the ways to sign in. */
import type { Endpoint } from '../../platform/http/endpoint/endpoint.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import type { Module, ModuleContext } from '../../platform/module.js';
import { createOpenIdProvider, type OpenIdOptions } from './open-id-provider.js';
import { openIdRoutes } from './open-id.routes.js';
import { createOpenIdService } from './open-id.service.js';
import { passkeyRoutes } from './passkey.routes.js';
import { createPasskeyService } from './passkey.service.js';
import { createPasskeys, relyingPartyOf } from './passkeys.js';
import { createPasswords } from './passwords.js';
import { createPasswordService } from './password.service.js';
import { createResetService, type CreateResetLink } from './reset.service.js';
import { createSecondFactors } from './second-factors.js';
import { signInRoutes } from './sign-in.routes.js';
import { createSignInService } from './sign-in.service.js';
import { createRequestLimit, createThrottle } from './throttle.js';
import { totpRoutes } from './totp.routes.js';
import { createTotpService } from './totp.service.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { deleteExpiredSessions } from '../sessions/session.repository.js';
import { deleteExpiredLinks } from './link.repository.js';
import { deleteOldDevices } from './person.repository.js';
import { deleteExpiredSteps } from './step.repository.js';

export interface SignInOptions {
  /** Origin of the console. */
  consoleBaseUrl: string;
  openId: OpenIdOptions | null;
  privateLimits: { failedAuthentications: number };
  analytics: { enabled: boolean };
}

export const createSignIn = (
  { db, clock, log, secretKey, mailer, limiters }: ModuleContext,
  { consoleBaseUrl, openId, privateLimits, analytics }: SignInOptions,
  createLink: CreateResetLink,
): Pick<Module, 'jobs'> & { endpoints: readonly Endpoint[]; maintenance: MaintenanceTask } => {
  const passwordsRefused = openId?.only ?? false;
  const provider = openId && createOpenIdProvider(openId, `${consoleBaseUrl}/auth/oidc/callback`);
  const relyingParty = relyingPartyOf(consoleBaseUrl, passwordsRefused);
  const { failedAuthentications } = privateLimits;
  const startLimit = createRequestLimit(limiters, 'signInStarts', failedAuthentications);
  const passkeys = createPasskeys({ db, clock, log, relyingParty, startLimit });
  const parts = {
    db,
    clock,
    log,
    mailer,
    createLink,
    consoleBaseUrl,
    passwordsRefused,
    passwords: createPasswords(),
    throttle: createThrottle(limiters, failedAuthentications),
    resetLimit: createRequestLimit(limiters, 'resets', failedAuthentications),
    startLimit,
    passkeys,
    relyingParty,
    secondFactors: createSecondFactors({ db, clock, secretKey }),
    issuer: `Lectern (${new URL(consoleBaseUrl).host})`,
  };
  const methods = {
    password: !passwordsRefused,
    passkey: relyingParty.reason === null,
    passkeyReason: relyingParty.reason,
    openId: openId !== null,
    mail: mailer.isEnabled && !passwordsRefused,
  };
  const features = { methods, mailsDigests: mailer.isEnabled && analytics.enabled };
  const reset = createResetService(parts);
  return {
    endpoints: [
      ...signInRoutes(createSignInService(parts), createPasswordService(parts), reset, features),
      ...passkeyRoutes(createPasskeyService(parts), passkeys),
      ...openIdRoutes(createOpenIdService({ ...parts, provider })),
      ...totpRoutes(createTotpService(parts)),
    ],
    jobs: { mailResetLink: reset.job },
    maintenance: signInMaintenance({ db, clock }),
  };
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As long as the cookie lasts. */
const DEVICE_MS = 400 * DAY_MS;

/** Deletes expired sessions, steps and links, and browsers that have not been used for long. */
const signInMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'sign-in',
  everyMs: MINUTE_MS,
  run: async () => {
    await deleteExpiredSteps(db, isoTime(clock));
    await deleteExpiredSessions(db, isoTime(clock));
    await deleteExpiredLinks(db, clock);
    await deleteOldDevices(db, isoTime(clock, -DEVICE_MS));
  },
});
