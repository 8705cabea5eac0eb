/** Publishing a first talk with nothing but the link of an invitation: how many steps it takes, and by keyboard. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { PASSWORD } from '../support/browser.js';
import { buildCollection } from '../support/factories.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { browserPath } from './chromium.js';
import { startConsolePages } from './console-pages.js';
import { use } from '../support/use.js';

const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));
const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThe lamp was left burning in the window.\n';
/** Clicks, drops and fills. */
const MOST_STEPS = 11;
const MOST_TABS = 60;
const CHOOSER_MS = 5_000;

/** How a person does things. */
interface Hands {
  steps: number;
  press(what: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  choose(what: Locator, files: string[]): Promise<void>;
}

describe.skipIf(!browserPath)('somebody new to the console', () => {
  let invited = 0;
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    await buildCollection(console.app.demo, { name: 'Sermons' });
  });

  const filesOf = (name: string): string[] => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    return [
      { path: join(folder, `${name}.mp3`), content: MP3 },
      { path: join(folder, `${name}.vtt`), content: VTT },
    ].map(({ path, content }) => {
      writeFileSync(path, content);
      return path;
    });
  };

  const openLink = async (width: number): Promise<Page> => {
    const email = `stranger-${++invited}@example.org`;
    const { body } = await console.app.demo.api.post('/people/create', { email, role: 'editor' });
    return console.openLink(body.invitationUrl as string, { viewport: { width, height: 850 } });
  };

  /** From the link to the published talk. */
  const publish = async (page: Page, hands: Hands, title: string, narrow: boolean): Promise<void> => {
    const named = (role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true });
    await hands.press(named('button', en.continue));
    await hands.fill(page.getByLabel(en.newPassword, { exact: true }), PASSWORD);
    await hands.press(named('button', en.continue));
    await page.getByRole('heading', { level: 1, name: en.screens.home }).waitFor();
    if (narrow) await hands.press(named('button', en.menu));
    await hands.press(page.getByRole('navigation').getByRole('link', { name: en.screens.add, exact: true }));
    await hands.choose(named('button', en.media.add), filesOf(`${title.replaceAll(' ', '_')}_final`));
    await hands.fill(page.getByLabel(en.fields.title, { exact: true }), title);
    await hands.press(named('button', en.add.createOne));
    await page.getByText(en.statuses.ready, { exact: true }).waitFor();
    await hands.press(named('link', title));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await hands.press(named('button', en.item.publish));
    await page.getByRole('status').filter({ hasText: en.item.published }).first().waitFor();
    const { items } = (await console.app.demo.api.get(`/items?title=${encodeURIComponent(title)}`)).body;
    expect(items).toMatchObject([{ status: 'published', title }]);
  };

  const byMouse = (page: Page): Hands => ({
    steps: 0,
    async press(what) {
      this.steps += 1;
      await what.click();
    },
    async fill(field, text) {
      this.steps += 1;
      await field.fill(text);
    },
    async choose(what, files) {
      this.steps += 1;
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), what.click()]);
      await chooser.setFiles(files);
    },
  });

  /** Only keys: Tab to the field or button, then type or press Enter. */
  const byKeyboard = (page: Page): Hands => {
    const reach = async (what: Locator): Promise<void> => {
      await what.waitFor();
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        if ((await what.and(page.locator(':focus')).count()) === 1) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${what.toString()}`);
    };
    return {
      steps: 0,
      async press(what) {
        await reach(what);
        await page.keyboard.press('Enter');
      },
      async fill(field, text) {
        await reach(field);
        await page.keyboard.press('Control+A');
        await page.keyboard.type(text);
      },
      async choose(what, files) {
        // A screen that has just opened may still take the focus to its heading.
        const opened = page.waitForEvent('filechooser');
        let isOpen = false;
        opened.then(
          () => (isOpen = true),
          () => undefined,
        );
        while (!isOpen) {
          await reach(what);
          await page.keyboard.press('Enter');
          await Promise.race([opened, sleep(CHOOSER_MS)]);
        }
        await (await opened).setFiles(files);
      },
    };
  };

  it.each([
    { width: 1280, title: 'The lamp in the window' },
    { width: 390, title: 'A lamp for the road' },
  ])(`publishes a talk at $width px in at most ${MOST_STEPS} steps`, async ({ width, title }) => {
    const page = await openLink(width);
    const hands = byMouse(page);
    await publish(page, hands, title, width < 768);
    expect(hands.steps).toBeLessThanOrEqual(MOST_STEPS);
  });

  it('publishes a talk by keyboard alone', async () => {
    const page = await openLink(1280);
    await publish(page, byKeyboard(page), 'The lamp goes on', false);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
