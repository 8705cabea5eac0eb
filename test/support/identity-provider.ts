/** A real OpenID provider on loopback, at which everybody is signed in as soon as they come. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type Claims = Record<string, unknown>;

export interface IdentityProvider {
  /** The variables with which the app knows it. */
  env: Record<string, string>;
  /** Who signs in from now on. */
  signInAs(subject: string): void;
  /** Changes the claims of ID tokens before they are signed; null leaves them as they are. */
  forge(change: ((claims: Claims) => Claims) | null): void;
  /**
   * Opens the URL in a browser of its own.
   * @returns path and query of the redirect back to the console
   */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

const REDIRECT_URI = 'http://localhost:8083/auth/oidc/callback';
const MAX_REDIRECTS = 10;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  let subject = 'nobody';
  let change: ((claims: Claims) => Claims) | null = null;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  const signed = (claims: Claims): string => {
    const text = `${encode({ alg: 'RS256', kid: 'test' })}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (id: string) => ({
    client_id: id,
    client_secret: `secret of ${id}`,
    redirect_uris: [REDIRECT_URI],
  });
  const provider = new Provider(issuer, {
    clients: [client('lectern'), client('another')],
    jwks: { keys: [key] },
    cookies: { keys: ['key'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'person@example.org', email_verified: true }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !change || !body?.id_token) return;
    const [, payload = ''] = body.id_token.split('.');
    body.id_token = signed(change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims));
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: subject } });
    else void callback(request, response);
  });

  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'lectern', OIDC_CLIENT_SECRET: 'secret of lectern' },
    signInAs: (next) => (subject = next),
    forge: (next) => (change = next),
    visit: async (first) => {
      const cookies = new Map<string, string>();
      let url = new URL(first);
      for (let i = 0; i < MAX_REDIRECTS; i++) {
        const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { Cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`${url.href}: ${response.status} ${await response.text()}`);
        url = new URL(location, url);
        if (url.href.startsWith(REDIRECT_URI)) return url.pathname + url.search;
      }
      throw new Error('too many redirects');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
