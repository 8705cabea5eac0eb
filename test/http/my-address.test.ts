/** Changes of a person's own address: it counts once it is confirmed, and blocks nobody before. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, PASSWORD, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { NEW_PASSWORD, peopleOf } from '../support/people.js';
import { useApp } from '../support/start-app.js';

describe('the address of a person', () => {
  const clock = createFakeClock();
  // Nobody listens for the mail, which stays in the queue.
  const app = useApp({ clock, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const host = consoleOf(app);
  const { newAddress, redeem } = peopleOf(app);

  /** The token of the last link that was mailed to the address. */
  const mailedTo = async (address: string): Promise<string> => {
    const { db, secretKey } = app.app;
    const jobs = await db
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'sendMail')
      .orderBy('id', 'desc')
      .execute();
    for (const { payload } of jobs) {
      const { content } = JSON.parse(payload) as { content: string };
      const mail = JSON.parse(secretKey.decrypt('mail', content) ?? '') as { to: string; text: string };
      const [, token] = /#token=([\w-]{43})/.exec(mail.text) ?? [];
      if (mail.to === address && token) return token;
    }
    throw new Error(`No link was mailed to ${address}`);
  };

  it('changes once it is confirmed, after a recent sign-in', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    clock.pass(11 * 60_000);
    const changed = `changed-${email}`;
    const stale = await browser.patch('/auth/me', { email: changed });
    expect(stale.body.error.type).toBe('ReauthenticationRequiredError');
    expect((await browser.patch('/auth/me', { email, name: 'Ruth' })).status).toBe(200);
    await browser.post('/auth/reauthenticate', { password: PASSWORD });
    const { body } = await browser.patch('/auth/me', { email: ` ${changed.toUpperCase()}` });
    expect(body).toEqual({ person: expect.objectContaining({ email, pendingEmail: changed }) });
    await signedIn(host, email);
    expect((await redeem(await mailedTo(changed), browser, undefined)).status).toBe(200);
    expect((await browser.get('/auth/me')).body.person).toMatchObject({ email: changed, pendingEmail: null });
    await signedIn(host, changed);
  });

  it('tells nobody whether somebody else has it, and stays theirs', async () => {
    const [{ email }, other] = [await buildPerson(app, []), await buildPerson(app, [])];
    const browser = await signedIn(host, email);
    const { status, body } = await browser.patch('/auth/me', { email: other.email });
    expect([status, body.person.pendingEmail]).toEqual([200, other.email]);
    expect((await redeem(await mailedTo(other.email), browser)).status).toBe(404);
    await signedIn(host, email);
    await signedIn(host, other.email);
  });

  it('stays if the password changes before it is confirmed', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'editor']]);
    const thief = await signedIn(host, email);
    await thief.patch('/auth/me', { email: `thief-${email}` });
    await app.demo.api.post(`/people/${id}/reset`);
    expect((await redeem(await mailedTo(email))).status).toBe(200);
    expect((await redeem(await mailedTo(`thief-${email}`), thief)).status).toBe(404);
  });

  it('blocks no invitation and no other change until it is confirmed, and is that of the first who does', async () => {
    const wanted = newAddress();
    const [one, two] = [await buildPerson(app, []), await buildPerson(app, [])];
    const [first, second] = [await signedIn(host, one.email), await signedIn(host, two.email)];
    expect((await first.patch('/auth/me', { email: wanted })).status).toBe(200);
    const early = await mailedTo(wanted);
    expect((await second.patch('/auth/me', { email: wanted })).status).toBe(200);
    expect((await app.demo.api.post('/people/create', { email: wanted, role: 'editor' })).status).toBe(201);
    const joined = await redeem(await mailedTo(wanted));
    expect([joined.status, joined.body.accounts]).toMatchObject([200, [{ shortName: 'demo' }]]);
    expect((await redeem(early, first)).status).toBe(404);
    const known = await host.browser().post('/auth/sign-in', { email: wanted, password: NEW_PASSWORD });
    expect(known.status).toBe(200);
    expect((await first.get('/auth/me')).body.person.email).toBe(one.email);
  });
});

describe('without a mail server', () => {
  const app = useApp();
  const { host, newAddress, invite, redeem } = peopleOf(app);

  it('nobody takes an address, which could then accept no invitation', async () => {
    const { email } = await buildPerson(app, [[app.other, 'contributor']]);
    const browser = await signedIn(host, email);
    const wanted = newAddress();
    const { status, body } = await browser.patch('/auth/me', { email: wanted, name: 'Ruth' });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'email', message: expect.stringContaining('lectern person email') },
    ]);
    expect(JSON.stringify(body)).not.toContain('token');
    expect((await browser.get('/auth/me')).body.person).toMatchObject({ email, pendingEmail: null });
    expect((await redeem((await invite(app.demo, { email: wanted })).token)).status).toBe(200);
    await app.app.peopleAdmin.setEmail(email, `other-${email}`);
    expect((await browser.get('/auth/me')).status).toBe(401);
    await signedIn(host, `other-${email}`);
    await expect(app.app.peopleAdmin.setEmail(`other-${email}`, wanted)).rejects.toThrow('Somebody has');
  });
});
