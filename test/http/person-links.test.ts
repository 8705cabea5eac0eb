/** Links: invitations, new passwords and new addresses. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/platform/db/tables.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { buildPerson, consoleOf, PASSWORD, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { useApp } from '../support/start-app.js';

const HOUR_MS = 60 * 60_000;
const NEW_PASSWORD = 'another long password';

describe('links', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const host = consoleOf(app);

  const link = async (
    personId: number,
    purpose: Row<'personLink'>['purpose'],
    values: Partial<Row<'personLink'>> = {},
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    await app.app.db
      .insertInto('personLink')
      .values({
        personId,
        purpose,
        accountId: null,
        role: null,
        email: null,
        secretHash: sha256(token),
        expiresAt: new Date(now.getTime() + 24 * HOUR_MS).toISOString(),
        usedAt: null,
        entryDate: now.toISOString(),
        ...values,
      })
      .execute();
    return token;
  };
  const invite = (personId: number): Promise<string> =>
    link(personId, 'invitation', { accountId: app.demo.account.id, role: 'editor' });
  const membership = (personId: number) =>
    app.app.db.selectFrom('membership').selectAll().where('personId', '=', personId).execute();

  it('lets a new person set a password, and signs them in once', async () => {
    const { id, email } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id);
    const browser = host.browser();
    const incomplete = await browser.post('/auth/links/redeem', { token });
    expect(incomplete.status).toBe(422);
    expect(incomplete.body.error.details).toEqual([{ path: 'password', message: 'is required' }]);
    expect(await membership(id)).toEqual([]);
    const { status, body } = await browser.post('/auth/links/redeem', { token, password: NEW_PASSWORD });
    expect(status).toBe(200);
    expect(body.accounts).toMatchObject([{ shortName: 'demo', role: 'editor' }]);
    expect((await browser.get('/auth/session')).body.session).toMatchObject({
      person: { id },
      method: 'link',
    });
    const replayed = await host.browser().post('/auth/links/redeem', { token, password: NEW_PASSWORD });
    expect(replayed.status).toBe(404);
    expect((await host.browser().post('/auth/sign-in', { email, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('works on the machine of the server alone, and for an hour, if it is that of quickstart', async () => {
    const owner = { email: 'quickstart@example.org', role: 'owner' as const };
    const made = { ttlMs: HOUR_MS, loopbackOnly: true };
    const tokenOf = async (): Promise<string> =>
      (await app.app.people.invite({ accountId: app.demo.account.id }, owner, made)).url!.split(
        '#token=',
      )[1]!;
    const redeem = async (token: string, headers = {}) =>
      (await host.browser().post('/auth/links/redeem', { token, password: NEW_PASSWORD }, headers)).status;
    const late = await tokenOf();
    clock.pass(HOUR_MS + 1);
    expect(await redeem(late)).toBe(404);
    const token = await tokenOf();
    expect(await redeem(token, { 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
    expect(await redeem(token)).toBe(200);
  });

  it('consumes nothing on GET', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id);
    expect((await host.browser().get('/auth/links/redeem')).status).toBe(405);
    expect((await host.browser().post('/auth/links/redeem', { token, password: NEW_PASSWORD })).status).toBe(
      200,
    );
  });

  it('never signs in or sets the password of somebody who can sign in already', async () => {
    const { id, email } = await buildPerson(app, [[app.other, 'owner']]);
    const token = await invite(id);
    const stranger = await signedIn(host, (await buildPerson(app, [])).email);
    for (const browser of [host.browser(), stranger]) {
      const before = browser.cookies.size;
      const { status, body } = await browser.post('/auth/links/redeem', { token, password: NEW_PASSWORD });
      expect(status).toBe(409);
      expect(body.error.type).toBe('SignInRequiredError');
      expect(browser.cookies.size).toBe(before);
    }
    expect(await membership(id)).toHaveLength(1);
    const browser = await signedIn(host, email);
    const { body } = await browser.post('/auth/links/redeem', { token, password: NEW_PASSWORD });
    expect(body.accounts).toMatchObject([
      { shortName: 'demo', role: 'editor' },
      { shortName: 'other', role: 'owner' },
    ]);
    await signedIn(host, email);
  });

  it('lets one of two invitations of a new person set the password', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const tokens = [await invite(id), await invite(id)];
    const answers = await Promise.all(
      tokens.map((token) => host.browser().post('/auth/links/redeem', { token, password: NEW_PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('sets a new password, which ends all sessions and voids other links', async () => {
    const { id, email } = await buildPerson(app, []);
    const before = await signedIn(host, email);
    const [token, other] = [await link(id, 'reset'), await link(id, 'reset')];
    const common = await host.browser().post('/auth/links/redeem', { token, password: 'qwerty123456' });
    expect(common.status).toBe(422);
    const { status } = await host.browser().post('/auth/links/redeem', { token, password: NEW_PASSWORD });
    expect(status).toBe(200);
    expect((await before.get('/auth/sessions')).status).toBe(401);
    expect((await host.browser().post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(401);
    expect(
      (await host.browser().post('/auth/links/redeem', { token: other, password: PASSWORD })).status,
    ).toBe(404);
  });

  it('still needs the second factor after a new password', async () => {
    const { id } = await buildPerson(app, []);
    const now = clock.now().toISOString();
    await app.app.db
      .insertInto('totp')
      .values({ personId: id, secret: 'unreadable', confirmedDate: now, lastStep: null, entryDate: now })
      .execute();
    const browser = host.browser();
    const token = await link(id, 'reset');
    const { body } = await browser.post('/auth/links/redeem', { token, password: NEW_PASSWORD });
    expect(body).toEqual({ next: 'totp' });
    expect((await browser.get('/auth/session')).body.session).toBeNull();
  });

  it('changes the address once it is confirmed', async () => {
    const { id, email } = await buildPerson(app, []);
    const [browser, other] = [await signedIn(host, email), await signedIn(host, email)];
    const changed = `new-${email}`;
    const token = await link(id, 'email', { email: changed });
    const { status, body } = await browser.post('/auth/links/redeem', { token });
    expect(status).toBe(200);
    expect(body.person.email).toBe(changed);
    expect((await browser.get('/auth/session')).body.session.person.email).toBe(changed);
    expect((await other.get('/auth/sessions')).status).toBe(401);
    expect((await host.browser().post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(401);
    const taken = await link(id, 'email', { email: (await buildPerson(app, [])).email });
    expect((await browser.post('/auth/links/redeem', { token: taken })).status).toBe(404);
    const next = await link(id, 'email', { email });
    expect((await host.browser().post('/auth/links/redeem', { token: next })).body).toEqual({
      next: 'signIn',
    });
    expect((await browser.get('/auth/sessions')).status).toBe(401);
  });

  it('refuses links that are unknown, expired or of a removed person', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id);
    clock.pass(24 * HOUR_MS);
    const gone = await buildPerson(app, [], { passwordHash: null });
    const removed = await invite(gone.id);
    await app.app.db
      .updateTable('person')
      .set({ deletedDate: clock.now().toISOString() })
      .where('id', '=', gone.id)
      .execute();
    for (const each of [token, removed, 'unknown'])
      expect(
        (await host.browser().post('/auth/links/redeem', { token: each, password: NEW_PASSWORD })).status,
      ).toBe(404);
  });
});
