/** Asking for a link to set a new password, and the mail about changed sign-ins. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, PASSWORD, signedIn } from '../support/browser.js';
import { startMailbox } from '../support/smtp.js';
import { startApp, useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const NEW = 'another long password';

describe('password resets', () => {
  const mailbox = use(() => startMailbox(), 'close');
  const app = useApp(() => ({ worker: true, env: { SMTP_URL: mailbox.url } }));
  const host = consoleOf(app);

  const ask = (email: string) => host.browser().post('/auth/reset', { email });
  const tokenIn = (text: string): string =>
    /^http:\/\/localhost:8083\/sign-in#token=([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';

  it('mails a link that sets a new password once, and ends all sessions', async () => {
    const { email } = await buildPerson(app, []);
    const before = await signedIn(host, email);
    expect((await before.get('/auth/session')).body.methods.mail).toBe(true);
    const { status, body } = await ask(` ${email.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body.isMailed).toBe(true);
    const { text, to } = await mailbox.next(email);
    expect(to).toEqual([email]);
    const token = tokenIn(text);
    const browser = host.browser();
    expect((await browser.post('/auth/links/redeem', { token })).status).toBe(422);
    expect((await browser.post('/auth/links/redeem', { token, password: NEW })).status).toBe(200);
    expect((await before.get('/auth/session')).body.session).toBeNull();
    expect((await browser.post('/auth/links/redeem', { token, password: NEW })).status).toBe(404);
    expect((await host.browser().post('/auth/sign-in', { email, password: NEW })).status).toBe(200);
    expect((await mailbox.next(email)).text).toContain(
      'Your password was replaced with a link, with Firefox on Windows',
    );
  });

  it('answers the same and does the same for known, unknown and removed addresses', async () => {
    const known = await buildPerson(app, []);
    const removed = await buildPerson(app, []);
    await app.app.db
      .updateTable('person')
      .set({ deletedDate: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', removed.id)
      .execute();
    const answers = [];
    for (const email of [known.email, removed.email, 'nobody@example.org']) {
      const { status, body } = await ask(email);
      answers.push({ status, body });
    }
    expect(answers).toEqual(Array(3).fill(answers[0]));
    await mailbox.next(known.email);
    const left = () =>
      app.app.db.selectFrom('job').select('id').where('kind', '=', 'mailResetLink').execute();
    await expect.poll(left).toEqual([]);
    const receivers = mailbox.received.flatMap(({ to }) => to);
    expect(receivers).not.toContain(removed.email);
    expect(receivers).not.toContain('nobody@example.org');
  });

  it('answers three requests for an address, known or not', async () => {
    const { email } = await buildPerson(app, []);
    for (const address of [email, 'unknown@example.org']) {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await ask(address)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it('tells people by mail when the way they sign in changes', async () => {
    const { email } = await buildPerson(app, []);
    const browser = await signedIn(host, email);
    await browser.post('/auth/password', { password: NEW });
    const { headers, text } = await mailbox.next(email);
    expect(headers.subject).toBe('Lectern: your password was changed');
    expect(text).toContain(
      'Your password was changed, with Firefox on Windows at the network address 127.0.0.1.',
    );
    expect(text).not.toContain(NEW);
  });

  it('says whom to ask where no mail is sent, for known and unknown addresses', async () => {
    const silent = await startApp();
    const console = consoleOf(silent);
    const { email } = await buildPerson(silent, []);
    const browser = await signedIn(console, email);
    expect((await browser.get('/auth/session')).body.methods.mail).toBe(false);
    for (const address of [email, 'nobody@example.org']) {
      const { status, body } = await console.browser().post('/auth/reset', { email: address });
      expect(status).toBe(200);
      expect(body).toEqual({
        isMailed: false,
        message: expect.stringContaining('Ask an owner of your account'),
      });
    }
    expect(await silent.app.db.selectFrom('personLink').select('id').execute()).toEqual([]);
    expect((await browser.post('/auth/password', { password: PASSWORD })).status).toBe(200);
    await silent.stop();
  });
});
