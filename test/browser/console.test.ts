/** The console in a real browser: how people sign in, and change how they do; their library and its items. */
import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { en } from '../../strings/console/en.js';
import { buildPerson, PASSWORD } from '../support/browser.js';
import { buildCollection, buildItem } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { browserPath, openBrowser, type TestBrowser } from './chromium.js';

const NEW_PASSWORD = 'another four words on paper';

describe.skipIf(!browserPath)('the console', () => {
  let app: TestApp;
  let browser: TestBrowser;
  let base: string;
  const problems: string[] = [];
  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}`;
    app = await startApp({ env: { CONSOLE_PORT: String(port), CONSOLE_BASE_URL: base } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const open = async (path: string): Promise<Page> => {
    const context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
        problems.push(message.text());
    });
    await page.goto(base + path);
    return page;
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const typePassword = async (page: Page, email: string, password: string) => {
    await page.getByLabel(en.email, { exact: true }).first().fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await button(page, en.signIn).click();
  };
  const isSignedIn = (page: Page) => page.getByText(en.accounts, { exact: true }).waitFor();
  /** Somebody with one account comes to its home at once. */
  const isAtHome = (page: Page) => page.getByRole('heading', { level: 1, name: en.screens.home }).waitFor();
  const signOut = async (page: Page) => {
    await button(page, en.signOut).click();
    await button(page, en.signIn).waitFor();
    const session = (await page.context().cookies()).filter(({ name }) => name.includes('session'));
    expect(session).toEqual([]);
  };
  /** Makes the last sign-in too old for a change of how the person signs in. */
  const age = async (personId: number): Promise<void> => {
    const authenticatedAt = new Date(Date.now() - 11 * 60_000).toISOString();
    await app.app.db
      .updateTable('personSession')
      .set({ authenticatedAt })
      .where('personId', '=', personId)
      .execute();
  };
  const addAuthenticator = async (page: Page): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    return session;
  };

  it('adds a passkey, signs in with it, and confirms with it', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'owner']]);
    const page = await open('/sign-in');
    await addAuthenticator(page);
    await typePassword(page, email, PASSWORD);
    await isSignedIn(page);
    await button(page, en.addPasskey).click();
    await button(page, en.createPasskey).click();
    await page.getByText(en.passkeyAdded).waitFor();
    const codes = page.getByRole('group', { name: en.recoveryCodesLabel }).locator('pre');
    expect((await codes.innerText()).split('\n')).toHaveLength(10);
    await button(page, en.continue).first().click();
    await isSignedIn(page);
    await signOut(page);

    await button(page, en.passkey).click();
    await isAtHome(page);
    await page.goto(`${base}/`);
    await isSignedIn(page);
    await age(id);
    await button(page, en.changePassword).click();
    await page.getByLabel(en.newPassword).fill(NEW_PASSWORD);
    await button(page, en.savePassword).click();
    await button(page, en.confirmWithPasskey).click();
    await page.getByText(en.passwordChanged).waitFor();
  });

  it('sets up an authenticator app, asks for its code, and changes the password', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'owner']]);
    const page = await open('/a/demo');
    await typePassword(page, email, PASSWORD);
    await isSignedIn(page);
    await age(id);
    await button(page, en.secondFactor).click();
    await button(page, en.continue).click();
    await page.getByLabel(en.currentPassword).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: en.continue }).click();
    const key = await page.getByRole('group', { name: en.secret, exact: true }).locator('pre').textContent();
    expect(key).toMatch(/^(?:[A-Z2-7]{4} ?){8}$/);
    const secret = Secret.fromBase32(key!.replaceAll(' ', ''));
    const address = await page.getByRole('link', { name: en.openApp }).getAttribute('href');
    expect(address).toContain(`secret=${secret.base32}`);
    expect(await page.getByRole('img', { name: en.secretCode }).locator('path').getAttribute('d')).toMatch(
      /^M/,
    );
    const codeIn = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await page.getByLabel(en.firstCode).fill(codeIn(-1));
    await button(page, en.continue).click();
    await page.getByText(en.recoveryCodes).waitFor();
    await button(page, en.continue).click();
    // The account opens now.
    await isAtHome(page);
    await page.goto(`${base}/`);
    await isSignedIn(page);
    await button(page, en.changePassword).click();
    await page.getByLabel(en.newPassword).fill(NEW_PASSWORD);
    await button(page, en.savePassword).click();
    await page.getByText(en.passwordChanged).waitFor();
    await signOut(page);

    await typePassword(page, email, PASSWORD);
    await page.getByText('The email address or the password is wrong').waitFor();
    await typePassword(page, email, NEW_PASSWORD);
    await page.getByLabel(en.code).fill(codeIn(0));
    await button(page, en.continue).click();
    await isAtHome(page);

    // After a link, the code comes next: the password was chosen a moment ago.
    const url = new URL(await app.app.peopleAdmin.reset(email, { withFactors: false }));
    const fresh = await open(`/sign-in${url.hash}`);
    await button(fresh, en.continue).click();
    await fresh.getByLabel(en.newPassword).fill(`${NEW_PASSWORD}!`);
    await button(fresh, en.continue).click();
    await fresh.getByLabel(en.code).fill(codeIn(1));
    await button(fresh, en.continue).click();
    await isAtHome(fresh);
  });

  it('finds an item in the library, saves what changes in it, and invites a person', async () => {
    await app.app.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
      .execute();
    const { email } = await buildPerson(app, [[app.demo, 'owner']]);
    const { id: collectionId } = await buildCollection(app.demo);
    for (const title of ['The Brother Across Town', 'Two Coins in the Box'])
      await buildItem(app.demo, { title, collectionId });
    const page = await open('/a/demo/library');
    await typePassword(page, email, PASSWORD);
    await page.getByText('Two Coins in the Box').waitFor();
    await page.getByLabel(en.library.search).fill('brother');
    await expect.poll(() => page.getByText('Two Coins in the Box').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?q=brother');
    await page.getByRole('link', { name: 'The Brother Across Town' }).click();
    await page.getByLabel(en.fields.title, { exact: true }).fill('The Brother Next Door');
    await page.getByRole('status').filter({ hasText: en.item.saved }).waitFor();
    const { title } = await app.app.db
      .selectFrom('item')
      .select('title')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(title).toBe('The Brother Next Door');

    await page.getByRole('link', { name: en.screens.people }).click();
    await page.getByLabel(en.email).fill('samuel@example.org');
    await button(page, en.people.invite).click();
    await page.getByText(/sign-in#token=/).waitFor();
  });

  it('says what to do about a forgotten password, and why a sign-in at the provider failed', async () => {
    const page = await open('/sign-in#error=unknown');
    await page.getByText(en.openIdFailures.unknown).waitFor();
    expect(page.url()).toBe(`${base}/sign-in`);
    await page.getByText(en.forgotten).click();
    expect(await page.getByText(en.noMail).isVisible()).toBe(true);
    const other = await open('/sign-in#error=toString');
    await button(other, en.signIn).waitFor();
    expect((await other.getByRole('alert').allTextContents()).filter((text) => text !== '')).toEqual([]);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(problems).toEqual([]);
  });
});
