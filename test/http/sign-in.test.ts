/** Signing in with a password: sessions and their cookies, throttling, and what strangers can learn. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/lib/ids.js';
import { buildPerson, consoleOf, PASSWORD, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { startApp, useApp } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;
const SESSION = 'lectern_session_8083';
const DEVICE = 'lectern_device_8083';

describe('signing in', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const host = consoleOf(app);
  const sessionRows = (personId: number) =>
    app.app.db.selectFrom('personSession').selectAll().where('personId', '=', personId).execute();

  it('starts a session and lists the accounts of the person', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'analyst'],
    ]);
    const browser = host.browser();
    const answer = await browser.post('/auth/sign-in', {
      email: ` ${email.toUpperCase()}`,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      person: expect.objectContaining({ id, email, isOperator: false, timeZone: 'Europe/Berlin' }),
      accounts: [
        expect.objectContaining({ shortName: 'demo', role: 'editor' }),
        expect.objectContaining({ shortName: 'other', role: 'analyst' }),
      ],
    });
    const { body } = await browser.get('/auth/session');
    expect(body.session).toMatchObject({ person: { id }, method: 'password', hasPassword: true });
    expect(body.session.accounts).toMatchObject([
      { shortName: 'demo', lacksSecondFactor: false },
      { shortName: 'other', lacksSecondFactor: false },
    ]);
  });

  it('sends cookies that scripts and other sites cannot read, and stores only their hashes', async () => {
    const { id, email } = await buildPerson(app, []);
    const browser = host.browser();
    const { headers } = await browser.post('/auth/sign-in', { email, password: PASSWORD });
    const [session = '', device = ''] = headers['set-cookie'] ?? [];
    expect(session).toMatch(/^lectern_session_8083=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/);
    expect(device).toMatch(/^lectern_device_8083=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/);
    const [row] = await sessionRows(id);
    expect(row?.secretHash).toBe(sha256(browser.cookies.get(SESSION) ?? ''));
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get(SESSION));
    expect(row?.device).toBe('Firefox on Windows');
  });

  it('does not tell an unknown address, a wrong password, a person without one and a removed one apart', async () => {
    const known = await buildPerson(app, []);
    const without = await buildPerson(app, [], { passwordHash: null });
    const removed = await buildPerson(app, []);
    await app.app.db
      .updateTable('person')
      .set({ deletedDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', removed.id)
      .execute();
    const answers = [];
    for (const email of [known.email, without.email, removed.email, 'nobody@example.org']) {
      const browser = host.browser();
      const { status, body } = await browser.post('/auth/sign-in', { email, password: 'wrong password' });
      expect(browser.cookies.size).toBe(0);
      answers.push({ status, type: body.error.type, message: body.error.message });
    }
    expect(answers[0]).toEqual({
      status: 401,
      type: 'AuthenticationError',
      message: 'The email address or the password is wrong',
    });
    expect(answers).toEqual(Array(4).fill(answers[0]));
    const { status } = await host
      .browser()
      .post('/auth/sign-in', { email: removed.email, password: PASSWORD });
    expect(status).toBe(401);
  });

  it('replaces a session and a device that the browser had before', async () => {
    const victim = await buildPerson(app, []);
    const attacker = await signedIn(host, (await buildPerson(app, [])).email);
    const browser = host.browser({ cookies: new Map([[SESSION, attacker.cookies.get(SESSION)!]]) });
    browser.cookies.set(DEVICE, 'chosen-by-another-site');
    await browser.post('/auth/sign-in', { email: victim.email, password: PASSWORD });
    expect(browser.cookies.get(SESSION)).not.toBe(attacker.cookies.get(SESSION));
    expect(browser.cookies.get(DEVICE)).toMatch(/^[\w-]{43}$/);
    expect((await attacker.get('/auth/session')).body.session).toBeNull();
  });

  it('keeps the device cookie of a browser that signed in before', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    const device = browser.cookies.get(DEVICE);
    await browser.post('/auth/sign-out');
    await browser.post('/auth/sign-in', { email, password: PASSWORD });
    expect(browser.cookies.get(DEVICE)).toBe(device);
  });

  it('ends the session when the person signs out, and clears the storage of the site', async () => {
    const { id, email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    const stolen = host.browser({ cookies: browser.cookies });
    const { status, headers } = await browser.post('/auth/sign-out');
    expect(status).toBe(200);
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
    expect(browser.cookies.has(SESSION)).toBe(false);
    expect(await sessionRows(id)).toEqual([]);
    expect((await stolen.get('/auth/sessions')).status).toBe(401);
  });

  it('ends a session after 14 days without use, and after 90 days in all', async () => {
    const { email } = await buildPerson(app, []);
    const idle = await signedIn(host, email);
    const used = await signedIn(host, email);
    for (let day = 0; day < 84; day += 12) {
      clock.pass(12 * DAY_MS);
      expect((await used.get('/auth/session')).body.session).not.toBeNull();
    }
    expect((await idle.get('/auth/session')).body.session).toBeNull();
    clock.pass(6 * DAY_MS);
    expect((await used.get('/auth/session')).body.session).toBeNull();
  });

  it('lists the sessions of the person alone, and ends one or all others', async () => {
    const { email } = await buildPerson(app, []);
    const stranger = await signedIn(host, (await buildPerson(app, [])).email);
    const [first, second, third] = [
      await signedIn(host, email),
      await signedIn(host, email),
      await signedIn(host, email),
    ];
    const { sessions } = (await first.get('/auth/sessions')).body;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((each: { isCurrent: boolean }) => each.isCurrent)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ device: 'Firefox on Windows', address: '127.0.0.1' });
    const { id } = (await second.get('/auth/session')).body.session;
    expect((await stranger.delete(`/auth/sessions/${id}`)).status).toBe(404);
    expect((await first.delete(`/auth/sessions/${id}`)).status).toBe(200);
    expect((await second.get('/auth/sessions')).status).toBe(401);
    expect((await first.delete('/auth/sessions')).status).toBe(200);
    expect((await third.get('/auth/sessions')).status).toBe(401);
    expect((await first.get('/auth/sessions')).body.sessions).toHaveLength(1);
    expect((await stranger.get('/auth/sessions')).status).toBe(200);
  });

  it('keeps the 50 sessions that were used last', async () => {
    const { id, email } = await buildPerson(app, []);
    const oldest = await signedIn(host, email);
    const [row] = await sessionRows(id);
    clock.pass(60_000);
    for (let i = 0; i < 49; i++)
      await app.app.db
        .insertInto('personSession')
        .values({
          ...row!,
          id: undefined,
          secretHash: sha256(`${id} ${i}`),
          lastUsedAt: clock.now().toISOString(),
        })
        .execute();
    await signedIn(host, email);
    expect(await sessionRows(id)).toHaveLength(50);
    expect((await oldest.get('/auth/sessions')).status).toBe(401);
  });

  it('stops guessing at an address, but never for a browser in which the person signed in before', async () => {
    const { email } = await buildPerson(app, []);
    const known = await signedIn(host, email);
    await known.post('/auth/sign-out');
    const attacker = host.browser();
    const statuses = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await attacker.post('/auth/sign-in', { email, password: 'wrong password' })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const refused = await attacker.post('/auth/sign-in', { email, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await known.post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
    const unknown = [];
    for (let i = 0; i < 11; i++)
      unknown.push(
        (await attacker.post('/auth/sign-in', { email: 'no@example.org', password: 'wrong password' }))
          .status,
      );
    expect(unknown).toEqual(statuses);
  });

  it('hashes one password of a network address at once, and queues four', async () => {
    const { email } = await buildPerson(app, []);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => host.browser().post('/auth/sign-in', { email, password: PASSWORD })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await host.browser().post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
  });

  it('hashes as many passwords for unknown addresses and people without a password as for others', async () => {
    const known = await buildPerson(app, []);
    const without = await buildPerson(app, [], { passwordHash: null });
    for (const email of [known.email, without.email, 'unheard-of@example.org']) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          host.browser().post('/auth/sign-in', { email, password: 'wrong password' }),
        ),
      );
      // Only hashing has a queue that can be full: without it, all would be wrong passwords.
      expect(new Set(answers.map(({ status }) => status)), email).toEqual(new Set([401, 503]));
    }
  });

  it('names the cookies so that no other host, and no page without https, can set them', async () => {
    const apart = await startApp({ env: { CONSOLE_BASE_URL: 'https://console.example.org' } });
    const console = consoleOf(apart);
    const { email } = await buildPerson(apart, []);
    const browser = console.browser();
    const { headers } = await browser.post('/auth/sign-in', { email, password: PASSWORD });
    const [session = '', device = ''] = headers['set-cookie'] ?? [];
    const attributes = '=[\\w-]{43}; path=/; expires=.*; samesite=lax; secure; httponly$';
    expect(session).toMatch(new RegExp(`^__Host-lectern${attributes}`));
    expect(device).toMatch(new RegExp(`^__Host-lectern-device${attributes}`));
    expect((await browser.get('/auth/sessions')).status).toBe(200);
    await apart.stop();
  });

  it('starts as many sign-ins per minute and address as may fail', async () => {
    const apart = await startApp({ env: { FAILED_AUTHENTICATIONS_LIMIT: '3' } });
    const console = consoleOf(apart);
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await console.browser().post('/auth/passkeys/sign-in-options')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await apart.stop();
  });

  it('refuses malformed bodies', async () => {
    const browser = host.browser();
    for (const body of [
      {},
      { email: 'a@example.org' },
      { email: 'a@example.org', password: 'x'.repeat(1_025) },
      { email: 'a'.repeat(255), password: PASSWORD },
      { email: 'a@example.org', password: PASSWORD, more: 1 },
      { email: 'a@example.org', password: 'a\0b' },
    ])
      expect((await browser.post('/auth/sign-in', body)).status).toBe(422);
  });

  it('logs sign-ins in the audit log of each account of the person', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'editor'],
    ]);
    await signedIn(host, email);
    for (const { api } of [app.demo, app.other]) {
      const { auditEntries } = (await api.get(`/audit-log?personId=${id}`)).body;
      expect(auditEntries).toMatchObject([{ actor: 'person', operation: 'signIn', address: '127.0.0.1' }]);
    }
  });
});
