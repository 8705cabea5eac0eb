/** The console with a worker, and its pages as people of a role see them, for tests in a real browser. */
import sharp from 'sharp';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { freePort } from '../support/free-port.js';
import { en } from '../../strings/console/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import type { Role } from '../../src/platform/lib/permissions.js';
import { buildPerson, PASSWORD } from '../support/browser.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { openBrowser } from './chromium.js';

export interface ConsolePages {
  app: TestApp;
  base: string;
  /** Errors in pages, except responses with an error status. */
  problems: string[];
  /** Opens a screen of the account `demo`, such as `trash?kind=item`, as a new person with the role. */
  open(screen: string, role?: Role, options?: BrowserContextOptions): Promise<Page>;
  /** The same for a person who is there already. */
  openAs(screen: string, email: string): Promise<Page>;
  /** Opens an address, such as that of an invitation, as nobody in particular. */
  openLink(url: string, options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
}

/** The console has to know its own address. Another test may take the port before it does. */
const startOnFreePort = async (
  env: Record<string, string>,
  tries = 3,
): Promise<{ app: TestApp; base: string }> => {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  try {
    const address = { CONSOLE_PORT: String(port), CONSOLE_BASE_URL: base };
    return { app: await startApp({ worker: true, env: { ...address, ...env } }), base };
  } catch (error) {
    if (tries === 1 || !String(error).includes('in use by another program')) throw error;
    return startOnFreePort(env, tries - 1);
  }
};

export const startConsolePages = async (env: Record<string, string> = {}): Promise<ConsolePages> => {
  const { app, base } = await startOnFreePort(env);
  // Owners sign in with a password alone.
  await app.demo.api.patch('/account', { settings: { requireSecondFactor: 'none' } });
  const browser = await openBrowser();
  const problems: string[] = [];
  const openLink: ConsolePages['openLink'] = async (url, options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const note = (problem: string) => problems.push(`${new URL(page.url()).pathname}: ${problem}`);
    page.on('pageerror', ({ message }) => note(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
        note(message.text());
    });
    await page.goto(url);
    return page;
  };
  const openAs = async (screen: string, email: string, options?: BrowserContextOptions): Promise<Page> => {
    const page = await openLink(`${base}/a/demo/${screen}`, options);
    await signIn(page, email);
    await page.getByRole('link', { name: en.screens.home, exact: true }).waitFor();
    return page;
  };
  return {
    app,
    base,
    problems,
    openLink,
    open: async (screen, role = 'owner', options = {}) => {
      const { email } = await buildPerson(app, [[app.demo, role]]);
      return openAs(screen, email, options);
    },
    openAs,
    stop: async () => {
      await browser.close();
      await app.stop();
    },
  };
};

export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel(en.email, { exact: true }).first().fill(email);
  await page.getByLabel(en.password, { exact: true }).fill(PASSWORD);
  await button(page, en.signIn).click();
};

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** Chooses an action from the menu of a row. */
export const choose = async (page: Page, menu: string, action: string): Promise<void> => {
  // A dialog that closes takes the focus from the menu.
  await dialog(page).waitFor({ state: 'hidden' });
  await button(page, menu).press('Enter');
  // By keyboard: a notification may be in front of it.
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter');
};

/** The message that a screen shows for some seconds. */
export const notice = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

/** Waits until a status of the page has the text. */
export const says = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

/** Name of the menu of a row. */
export const actionsOf = (name: string): string => withValues(lists.actionsOf, { name });

/** Waits until the element has the focus. */
export const isFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(':focus')).waitFor();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** A field of the open dialog. */
export const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });

/** An image of one colour. */
export const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3b5bdb' } })
    .png()
    .toBuffer();
