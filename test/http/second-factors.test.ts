/** Authenticator apps, recovery codes, and what needs a recent sign-in. */
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, PASSWORD, signedIn, type Browser } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { useApp } from '../support/start-app.js';

const MINUTE_MS = 60_000;
const SESSION = 'lectern_session_8083';

describe('second factors', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const host = consoleOf(app);

  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now().getTime() + steps * 30_000,
    });
  /** A person with an authenticator app, and their browser. */
  const withTotp = async (values: Parameters<typeof buildPerson>[1] = []) => {
    const { id, email } = await buildPerson(app, values);
    const browser = await signedIn(host, email);
    const { secret } = (await browser.post('/auth/totp/create')).body;
    const { status, body } = await browser.post('/auth/totp/confirm', { code: codeOf(secret) });
    expect(status).toBe(200);
    clock.pass(MINUTE_MS);
    return { id, email, browser, secret: secret as string, recoveryCodes: body.recoveryCodes as string[] };
  };
  const enterPassword = async (email: string): Promise<Browser> => {
    const browser = host.browser();
    const { body } = await browser.post('/auth/sign-in', { email, password: PASSWORD });
    expect(body).toEqual({ next: 'totp' });
    return browser;
  };

  it('counts once a first code is confirmed, and encrypts the secret', async () => {
    const { id, email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    const { secret, uri } = (await browser.post('/auth/totp/create')).body;
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(email));
    const row = await app.app.db.selectFrom('totp').selectAll().where('personId', '=', id).execute();
    expect(JSON.stringify(row)).not.toContain(secret);
    await signedIn(host, email);
    expect((await browser.post('/auth/totp/confirm', { code: '000000' })).status).toBe(422);
    const { recoveryCodes } = (await browser.post('/auth/totp/confirm', { code: codeOf(secret) })).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    await enterPassword(email);
    expect((await browser.post('/auth/totp/create')).status).toBe(409);
  });

  it('needs the code after the password, and there is no session before', async () => {
    const { email, secret } = await withTotp();
    const browser = await enterPassword(email);
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect((await browser.get('/auth/session')).body.session).toBeNull();
    expect((await browser.get('/auth/sessions')).status).toBe(401);
    const { status, body } = await browser.post('/auth/totp', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(body.person.email).toBe(email);
    expect((await browser.get('/auth/sessions')).status).toBe(200);
  });

  it('refuses a code without the password before, from another browser too', async () => {
    const { email, secret } = await withTotp();
    await enterPassword(email);
    for (const browser of [host.browser(), await signedIn(host, (await buildPerson(app, [])).email)])
      expect((await browser.post('/auth/totp', { code: codeOf(secret) })).status).toBe(401);
  });

  it('accepts each code once, of the current step and those beside it', async () => {
    const { email, secret } = await withTotp();
    const code = codeOf(secret);
    expect((await (await enterPassword(email)).post('/auth/totp', { code })).status).toBe(200);
    const again = await enterPassword(email);
    expect((await again.post('/auth/totp', { code })).status).toBe(401);
    expect((await again.post('/auth/totp', { code: codeOf(secret, -1) })).status).toBe(401);
    expect((await again.post('/auth/totp', { code: codeOf(secret, 2) })).status).toBe(401);
    expect((await again.post('/auth/totp', { code: codeOf(secret, 1) })).status).toBe(200);
  });

  it('accepts a code once even if it arrives twice at the same time', async () => {
    const { email, secret } = await withTotp();
    const browsers = [await enterPassword(email), await enterPassword(email)];
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/auth/totp', { code: codeOf(secret) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('needs the password again after five wrong codes, and ten minutes', async () => {
    const { email, secret } = await withTotp();
    const browser = await enterPassword(email);
    for (let i = 0; i < 5; i++)
      expect((await browser.post('/auth/totp', { code: '000000' })).status).toBe(401);
    expect((await browser.post('/auth/totp', { code: codeOf(secret) })).status).toBe(401);
    const slow = await enterPassword(email);
    clock.pass(11 * MINUTE_MS);
    expect((await slow.post('/auth/totp', { code: codeOf(secret) })).status).toBe(401);
  });

  it('stops guessing codes with a known password', async () => {
    const { email, secret, browser: known } = await withTotp();
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const browser = await enterPassword(email);
      for (let j = 0; j < 4; j++)
        statuses.push((await browser.post('/auth/totp', { code: '000000' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    await known.post('/auth/sign-in', { email, password: PASSWORD });
    expect((await known.post('/auth/totp', { code: codeOf(secret) })).status).toBe(200);
  });

  it('accepts each recovery code once, and stores only hashes', async () => {
    const { id, email, recoveryCodes } = await withTotp();
    const [code = ''] = recoveryCodes;
    const rows = await app.app.db.selectFrom('recoveryCode').selectAll().where('personId', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    const spelled = code.toUpperCase().replaceAll('-', ' ');
    expect((await (await enterPassword(email)).post('/auth/totp', { code: spelled })).status).toBe(200);
    const browser = await enterPassword(email);
    expect((await browser.post('/auth/totp', { code })).status).toBe(401);
    expect((await browser.post('/auth/totp', { code: recoveryCodes[1] })).status).toBe(200);
    expect((await browser.get('/auth/session')).body.session.factors).toEqual({
      totp: true,
      passkeys: 0,
      recoveryCodes: 8,
    });
  });

  it('replaces recovery codes, and drops them with the last factor', async () => {
    const { email, browser, recoveryCodes } = await withTotp();
    const { body } = await browser.post('/auth/recovery-codes/create');
    expect(body.recoveryCodes).toHaveLength(10);
    const other = await enterPassword(email);
    expect((await other.post('/auth/totp', { code: recoveryCodes[0] })).status).toBe(401);
    expect((await browser.delete('/auth/totp')).status).toBe(200);
    expect((await browser.get('/auth/session')).body.session.factors).toEqual({
      totp: false,
      passkeys: 0,
      recoveryCodes: 0,
    });
    expect((await browser.delete('/auth/totp')).status).toBe(404);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(422);
    await signedIn(host, email);
  });

  it('renews the session and ends the others when credentials change', async () => {
    const { email } = await buildPerson(app, []);
    const [browser, other] = [await signedIn(host, email), await signedIn(host, email)];
    const before = browser.cookies.get(SESSION)!;
    expect((await browser.post('/auth/password', { password: 'another long password' })).status).toBe(200);
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    const old = host.browser({ cookies: new Map([[SESSION, before]]) });
    expect((await old.get('/auth/sessions')).status).toBe(401);
    expect((await other.get('/auth/sessions')).status).toBe(401);
    expect((await browser.get('/auth/sessions')).body.sessions).toHaveLength(1);
    const answer = await host.browser().post('/auth/sign-in', { email, password: PASSWORD });
    expect(answer.status).toBe(401);
    expect(
      (await host.browser().post('/auth/sign-in', { email, password: 'another long password' })).status,
    ).toBe(200);
  });

  it('refuses passwords that are short, long, common or the own address', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    for (const password of [
      'eleven char',
      'é'.normalize('NFD').repeat(11),
      'x'.repeat(257),
      'qwerty123456',
      'PASSWORD1234',
      email,
    ])
      expect((await browser.post('/auth/password', { password })).status, password).toBe(422);
    for (const password of ['Ω'.repeat(12), '🎹'.repeat(256), 'é'.normalize('NFD').repeat(12)])
      expect((await browser.post('/auth/password', { password })).status, password).toBe(200);
    const composed = 'é'.normalize('NFC').repeat(12);
    expect((await host.browser().post('/auth/sign-in', { email, password: composed })).status).toBe(200);
  });

  it('needs a sign-in of the last ten minutes, which a password or code renews', async () => {
    const { browser, secret } = await withTotp();
    clock.pass(10 * MINUTE_MS);
    const refused = await browser.post('/auth/recovery-codes/create');
    expect(refused.status).toBe(403);
    expect(refused.body.error.type).toBe('ReauthenticationRequiredError');
    expect((await browser.post('/auth/reauthenticate', { password: 'wrong password' })).status).toBe(401);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(403);
    const before = browser.cookies.get(SESSION);
    expect((await browser.post('/auth/reauthenticate', { code: codeOf(secret) })).status).toBe(200);
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(200);
    clock.pass(10 * MINUTE_MS);
    expect((await browser.post('/auth/reauthenticate', { password: PASSWORD })).status).toBe(200);
    expect((await browser.post('/auth/recovery-codes/create')).status).toBe(200);
    for (const path of ['/auth/reauthenticate', '/auth/password', '/auth/totp/create', '/auth/totp/confirm'])
      expect((await host.browser().post(path, { password: PASSWORD, code: '000000' })).status).toBe(401);
  });

  it('asks for a sign-in again ten minutes after the last, whatever was changed since', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    clock.pass(9 * MINUTE_MS);
    expect((await browser.post('/auth/password', { password: PASSWORD })).status).toBe(200);
    clock.pass(2 * MINUTE_MS);
    expect((await browser.post('/auth/password', { password: PASSWORD })).status).toBe(403);
  });

  it('stops guessing by whoever has the session', async () => {
    const { browser } = await withTotp();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => browser.post('/auth/reauthenticate', { code: '000000' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('says which accounts are closed without a second factor', async () => {
    const tenants = await Promise.all(['none', 'owners', 'all'].map((name) => app.tenant(`needs-${name}`)));
    for (const { api, account } of tenants) {
      const requireSecondFactor = account.shortName.slice('needs-'.length);
      const { body } = await api.patch('/account', { settings: { requireSecondFactor } });
      expect(body.account.settings.requireSecondFactor).toBe(requireSecondFactor);
    }
    const closed = async (browser: Browser): Promise<boolean[]> =>
      (await browser.get('/auth/session')).body.session.accounts.map(
        (account: { lacksSecondFactor: boolean }) => account.lacksSecondFactor,
      );
    const owner = await buildPerson(
      app,
      tenants.map((tenant) => [tenant, 'owner']),
    );
    const editor = await buildPerson(
      app,
      tenants.map((tenant) => [tenant, 'editor']),
    );
    // In the order of their names: all, none, owners.
    expect(await closed(await signedIn(host, owner.email))).toEqual([true, false, true]);
    expect(await closed(await signedIn(host, editor.email))).toEqual([true, false, false]);
    const { browser } = await withTotp(tenants.map((tenant) => [tenant, 'owner']));
    expect(await closed(browser)).toEqual([false, false, false]);
  });

  it('deletes expired sessions, steps and devices', async () => {
    const { id, email } = await withTotp();
    await enterPassword(email);
    clock.pass(401 * 24 * 60 * MINUTE_MS);
    app.app.maintenance.start();
    await app.app.maintenance.stop();
    for (const table of ['personSession', 'signInStep', 'knownDevice'] as const)
      expect(
        await app.app.db.selectFrom(table).select('personId').where('personId', '=', id).execute(),
        table,
      ).toEqual([]);
  });
});
