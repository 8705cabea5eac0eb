/** Signing in at an OpenID provider, and answers of it that must not sign in anybody. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/lib/ids.js';
import { buildPerson, consoleOf, PASSWORD, signedIn, type Browser } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { startIdentityProvider, type Claims } from '../support/identity-provider.js';
import { startApp, useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const MINUTE_MS = 60_000;
const SESSION = 'lectern_session_8083';
let serial = 0;

describe('OpenID Connect', () => {
  const clock = createFakeClock();
  const provider = use(() => startIdentityProvider(), 'close');
  const app = useApp(() => ({ clock, env: provider.env }));
  const host = consoleOf(app);
  afterEach(() => provider.forge(null));

  const start = async (browser: Browser, body: object = {}): Promise<string> => {
    const answer = await browser.post('/auth/oidc/start', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.url as string;
  };
  /** Path and query with which the provider answers. */
  const answerFor = async (browser: Browser, subject: string, body: object = {}): Promise<string> => {
    provider.signInAs(subject);
    return provider.visit(await start(browser, body));
  };
  const signIn = async (browser: Browser, subject: string, body: object = {}) =>
    browser.get(await answerFor(browser, subject, body));
  const personIn = async (browser: Browser): Promise<number | undefined> =>
    (await browser.get('/auth/session')).body.session?.person.id;
  /** A person linked to the subject, as if they had done so before. */
  const buildLinked = async (values: Parameters<typeof buildPerson>[2] = { passwordHash: null }) => {
    const person = await buildPerson(app, [[app.demo, 'owner']], values);
    const subject = `subject-${++serial}`;
    await app.app.db
      .insertInto('openIdIdentity')
      .values({
        personId: person.id,
        issuer: provider.env.OIDC_ISSUER!,
        subject,
        entryDate: clock.now().toISOString(),
      })
      .execute();
    return { ...person, subject };
  };
  const invite = async (personId: number, loopbackOnly: 0 | 1 = 0): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    await app.app.db
      .insertInto('personLink')
      .values({
        personId,
        purpose: 'invitation',
        accountId: app.demo.account.id,
        role: 'editor',
        secretHash: sha256(token),
        loopbackOnly,
        expiresAt: new Date(clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString(),
        entryDate: clock.now().toISOString(),
      })
      .execute();
    return token;
  };

  it('signs in with PKCE, state and nonce, and counts as a second factor', async () => {
    const { id, subject } = await buildLinked();
    const browser = host.browser();
    const url = new URL(await start(browser));
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length, name).toBeGreaterThanOrEqual(43);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const { status, headers } = await signIn(browser, subject);
    expect(status).toBe(302);
    expect(headers.location).toBe('/');
    const { session, methods } = (await browser.get('/auth/session')).body;
    expect(session).toMatchObject({ person: { id }, method: 'openId', hasPassword: false });
    expect(session.accounts).toMatchObject([{ shortName: 'demo', lacksSecondFactor: false }]);
    expect(methods.openId).toBe(true);
  });

  it('knows nobody by their email address, even if the provider has verified it', async () => {
    await buildPerson(app, [[app.demo, 'owner']], { email: 'person@example.org' });
    const browser = host.browser();
    expect((await signIn(browser, 'a-stranger')).status).toBe(401);
    expect(await personIn(browser)).toBeUndefined();
    expect(
      await app.app.db
        .selectFrom('openIdIdentity')
        .select('id')
        .where('subject', '=', 'a-stranger')
        .execute(),
    ).toEqual([]);
  });

  it.each<[string, (claims: Claims) => Claims]>([
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['for another client too', (claims) => ({ ...claims, aud: ['lectern', 'another'], azp: 'another' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://accounts.example.org' })],
    ['that has expired', (claims) => ({ ...claims, exp: 1 })],
  ])('refuses an ID token %s', async (_title, change) => {
    const { subject } = await buildLinked();
    provider.forge(change);
    const browser = host.browser();
    const { status, body } = await signIn(browser, subject);
    expect(status).toBe(401);
    expect(body.error.type).toBe('AuthenticationError');
    expect(await personIn(browser)).toBeUndefined();
  });

  it('refuses a code that the provider issued for another client', async () => {
    const { subject } = await buildLinked();
    const browser = host.browser();
    provider.signInAs(subject);
    const url = new URL(await start(browser));
    url.searchParams.set('client_id', 'another');
    expect((await browser.get(await provider.visit(url.href))).status).toBe(401);
    expect(await personIn(browser)).toBeUndefined();
  });

  it('accepts each answer once, in the browser that asked for it, for ten minutes', async () => {
    const { subject } = await buildLinked();
    const browser = host.browser();
    const used = await answerFor(browser, subject);
    expect((await browser.get(used)).status).toBe(302);
    expect((await browser.get(used)).status).toBe(401);

    const stolen = await answerFor(browser, subject);
    const thief = host.browser();
    expect((await thief.get(stolen)).status).toBe(401);
    expect(await personIn(thief)).toBeUndefined();

    const late = await answerFor(browser, subject);
    clock.pass(11 * MINUTE_MS);
    expect((await browser.get(late)).status).toBe(401);
    expect((await browser.get('/auth/oidc/callback?state=unknown&code=x')).status).toBe(401);
    expect((await browser.get('/auth/oidc/callback')).status).toBe(400);
  });

  it('does not sign somebody in to the account of whoever started', async () => {
    const attacker = await buildLinked();
    const victim = await signedIn(host, (await buildPerson(app, [])).email);
    const before = await personIn(victim);
    const answer = await answerFor(host.browser(), attacker.subject);
    expect((await victim.get(answer)).status).toBe(401);
    expect(await personIn(victim)).toBe(before);
  });

  it('accepts an invitation of somebody new, and knows them from then on', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id);
    const browser = host.browser();
    expect((await signIn(browser, 'new-1', { token })).status).toBe(302);
    expect((await browser.get('/auth/session')).body.session).toMatchObject({
      person: { id },
      accounts: [{ shortName: 'demo', role: 'editor' }],
    });
    expect((await browser.post('/auth/oidc/start', { token })).status).toBe(404);
    const later = host.browser();
    await signIn(later, 'new-1');
    expect(await personIn(later)).toBe(id);
  });

  it('takes a link for the machine of the server from nobody behind a proxy', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id, 1);
    const proxied: Record<string, string>[] = [
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=203.0.113.7' },
    ];
    for (const headers of proxied) {
      const browser = host.browser();
      expect((await browser.post('/auth/oidc/start', { token }, headers)).status).toBe(404);
      expect((await browser.post('/auth/links/redeem', { token, password: PASSWORD }, headers)).status).toBe(
        404,
      );
    }
    expect((await signIn(host.browser(), 'local-1', { token })).status).toBe(302);
  });

  it('never gives an account at the provider to somebody who can sign in already', async () => {
    const { id, email } = await buildPerson(app, [[app.other, 'owner']]);
    const token = await invite(id);
    const browser = host.browser();
    const { status, body } = await signIn(browser, 'attacker-1', { token });
    expect(status).toBe(409);
    expect(body.error.type).toBe('SignInRequiredError');
    expect(await personIn(browser)).toBeUndefined();
    expect((await signIn(browser, 'attacker-1')).status).toBe(401);
    await signedIn(host, email);
  });

  it('links nobody else’s account at the provider by an invitation', async () => {
    const linked = await buildLinked();
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const { status } = await signIn(host.browser(), linked.subject, { token: await invite(id) });
    expect(status).toBe(409);
    const later = host.browser();
    await signIn(later, linked.subject);
    expect(await personIn(later)).toBe(linked.id);
  });

  it('links the account at the provider of whoever is signed in, recently and in the same session', async () => {
    const { id, email } = await buildPerson(app, []);
    expect((await host.browser().post('/auth/oidc/start', { link: true })).status).toBe(401);
    const browser = await signedIn(host, email);
    const other = await signedIn(host, email);
    clock.pass(11 * MINUTE_MS);
    expect((await browser.post('/auth/oidc/start', { link: true })).status).toBe(403);
    await browser.post('/auth/reauthenticate', { password: PASSWORD });
    const before = browser.cookies.get(SESSION);
    expect((await signIn(browser, 'linked-1', { link: true })).status).toBe(302);
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    expect((await other.get('/auth/sessions')).status).toBe(401);
    const later = host.browser();
    await signIn(later, 'linked-1');
    expect(await personIn(later)).toBe(id);

    const second = await signedIn(host, (await buildPerson(app, [])).email);
    expect((await signIn(second, 'linked-1', { link: true })).status).toBe(409);
    const answer = await answerFor(second, 'linked-2', { link: true });
    await second.post('/auth/sign-out');
    expect((await second.get(answer)).status).toBe(401);
  });

  it('answers 503 while the provider is down, and signs in once it is up', async () => {
    const away = await startIdentityProvider();
    const apart = await startApp({ env: away.env });
    const console = consoleOf(apart);
    await away.close();
    expect((await console.browser().post('/auth/oidc/start', {})).status).toBe(503);
    const { id, email } = await buildPerson(apart, []);
    const browser = await signedIn(console, email);
    expect((await browser.get('/auth/session')).body.session.person.id).toBe(id);
    await apart.stop();
  });

  it('refuses passwords, resets and passkeys with OIDC_ONLY', async () => {
    const only = await startApp({ env: { ...provider.env, OIDC_ONLY: 'true' } });
    const console = consoleOf(only);
    const { id, email } = await buildPerson(only, []);
    await only.app.db
      .insertInto('openIdIdentity')
      .values({ personId: id, issuer: provider.env.OIDC_ISSUER!, subject: 'only-1', entryDate: '2026-01-01' })
      .execute();
    const browser = console.browser();
    for (const [path, body] of [
      ['/auth/sign-in', { email, password: PASSWORD }],
      ['/auth/reset', { email }],
    ] as const)
      expect((await browser.post(path, body)).status, path).toBe(403);
    expect((await browser.post('/auth/passkeys/sign-in-options')).status).toBe(422);
    provider.signInAs('only-1');
    const answer = await provider.visit((await browser.post('/auth/oidc/start', {})).body.url);
    expect((await browser.get(answer)).status).toBe(302);
    expect((await browser.get('/auth/session')).body).toMatchObject({
      session: { person: { id } },
      methods: {
        password: false,
        passkey: false,
        passkeyReason: expect.stringContaining('OpenID'),
        openId: true,
        mail: false,
      },
    });
    expect((await browser.post('/auth/password', { password: PASSWORD })).status).toBe(403);
    await only.stop();
  });
});
