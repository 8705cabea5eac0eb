/** The console's screen for adding talks in a browser, for tests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port.js';
import { en } from '../../strings/console/en.js';
import { buildPerson } from '../support/browser.js';
import { buildCollection, buildSpeaker, type Built } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { removeFolder } from '../support/remove-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openBrowser } from './chromium.js';
import { signIn } from './console-pages.js';
import { wav } from './recording.js';

/** Pieces of an upload are at least this large. */
export const PIECE_BYTES = 5 * 1024 ** 2;
/** Three pieces. */
export const LONG = wav(4_200);

export interface NamedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file on the disk, because it is too long to be passed to the browser. @returns its path */
export const longRecording = (folder: string, name: string): string => {
  const path = join(folder, name);
  writeFileSync(path, LONG);
  return path;
};

export interface AddTest {
  app: TestApp;
  /** For files to choose. */
  folder: string;
  /** What a page of the test has reported: errors, and violations of its policy. */
  problems: readonly string[];
  /** Opens the screen, signed in. */
  open(role?: 'editor' | 'analyst'): Promise<Page>;
  itemTitled(title: string): Promise<Built>;
  stop(): Promise<void>;
}

/** An app with a worker, a collection and two speakers. */
export const startAddTest = async (env: Record<string, string>): Promise<AddTest> => {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const app = await startApp({
    worker: true,
    env: { CONSOLE_PORT: String(port), CONSOLE_BASE_URL: base, ...env },
  });
  const browser = await openBrowser();
  const problems: string[] = [];
  await app.app.db
    .updateTable('account')
    .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
    .execute();
  await buildCollection(app.demo, { name: 'Sermons' });
  for (const name of ['John Smith', 'Jürgen Müller']) await buildSpeaker(app.demo, { name });
  const folder = temporaryFolder();
  return {
    app,
    folder,
    problems,
    open: async (role = 'editor') => {
      const { email } = await buildPerson(app, [[app.demo, role]]);
      const context = await browser.newContext();
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
          problems.push(message.text());
      });
      await page.goto(`${base}/a/demo/add`);
      await signIn(page, email);
      await page.getByRole('heading', { level: 1, name: en.screens.add }).waitFor();
      return page;
    },
    itemTitled: async (title) => {
      const { status, body } = await app.demo.api.get(
        `/items?title=${encodeURIComponent(title)}&_expand[]=speakers&_expand[]=scriptures&_expand[]=mediaAssets`,
      );
      expect(status).toBe(200);
      return body.items[0];
    },
    stop: async () => {
      await browser.close();
      await app.stop();
      await removeFolder(folder);
    },
  };
};

/** The fields of the talk that was guessed from a file. */
export const card = (page: Page, file: string) => page.getByRole('group', { name: file, exact: true });

export const choose = (page: Page, ...files: string[]): Promise<void> =>
  page.locator(`input[aria-label="${en.media.add}"]`).setInputFiles(files);

export const drop = async (page: Page, files: NamedFile[]): Promise<void> => {
  const dropped = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of ${JSON.stringify(dropped)}) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
};

/** Waits until all uploads of the tab have ended. */
export const isUploaded = (page: Page, count: number): Promise<void> =>
  page.getByText(en.uploads.all.replace('{done}', `${count}`).replace('{total}', `${count}`)).waitFor();
