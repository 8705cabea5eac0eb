/** Passkeys: a software authenticator registers and signs in, and everything that it sends is forged in turn. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasskey, type Forgery, type SoftwarePasskey } from '../support/authenticator.js';
import { buildPerson, consoleOf, PASSWORD, signedIn, type Browser } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { startApp, useApp } from '../support/start-app.js';

const MINUTE_MS = 60_000;
const ORIGIN = 'http://localhost:8083';

const FORGERIES: [string, Forgery][] = [
  ['of another host', { rpId: 'evil.example.org' }],
  ['for a page of another origin', { origin: 'https://evil.example.org' }],
  ['for a page of another port', { origin: 'http://localhost:8080' }],
  ['of another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
  ['of another kind', { type: 'payment.get' }],
  ['without a check of the user', { isUserVerified: false }],
];

describe('passkeys', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const host = consoleOf(app);

  const creationOptions = async (browser: Browser) =>
    (await browser.post('/auth/passkeys/registration-options')).body.options;
  const requestOptions = async (browser: Browser) =>
    (await browser.post('/auth/passkeys/sign-in-options')).body.options;
  const answer = async (browser: Browser, passkey: SoftwarePasskey, forgery?: Forgery) =>
    browser.post('/auth/passkeys/sign-in', {
      credential: passkey.answer(await requestOptions(browser), forgery),
    });
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.get('/auth/session')).body.session !== null;
  /** A person with a passkey, and the browser in which they added it. */
  const withPasskey = async () => {
    const person = await buildPerson(app, [[app.demo, 'owner']]);
    const browser = await signedIn(host, person.email);
    const passkey = createPasskey(await creationOptions(browser), ORIGIN);
    const { status, body } = await browser.post('/auth/passkeys/create', {
      credential: passkey.registration,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...person, browser, passkey, created: body };
  };

  it('are both factors: they sign in alone, and a password alone no longer does', async () => {
    const { id, email, passkey, created } = await withPasskey();
    expect(created.passkey).toMatchObject({ name: 'Firefox on Windows', lastUsedAt: null });
    expect(created.recoveryCodes).toHaveLength(10);
    const browser = host.browser();
    expect((await browser.post('/auth/sign-in', { email, password: PASSWORD })).body).toEqual({
      next: 'passkey',
    });
    expect(await isSignedIn(browser)).toBe(false);
    const { status, body } = await answer(browser, passkey);
    expect(status).toBe(200);
    expect(body.person.id).toBe(id);
    expect((await browser.get('/auth/session')).body.session).toMatchObject({
      method: 'passkey',
      accounts: [{ lacksSecondFactor: false }],
      factors: { passkeys: 1 },
    });
    expect((await browser.get('/auth/passkeys')).body.passkeys).toMatchObject([
      { id: created.passkey.id, lastUsedAt: expect.any(String) },
    ]);
  });

  it('are replaced by a recovery code when they are lost, after the password', async () => {
    const { email, created } = await withPasskey();
    const [code] = created.recoveryCodes;
    expect((await host.browser().post('/auth/totp', { code })).status).toBe(401);
    const browser = host.browser();
    await browser.post('/auth/sign-in', { email, password: PASSWORD });
    expect((await browser.post('/auth/totp', { code })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(FORGERIES)('do not sign in with an answer %s', async (_title, forgery) => {
    const { passkey } = await withPasskey();
    const browser = host.browser();
    const { status, body } = await answer(browser, passkey, forgery);
    expect(status).toBe(401);
    expect(body.error.message).toBe('The passkey was not accepted. Try again.');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await answer(browser, passkey)).status).toBe(200);
  });

  it.each(FORGERIES)('are not added with data %s', async (_title, forgery) => {
    const browser = await signedIn(host, (await buildPerson(app, [])).email);
    const passkey = createPasskey(await creationOptions(browser), ORIGIN, forgery);
    const { status } = await browser.post('/auth/passkeys/create', { credential: passkey.registration });
    expect(status).toBe(401);
    expect((await browser.get('/auth/passkeys')).body.passkeys).toEqual([]);
  });

  it('do not sign in with the signature of another key, for another person, or unknown', async () => {
    const { passkey } = await withPasskey();
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const browser = host.browser();
    expect((await answer(browser, passkey, { key })).status).toBe(401);
    expect((await answer(browser, passkey, { userHandle: 'c29tZWJvZHk' })).status).toBe(401);
    const unknown = createPasskey({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'eA' } }, ORIGIN);
    expect((await answer(browser, unknown)).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('answer each challenge once, in the browser that asked for it, for ten minutes', async () => {
    const { passkey } = await withPasskey();
    const browser = host.browser();
    const options = await requestOptions(browser);
    const credential = passkey.answer(options);
    expect((await browser.post('/auth/passkeys/sign-in', { credential })).status).toBe(200);
    expect((await browser.post('/auth/passkeys/sign-in', { credential })).status).toBe(401);
    const again = { credential: passkey.answer(options) };
    expect((await browser.post('/auth/passkeys/sign-in', again)).status).toBe(401);

    const stolen = { credential: passkey.answer(await requestOptions(browser)) };
    expect((await host.browser().post('/auth/passkeys/sign-in', stolen)).status).toBe(401);

    const late = { credential: passkey.answer(await requestOptions(browser)) };
    clock.pass(11 * MINUTE_MS);
    expect((await browser.post('/auth/passkeys/sign-in', late)).status).toBe(401);
  });

  it('are refused when their counter does not go up, as that of a copy', async () => {
    const { passkey } = await withPasskey();
    expect((await answer(host.browser(), passkey, { counter: 7 })).status).toBe(200);
    expect((await answer(host.browser(), passkey, { counter: 7 })).status).toBe(401);
    expect((await answer(host.browser(), passkey, { counter: 3 })).status).toBe(401);
    expect((await answer(host.browser(), passkey, { counter: 8 })).status).toBe(200);
  });

  it('made for another host name of the console do not work at this one', async () => {
    const { passkey, id } = await withPasskey();
    await app.app.db
      .updateTable('passkey')
      .set({ rpId: 'old.example.org' })
      .where('personId', '=', id)
      .execute();
    expect((await answer(host.browser(), passkey)).status).toBe(401);
  });

  it('are added once, by the session that asked for it and signed in recently', async () => {
    const browser = await signedIn(host, (await buildPerson(app, [])).email);
    const other = await signedIn(host, (await buildPerson(app, [])).email);
    const passkey = createPasskey(await creationOptions(browser), ORIGIN);
    const body = { credential: passkey.registration };
    expect((await other.post('/auth/passkeys/create', body)).status).toBe(401);
    const second = createPasskey(await creationOptions(browser), ORIGIN);
    clock.pass(11 * MINUTE_MS);
    expect((await browser.post('/auth/passkeys/create', { credential: second.registration })).status).toBe(
      403,
    );
    expect((await browser.post('/auth/passkeys/registration-options')).status).toBe(403);
    expect((await host.browser().post('/auth/passkeys/registration-options')).status).toBe(401);
  });

  it('confirm who somebody is, unless they are of another person', async () => {
    const { browser, passkey } = await withPasskey();
    const { passkey: foreign } = await withPasskey();
    clock.pass(11 * MINUTE_MS);
    const confirm = async (by: SoftwarePasskey) =>
      browser.post('/auth/reauthenticate', { passkey: by.answer(await requestOptions(browser)) });
    expect((await confirm(foreign)).status).toBe(401);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(403);
    expect((await confirm(passkey)).status).toBe(200);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(200);
  });

  it('are removed, unless they are the only way to sign in', async () => {
    const { id, email, browser, created } = await withPasskey();
    const path = `/auth/passkeys/${created.passkey.id}`;
    const stranger = await signedIn(host, (await buildPerson(app, [])).email);
    expect((await stranger.delete(path)).status).toBe(404);
    await app.app.db.updateTable('person').set({ passwordHash: null }).where('id', '=', id).execute();
    expect((await browser.delete(path)).status).toBe(422);
    await browser.post('/auth/password', { password: PASSWORD });
    expect((await browser.delete(path)).status).toBe(200);
    expect((await browser.get('/auth/session')).body.session.factors).toEqual({
      totp: false,
      passkeys: 0,
      recoveryCodes: 0,
    });
    await signedIn(host, email);
  });

  it.each([
    ['http://127.0.0.1:8083', 'IP address'],
    ['https://[2001:db8::1]', 'IP address'],
    ['https://console.example.org', null],
  ])('are offered at %s, or it says why not', async (baseUrl, reason) => {
    const apart = await startApp({ env: { CONSOLE_BASE_URL: baseUrl } });
    const browser = consoleOf(apart).browser();
    const { methods } = (await browser.get('/auth/session')).body;
    expect(methods.passkey).toBe(reason === null);
    expect(methods.passkeyReason).toEqual(reason === null ? null : expect.stringContaining(reason));
    const { status, body } = await browser.post('/auth/passkeys/sign-in-options');
    expect(status).toBe(reason === null ? 200 : 422);
    if (reason === null) expect(body.options.rpId).toBe('console.example.org');
    await apart.stop();
  });
});
