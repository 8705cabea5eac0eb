/** People choose in the console whether the weekly analytics are mailed to them, and stop them with the link in a mail. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { unsubscribeUrl } from '../../src/identity/people/digest-mail.service.js';
import { en } from '../../strings/console/en.js';
import { buildPerson } from '../support/browser.js';
import { startMailbox } from '../support/smtp.js';
import { browserPath } from './chromium.js';
import { startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('the weekly analytics in the console', () => {
  const mailbox = use(() => startMailbox(), 'close');
  const pages = use(() => startConsolePages({ SMTP_URL: mailbox.url }), 'stop');
  const choices = (page: Page) => page.getByLabel(en.digestMail.label);
  const yourSignIn = async (email: string): Promise<Page> => {
    const page = await pages.openAs('home', email);
    await page.goto(`${pages.base}/`);
    await page.getByText(en.accounts, { exact: true }).waitFor();
    return page;
  };

  it('are chosen for each account, and stopped with the link without a sign-in', async () => {
    const { app, base } = pages;
    const person = await buildPerson(app, [
      [app.demo, 'analyst'],
      [app.other, 'contributor'],
    ]);
    const page = await yourSignIn(person.email);
    expect(await choices(page).count()).toBe(1);
    expect(await choices(page).isChecked()).toBe(false);
    await page.getByText(en.digestMail.hint).waitFor();
    await choices(page).check();
    await page.getByText(en.digestMail.on).waitFor();
    await page.reload();
    await choices(page).waitFor();
    expect(await choices(page).isChecked()).toBe(true);
    expect(await lookAt(page, 'digest-choice')).toEqual([]);

    const reader = { accountId: app.demo.account.id, personId: person.id };
    const url = unsubscribeUrl(app.app.secretKey, base, reader);
    const stranger = await pages.openLink(url);
    await stranger.getByText(en.unsubscribe.question).waitFor();
    expect(await lookAt(stranger, 'unsubscribe')).toEqual([]);
    await stranger.getByRole('button', { name: en.unsubscribe.stop }).click();
    await stranger.getByText(en.unsubscribe.done).waitFor();
    await page.reload();
    await choices(page).waitFor();
    expect(await choices(page).isChecked()).toBe(false);

    const broken = await pages.openLink(url.slice(0, -2));
    await broken.getByRole('button', { name: en.unsubscribe.stop }).click();
    await broken.getByRole('alert').waitFor();
    expect(pages.problems).toEqual([]);
  });

  it('cannot be chosen where no mail is sent, which the console says', async () => {
    const silent = await startConsolePages();
    const { email } = await buildPerson(silent.app, [[silent.app.demo, 'editor']]);
    const page = await silent.openAs('home', email);
    await page.goto(`${silent.base}/`);
    await page.getByText(en.digestMail.noMail).waitFor();
    expect(await choices(page).isDisabled()).toBe(true);
    await silent.stop();
  });
});
