/** Environment variables for the console, and for signing in to it. */
import { z } from 'zod';
import type { OpenIdOptions } from '../identity/sign-in/open-id-provider.js';
import { flag, optionalHttpUrl, optional, origin, port } from './environment-values.js';
import { isLoopbackHost } from '../platform/lib/networks.js';

export const consoleVariables = {
  CONSOLE: flag.default(true),
  CONSOLE_PORT: port.default(8083),
  CONSOLE_BASE_URL: origin,
  OIDC_ISSUER: optionalHttpUrl,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_ONLY: flag.default(false),
};

export interface ConsoleConfig {
  /** Null if this server has no console. */
  consolePort: number | null;
  /** Origin of the console, as browsers reach it. */
  consoleBaseUrl: string;
  /** Null if people sign in here only. */
  openId: OpenIdOptions | null;
}

type Variables = z.output<z.ZodObject<typeof consoleVariables>>;

/** @throws {Error} when variables contradict each other */
export const consoleConfig = (e: Variables): ConsoleConfig => ({
  consolePort: e.CONSOLE ? e.CONSOLE_PORT : null,
  consoleBaseUrl: baseUrlOf(e),
  openId: openIdConfig(e),
});

const baseUrlOf = ({ CONSOLE_BASE_URL: baseUrl, CONSOLE_PORT: port }: Variables): string => {
  const { origin, protocol, hostname } = new URL(baseUrl ?? `http://localhost:${port}`);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new Error(
      'Invalid configuration: CONSOLE_BASE_URL must be an https URL, because people sign in there. Only on this machine may it be http.',
    );
  return origin;
};

const openIdConfig = (e: Variables): OpenIdOptions | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = e;
  if (!issuer && !clientId && !clientSecret && !e.OIDC_ONLY) return null;
  if (!issuer || !clientId || !clientSecret)
    throw new Error('Invalid configuration: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together');
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new Error('Invalid configuration: OIDC_ISSUER must be an https URL');
  return { issuer, clientId, clientSecret, only: e.OIDC_ONLY };
};
