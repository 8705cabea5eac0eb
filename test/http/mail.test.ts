/** Mail goes through the job queue to an SMTP server. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/platform/mail/mail-server.js';
import { buildItem } from '../support/factories.js';
import { startMailbox, type Mailbox } from '../support/smtp.js';
import { startApp, type TestApp } from '../support/start-app.js';

const mail: Mail = {
  to: 'miriam@example.org',
  subject: 'Grüße',
  text: `Open this link: http://localhost:8083/sign-in#token=${'s3cret'.repeat(10)}\n\nÄ = 100%\n`,
};

describe('mail', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox({ user: 'office@example.org', password: 'p@ss/word' });
    app = await startApp({
      worker: true,
      env: { SMTP_URL: mailbox.url, CONSOLE_BASE_URL: 'https://console.example.org' },
    });
  });
  afterAll(async () => {
    await app.stop();
    await mailbox.close();
  });
  beforeEach(() => mailbox.refuse(null));

  const send = (each: Mail) => app.app.db.transaction().execute((trx) => app.app.mailer.send(trx, each));
  const jobs = () => app.app.db.selectFrom('job').selectAll().where('kind', '=', 'sendMail').execute();

  it('arrives as written, from the host of the console', async () => {
    await send(mail);
    const { headers, text } = await mailbox.next(mail.to);
    expect(text.replaceAll('\r\n', '\n')).toContain(mail.text.trim());
    expect(headers).toMatchObject({
      from: 'Lectern <lectern@console.example.org>',
      to: mail.to,
      'auto-submitted': 'auto-generated',
    });
    expect(headers['message-id']).toMatch(/^<[0-9a-f-]{36}@console\.example\.org>$/);
    await expect.poll(jobs).toEqual([]);
  });

  it('is not sent if the transaction is rolled back', async () => {
    await app.app.db
      .transaction()
      .execute(async (trx) => {
        await app.app.mailer.send(trx, { ...mail, to: 'nobody@example.org' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await jobs()).toEqual([]);
  });

  it('goes to one address and has one subject, whatever they contain', async () => {
    await send({ ...mail, to: 'a@example.org, b@example.org', subject: 'Hello\r\nBcc: c@example.org' });
    await send(mail);
    await mailbox.next(mail.to);
    await expect.poll(jobs).toEqual([]);
    const receivers = mailbox.received.flatMap(({ to }) => to);
    expect(receivers.filter((address) => /^[abc]@/.test(address))).toEqual([]);
    expect(mailbox.received.filter(({ headers }) => 'bcc' in headers)).toEqual([]);
  });

  it('is tried again while the server refuses it for now, and its content is encrypted until then', async () => {
    mailbox.refuse(451);
    await send(mail);
    await expect
      .poll(async () => (await jobs())[0]?.lastError)
      .toBe('The mail server refused the message (451)');
    const [row] = await jobs();
    expect(row).toMatchObject({ status: 'waiting', maxAttempts: 30 });
    for (const part of ['s3cret', 'miriam', 'Grüße']) expect(JSON.stringify(row)).not.toContain(part);
    mailbox.refuse(null);
    await mailbox.next(mail.to);
    await expect.poll(jobs).toEqual([]);
  });

  it('is dropped when the server refuses it for good', async () => {
    mailbox.refuse(550);
    const before = mailbox.received.length;
    await send(mail);
    await expect.poll(jobs).toEqual([]);
    expect(mailbox.received).toHaveLength(before);
  });

  it('loses its content after the last attempt, and cannot be retried', async () => {
    mailbox.refuse(451);
    await send(mail);
    await expect.poll(async () => (await jobs())[0]?.lastError).toBeTruthy();
    await app.app.db.updateTable('job').set({ maxAttempts: 1, runAt: '2020-01-01' }).execute();
    await expect.poll(async () => (await jobs())[0]?.status).toBe('dead');
    const [row] = await jobs();
    expect(JSON.parse(row!.payload)).toMatchObject({ content: '' });
    await expect(app.app.jobAdmin.retry(row!.id)).rejects.toThrow('have another one sent');
    await app.app.jobAdmin.cancel(row!.id);
  });

  it('delays nothing else while the server is down, and arrives once it is up', async () => {
    await expect(app.app.checkMail!()).resolves.toBeUndefined();
    const port = Number(new URL(mailbox.url).port);
    await mailbox.close();
    await send(mail);
    await expect(app.app.checkMail!()).rejects.toThrow('ECONNREFUSED');
    await expect.poll(async () => (await jobs())[0]?.lastError).toContain('ECONNREFUSED');
    await buildItem(app.demo);
    await app.idle();
    mailbox = await startMailbox({ user: 'office@example.org', password: 'p@ss/word', port });
    await mailbox.next(mail.to);
  });

  it('is not sent without a server, or with a wrong password', async () => {
    const silent = await startApp();
    expect(silent.app.mailer.isEnabled).toBe(false);
    await silent.app.mailer.send(silent.app.db, mail);
    expect(
      await silent.app.db.selectFrom('job').select('id').where('kind', '=', 'sendMail').execute(),
    ).toEqual([]);
    expect(silent.app.checkMail).toBeNull();
    await silent.stop();
    const refused = await startApp({ env: { SMTP_URL: mailbox.url.replace(':p%40ss', ':other') } });
    await expect(refused.app.checkMail!()).rejects.toThrow('Invalid login');
    await refused.stop();
  });
});
