/** The OpenID provider: authorization code flow with PKCE, state and nonce. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { messageOf, unavailable, type AppError } from '../../platform/lib/errors.js';

/** The provider's addresses are read again after this time. */
const CONFIGURATION_MS = 60 * 60_000;
const TIMEOUT_SECS = 10;
const NETWORK_ERRORS = new Set(['OAUTH_TIMEOUT', 'OAUTH_HTTP_REQUEST_FORBIDDEN']);

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether passwords are refused. */
  only: boolean;
}

/** What the answer of the provider must match. */
export interface OpenIdRequest {
  state: string;
  nonce: string;
  verifier: string;
  /** Within which time the person must have signed in at the provider; undefined if it does not matter. */
  maxAgeSecs?: number | undefined;
}

export interface OpenIdClaims {
  issuer: string;
  subject: string;
  /** When the person signed in at the provider, in ms since 1970; undefined if it does not say. */
  authenticatedAt: number | undefined;
}

export interface OpenIdProvider {
  /**
   * @returns the URL to which the browser goes
   * @throws {UnavailableError} when the provider cannot be reached
   */
  start(maxAgeSecs?: number): Promise<OpenIdRequest & { url: string }>;
  /**
   * @param search of the URL to which the provider sent the browser
   * @returns null if the provider refused, or its answer does not match the request
   * @throws {UnavailableError} when the provider cannot be reached
   */
  finish(search: string, request: OpenIdRequest): Promise<OpenIdClaims | { refusal: string }>;
}

const down = (error: unknown): AppError =>
  unavailable(`The OpenID provider does not answer: ${messageOf(error)}`);

/** Connections fail with a TypeError of fetch, and an overloaded or broken provider answers with 5xx. */
const isDown = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (error instanceof TypeError && code === undefined) return true;
  if (error instanceof ClientError && code && NETWORK_ERRORS.has(code)) return true;
  return cause instanceof Response && cause.status >= 500;
};

/** @param redirectUri registered at the provider */
export const createOpenIdProvider = (
  { issuer, clientId, clientSecret }: OpenIdOptions,
  redirectUri: string,
): OpenIdProvider => {
  let known: { until: number; configuration: Promise<Configuration> } | undefined;

  const configured = async (): Promise<Configuration> => {
    if (!known || known.until < Date.now()) {
      const url = new URL(issuer);
      const configuration = discovery(url, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECS,
        // The configuration allows http only on this machine.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
      });
      known = { until: Date.now() + CONFIGURATION_MS, configuration };
      configuration.catch(() => (known = undefined));
    }
    try {
      return await known.configuration;
    } catch (error) {
      throw down(error);
    }
  };

  return {
    start: async (maxAgeSecs) => {
      const configuration = await configured();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(maxAgeSecs !== undefined && { max_age: String(maxAgeSecs) }),
      });
      return { url: url.href, state, nonce, verifier, maxAgeSecs };
    },

    finish: async (search, { state, nonce, verifier, maxAgeSecs }) => {
      const configuration = await configured();
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAgeSecs !== undefined && { maxAge: maxAgeSecs }),
        });
        const claims = tokens.claims();
        if (!claims) return { refusal: 'no ID token' };
        const { iss, sub, auth_time: seconds } = claims;
        return {
          issuer: iss,
          subject: sub,
          authenticatedAt: seconds === undefined ? undefined : seconds * 1_000,
        };
      } catch (error) {
        if (isDown(error)) throw down(error);
        return { refusal: messageOf(error) };
      }
    },
  };
};
