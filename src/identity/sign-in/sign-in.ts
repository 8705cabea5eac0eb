/** Wires the ways to sign in. */
import type { Endpoint } from '../../platform/http/endpoint.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import type { ModuleContext } from '../../platform/module.js';
import { createPasswords } from './passwords.js';
import { createPasswordService } from './password.service.js';
import { createSecondFactors } from './second-factors.js';
import { signInMaintenance } from './sign-in.maintenance.js';
import { signInRoutes } from './sign-in.routes.js';
import { createSignInService } from './sign-in.service.js';
import { createThrottle } from './throttle.js';
import { totpRoutes } from './totp.routes.js';
import { createTotpService } from './totp.service.js';

export interface SignInOptions {
  /** Origin of the console. */
  consoleBaseUrl: string;
  privateLimits: { failedAuthentications: number };
}

export const createSignIn = (
  { db, clock, log, secretKey }: ModuleContext,
  { consoleBaseUrl, privateLimits }: SignInOptions,
): { endpoints: readonly Endpoint[]; maintenance: MaintenanceTask } => {
  const passwordsRefused = false;
  const parts = {
    db,
    clock,
    log,
    passwordsRefused,
    passwords: createPasswords(),
    throttle: createThrottle(privateLimits.failedAuthentications),
    secondFactors: createSecondFactors({ db, clock, secretKey }),
    issuer: `Lectern (${new URL(consoleBaseUrl).host})`,
  };
  const methods = { password: !passwordsRefused, passkey: false, passkeyReason: 'later', openId: false };
  return {
    endpoints: [
      ...signInRoutes(createSignInService(parts), createPasswordService(parts), methods),
      ...totpRoutes(createTotpService(parts)),
    ],
    maintenance: signInMaintenance({ db, clock }),
  };
};
