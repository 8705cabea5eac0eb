/** The browser of tests and measurements: Debian's Chromium, or the one that TEST_CHROMIUM names. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined where no browser is installed. */
export const browserPath: string | undefined =
  process.env.TEST_CHROMIUM ?? PLACES.find((path) => existsSync(path));

/**
 * Events of headless browsers are not counted. For the browser as a whole: what pages send when they are left does not
 * get the user agent of a context.
 */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath,
    // Containers run tests as root, where Chromium has no sandbox.
    args: ['--no-sandbox', '--mute-audio', `--user-agent=${USER_AGENT}`],
  });
