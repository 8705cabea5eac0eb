/** Environment variables for the console, and for signing in to it. */
import { z } from 'zod';
import type { OpenIdOptions } from './identity/sign-in/open-id-provider.js';
import { flag, httpUrl, optional, origin, port } from './environment-values.js';

export const consoleVariables = {
  CONSOLE_PORT: port.default(8083),
  CONSOLE_BASE_URL: origin,
  OIDC_ISSUER: httpUrl,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_ONLY: flag.default(false),
};

export interface ConsoleConfig {
  consolePort: number;
  /** Origin of the console, as browsers reach it. */
  consoleBaseUrl: string;
  /** Null if people sign in here only. */
  openId: OpenIdOptions | null;
}

type Variables = z.output<z.ZodObject<typeof consoleVariables>>;

/** @throws {Error} when variables contradict each other */
export const consoleConfig = (e: Variables): ConsoleConfig => ({
  consolePort: e.CONSOLE_PORT,
  consoleBaseUrl: new URL(e.CONSOLE_BASE_URL ?? `http://localhost:${e.CONSOLE_PORT}`).origin,
  openId: openIdConfig(e),
});

const openIdConfig = (e: Variables): OpenIdOptions | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = e;
  if (!issuer && !clientId && !clientSecret && !e.OIDC_ONLY) return null;
  if (!issuer || !clientId || !clientSecret)
    throw new Error('Invalid configuration: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together');
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error('Invalid configuration: OIDC_ISSUER must be an https URL');
  return { issuer, clientId, clientSecret, only: e.OIDC_ONLY };
};
