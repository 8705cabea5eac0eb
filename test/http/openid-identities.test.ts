/** Accounts at an OpenID provider with which people can sign in: listed and unlinked by themselves. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, PASSWORD, signedIn, type Browser } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { startIdentityProvider } from '../support/identity-provider.js';
import { startApp, useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

describe('accounts at an OpenID provider', () => {
  const clock = createFakeClock();
  const provider = use(() => startIdentityProvider(), 'close');
  const app = useApp(() => ({ clock, env: provider.env }));
  const host = consoleOf(app);

  const signInAs = async (subject: string, browser = host.browser()): Promise<Browser> => {
    provider.signInAs(subject);
    const { url } = (await browser.post('/auth/oidc/start', {})).body;
    await browser.get(await provider.visit(url));
    return browser;
  };
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.get('/auth/session')).body.session !== null;
  /** A person who has linked the subject. */
  const buildLinked = async (subject: string, values: Parameters<typeof buildPerson>[2] = {}) => {
    const person = await buildPerson(app, [[app.demo, 'analyst']], values);
    const entryDate = clock.now().toISOString();
    await app.app.db
      .insertInto('openIdIdentity')
      .values({ personId: person.id, issuer: provider.env.OIDC_ISSUER!, subject, entryDate })
      .execute();
    return person;
  };
  const identitiesOf = async (browser: Browser): Promise<{ id: number }[]> =>
    (await browser.get('/auth/oidc/identities')).body.identities;

  it('are listed and unlinked by their person alone, who has just signed in', async () => {
    const { email } = await buildLinked('linked');
    const browser = await signedIn(host, email);
    const atProvider = await signInAs('linked');
    const identities = await identitiesOf(browser);
    expect(identities).toEqual([
      { id: expect.any(Number), issuer: provider.env.OIDC_ISSUER, entryDate: expect.any(String) },
    ]);
    const path = `/auth/oidc/identities/${identities[0]!.id}`;
    const stranger = await signedIn(host, (await buildPerson(app, [])).email);
    expect((await stranger.delete(path)).status).toBe(404);
    clock.pass(11 * 60_000);
    expect((await browser.delete(path)).body.error.type).toBe('ReauthenticationRequiredError');
    await browser.post('/auth/reauthenticate', { password: PASSWORD });
    expect((await browser.delete(path)).status).toBe(200);
    expect(await identitiesOf(browser)).toEqual([]);
    expect(await isSignedIn(atProvider)).toBe(false);
    expect(await isSignedIn(await signInAs('linked'))).toBe(false);
  });

  it('stay if they are the only way to sign in', async () => {
    const { id } = await buildLinked('only', { passwordHash: null });
    const browser = await signInAs('only');
    const authenticatedAt = clock.now().toISOString();
    await app.app.db
      .updateTable('personSession')
      .set({ authenticatedAt })
      .where('personId', '=', id)
      .execute();
    const [identity] = await identitiesOf(browser);
    const refused = await browser.delete(`/auth/oidc/identities/${identity!.id}`);
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('only way')]);
    expect(await isSignedIn(await signInAs('only'))).toBe(true);
  });

  it('cannot be used where no provider is configured', async () => {
    const plain = await startApp();
    const browser = consoleOf(plain).browser();
    const { status, body } = await browser.post('/auth/oidc/start', {});
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('OIDC_ISSUER')]);
    expect((await browser.get('/auth/oidc/callback?state=none')).status).toBe(401);
    await plain.stop();
  });
});
