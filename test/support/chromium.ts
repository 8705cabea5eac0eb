/** The browser for tests and measurements: Debian's Chromium, or the one in TEST_CHROMIUM. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined if no browser is installed. */
export const browserPath: string | undefined =
  process.env.TEST_CHROMIUM ?? PLACES.find((path) => existsSync(path));

/**
 * Lectern does not count events of headless browsers. Set for the whole browser, because requests sent while a
 * page closes ignore the user agent of a context.
 */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath,
    // Containers run tests as root, where Chromium's sandbox does not work.
    args: ['--no-sandbox', '--mute-audio', `--user-agent=${USER_AGENT}`],
  });
