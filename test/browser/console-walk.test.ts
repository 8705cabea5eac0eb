/**
 * Every screen of the console with texts of every kind of record that try to run as markup: nothing of them runs, axe
 * finds nothing, nothing moves while it loads, the focus is seen, and longer words have room.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPerson } from '../support/browser.js';
import { browserPath } from './chromium.js';
import { signIn, startConsolePages } from './console-pages.js';
import { buildHostileTexts, HOSTILE, type HostileRecords } from './hostile-texts.js';
import { lookAt, MOST_SHIFT, OBSERVE_SHIFTS, shiftOf, unseenFocus } from './looks.js';
import { buildPseudoLanguage } from './pseudo-language.js';
import { use } from '../support/use.js';

const WIDTHS = [360, 1440];

/** Screens without any text that people of the account have written. */
const WITHOUT_TEXTS = ['analytics', 'search-desk', 'quotas', 'jobs'];

const router = readFileSync(resolve(import.meta.dirname, '../../web/console/router.tsx'), 'utf8');
const paths = [...router.matchAll(/path: '\/([a-z][^']*)'/g)]
  .map(([, path]) => path!)
  .filter((path) => !['a/$account', 'sign-in', 'unsubscribe/$token'].includes(path));

/** Buttons and badges whose text is cut. */
const CUT = `[...document.querySelectorAll('.mantine-Button-label, .mantine-Badge-label, h1, h2, label')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
  .map((element) => element.textContent)`;

describe.skipIf(!browserPath)('all screens of the console', () => {
  let records: HostileRecords;
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    records = await buildHostileTexts(console.app);
  });

  /** @throws {Error} when a screen has an id for which there is no record */
  const addresses = (): string[] =>
    paths.map((path) =>
      path.replace(/\$(\w+)/g, (_, name: string) => {
        const id = records[name as keyof HostileRecords];
        if (id === undefined) throw new Error(`no record for ${name} of ${path}`);
        return String(id);
      }),
    );

  /** What failed since it was asked for last, such as the content security policy. */
  const problems = (): string[] => console.problems.splice(0);

  const open = async (page: Page, screen: string): Promise<void> => {
    await page.goto(`${console.base}/a/demo/${screen}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
  };

  it('looks right on phones and desktops, light and dark, keeps still, and runs no text', async () => {
    const page = await console.open('home');
    await page.addInitScript(OBSERVE_SHIFTS);
    const found: string[] = [];
    for (const screen of addresses()) {
      await open(page, screen);
      const shift = await shiftOf(page);
      if (shift > MOST_SHIFT) found.push(`${screen}: moves by ${shift} while it loads`);
      const shows = await page.evaluate<boolean>(
        `document.body.innerText.includes(${JSON.stringify(HOSTILE)}) ||
         [...document.querySelectorAll('input, textarea')].some(({ value }) => value.includes(${JSON.stringify(HOSTILE)}))`,
      );
      if (!shows && !WITHOUT_TEXTS.includes(screen)) found.push(`${screen}: shows no text`);
      if (await page.evaluate('window.hacked || document.querySelector("[src=x], main b") !== null'))
        found.push(`${screen}: runs a text`);
      found.push(...(await lookAt(page, `console-${screen.replaceAll('/', '-')}`, WIDTHS)));
      for (const element of await unseenFocus(page))
        found.push(`${screen}: the focus is not seen: ${element}`);
    }
    expect([...found, ...problems()]).toEqual([]);
  }, 300_000);

  it('has room for words that are 40% longer', async () => {
    const pseudo = await buildPseudoLanguage();
    const { email } = await buildPerson(console.app, [[console.app.demo, 'owner']]);
    const page = await console.openLink(`${console.base}/a/demo/home`);
    await signIn(page, email);
    await page.locator('h1').waitFor();
    await pseudo.use(page);
    const found: string[] = [];
    for (const screen of addresses()) {
      await open(page, screen);
      if (!(await page.locator('nav, main').first().innerText()).includes('ē'))
        found.push(`${screen}: is in English`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
          found.push(`${screen} scrolls sideways at ${width}`);
        for (const text of await page.evaluate<string[]>(CUT))
          found.push(`${screen} at ${width}: cuts ${text}`);
      }
    }
    await pseudo.remove();
    expect([...found, ...problems()]).toEqual([]);
  }, 300_000);
});
