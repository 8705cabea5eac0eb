/** People choose whether the weekly analytics are mailed to them, and stop it with the link in the mail. */
import { beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeUrl } from '../../src/identity/people/digest-mail.service.js';
import type { Role } from '../../src/platform/lib/permissions.js';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { createClient } from '../support/client.js';
import { startMailbox } from '../support/smtp.js';
import { startApp, useApp, type Tenant, type TestApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const BASE = 'https://console.example.org';

describe('the mail with the weekly analytics', () => {
  const mailbox = use(() => startMailbox(), 'close');
  const app = useApp(() => ({ env: { SMTP_URL: mailbox.url, CONSOLE_BASE_URL: BASE } }));
  const host = consoleOf(app);
  beforeAll(async () => {
    for (const { api } of [app.demo, app.other])
      await api.patch('/account', { settings: { requireSecondFactor: 'none' } });
  });

  const person = async (...memberships: [Tenant, Role][]) => {
    const { id, email } = await buildPerson(app, memberships);
    return { id, browser: await signedIn(host, email) };
  };
  const choose = (browser: Browser, digestMail: unknown, shortName = 'demo') =>
    browser.put(`/auth/memberships/${shortName}/digest-mail`, { digestMail });
  const chosen = async (browser: Browser): Promise<Record<string, boolean>> => {
    const { accounts } = (await browser.get('/auth/session')).body.session;
    return Object.fromEntries(accounts.map((one: any) => [one.shortName, one.digestMail]));
  };

  it('is chosen for each account, and off at first', async () => {
    const { browser } = await person([app.demo, 'analyst'], [app.other, 'owner']);
    expect(await chosen(browser)).toEqual({ demo: false, other: false });
    const { status, body } = await choose(browser, true);
    expect([status, body]).toEqual([200, { digestMail: true }]);
    expect(await chosen(browser)).toEqual({ demo: true, other: false });
    const { accounts } = (await browser.get('/auth/me/export')).body;
    expect(accounts).toMatchObject([
      { shortName: 'demo', digestMail: true },
      { shortName: 'other', digestMail: false },
    ]);
    expect((await choose(browser, false)).status).toBe(200);
    expect(await chosen(browser)).toEqual({ demo: false, other: false });
  });

  it('is only for members who may read analytics', async () => {
    const { browser } = await person([app.demo, 'contributor']);
    expect((await choose(browser, true)).status).toBe(403);
    expect((await choose(browser, false)).status).toBe(200);
    for (const name of ['other', 'nobody']) expect((await choose(browser, true, name)).status).toBe(404);
    expect((await choose(host.browser(), true)).status).toBe(401);
    for (const value of ['yes', null, undefined]) expect((await choose(browser, value)).status).toBe(422);
    const { browser: owner } = await person([app.other, 'owner']);
    await app.other.api.patch('/account', { settings: { requireSecondFactor: 'owners' } });
    expect((await choose(owner, true, 'other')).body.error.type).toBe('SecondFactorRequiredError');
    await app.other.api.patch('/account', { settings: { requireSecondFactor: 'none' } });
    expect((await choose(owner, true, 'other')).status).toBe(200);
  });

  it('is stopped with its link, which works from anywhere and more than once', async () => {
    const { id, browser } = await person([app.demo, 'editor'], [app.other, 'editor']);
    const { id: otherId, browser: other } = await person([app.demo, 'editor']);
    for (const name of ['demo', 'other']) await choose(browser, true, name);
    await choose(other, true);
    const pathOf = (personId: number) =>
      unsubscribeUrl(app.app.secretKey, BASE, { accountId: app.demo.account.id, personId }).slice(
        BASE.length,
      );
    const path = pathOf(id);
    // As mail programs send it, and as a page of another site would.
    const program = createClient(app.consoleUrl, { Host: new URL(BASE).host });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const foreign = { ...form, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const forged of [
      path.replace(`.${id}.`, `.${otherId}.`),
      `${path.slice(0, -1)}~`,
      '/unsubscribe/1.2.3',
    ])
      expect((await program.post(forged, 'List-Unsubscribe=One-Click', form)).status).toBe(404);
    expect(await chosen(browser)).toEqual({ demo: true, other: true });
    for (const headers of [form, foreign]) {
      const { status, body } = await program.post(path, 'List-Unsubscribe=One-Click', headers);
      expect([status, body]).toEqual([200, { result: 'success' }]);
      expect(await chosen(browser)).toEqual({ demo: false, other: true });
    }
    expect(await chosen(other)).toEqual({ demo: true });
    // Without a body, as the console's page sends it; of somebody who has left.
    await app.app.db.deleteFrom('membership').where('personId', '=', otherId).execute();
    expect((await program.post(pathOf(otherId))).status).toBe(200);
  });

  it('has a link that shows a page, and stops nothing when it is only opened', async () => {
    const { id, browser } = await person([app.demo, 'editor']);
    await choose(browser, true);
    const url = unsubscribeUrl(app.app.secretKey, BASE, { accountId: app.demo.account.id, personId: id });
    const { status, headers } = await host.browser().get(url.slice(BASE.length));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await chosen(browser)).toEqual({ demo: true });
    // Other changes still need the console's own origin.
    const foreign = { ...browser.headers, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
    const refused = await browser.send(
      'PUT',
      '/auth/memberships/demo/digest-mail',
      { digestMail: false },
      foreign,
    );
    expect(refused.status).toBe(403);
  });

  it('is sent by servers that count visits and have a mail server', async () => {
    const mails = async ({ consoleUrl }: TestApp, base = BASE): Promise<boolean> =>
      (await createClient(consoleUrl, { Host: new URL(base).host }).get('/auth/session')).body.mailsDigests;
    expect(await mails(app)).toBe(true);
    const silent = await startApp();
    expect(await mails(silent, 'http://localhost:8083')).toBe(false);
    await silent.stop();
    const blind = await startApp({ env: { SMTP_URL: mailbox.url, ANALYTICS: 'false' } });
    expect(await mails(blind, 'http://localhost:8083')).toBe(false);
    await blind.stop();
  });
});
