/** The browser of the tests in this folder, started once per process, or a message that there is none. */
import type { Browser, BrowserContext } from 'playwright-core';
import { browserPath, launchBrowser } from '../support/chromium.js';

export { browserPath };

if (!browserPath)
  console.log('Chromium is not installed, and TEST_CHROMIUM is not set: the tests in a browser are skipped.');

export interface TestBrowser {
  newContext: Browser['newContext'];
  /** Closes the contexts that were opened here. */
  close(): Promise<void>;
}

/** Runs until the process ends. */
let running: Promise<Browser> | undefined;

export const openBrowser = async (): Promise<TestBrowser> => {
  const browser = await (running ??= launchBrowser());
  const contexts: BrowserContext[] = [];
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    close: async () => {
      for (const context of contexts.splice(0)) await context.close();
    },
  };
};
