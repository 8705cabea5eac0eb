/** Finds and starts the browser for the tests, or reports that there is none. */
import { browserPath } from '../../scripts/browser/chromium.js';

export { browserPath, launchBrowser } from '../../scripts/browser/chromium.js';

if (!browserPath)
  console.log(
    'Chromium is not installed, and TEST_CHROMIUM is not set: the tests of the web components are skipped.',
  );
