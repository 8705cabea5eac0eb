/**
 * `site`: time until visitors see the pages of the public host, in Chromium with a 4× CPU slowdown, and layout
 * shift while they load.
 */
import type { Browser, CDPSession } from 'playwright-core';
import { createLecternClient } from '../../client/index.js';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { startServer } from '../../src/server.js';
import { browserPath, launchBrowser } from '../../test/support/chromium.js';
import { readCatalog } from '../seed/catalog.js';
import { addRecordings } from '../seed/recordings.js';
import { seed } from '../seed/seed.js';
import { serveChurchSite } from '../church-site/serve-church-site.js';
import type { Bench, BenchContext } from './bench.js';
import { timing, type BenchResult } from './report.js';
import { appEnvironment } from './server.js';
import { median } from './stats.js';

const ROUNDS = 5;
const SLOWDOWN = 4;
const PAGES = { search: '/?q=forgiveness', item: '/items/the-brother-across-town', latest: '/latest' };
/** Pages of a site that embeds the components. */
const CHURCH_PAGES = { search: '/?q=forgiveness', player: '/sermons/the-brother-across-town' };
const TIMEOUT_MS = 60_000;
/** Content that scripts of a page render appears within this time after its load event. */
const SETTLE_MS = 3_000;
const MAX_PAINT_MS = 1_500;
const MAX_SHIFT = 0.05;

/** Milliseconds from navigation, and layout shift as defined by web.dev/articles/cls, without session windows. */
interface Load {
  paint: number;
  shift: number;
}

export const siteBench: Bench = async (context): Promise<BenchResult> => {
  if (!browserPath)
    return { name: 'site', timings: [], metrics: [], notes: ['Chromium is not installed: not measured'] };
  const app = createApp(
    loadConfig({
      ...appEnvironment(await context.scratch('site')),
      PORT: '0',
      PUBLIC_PORT: '0',
      CONSOLE: 'false',
    }),
  );
  await migrate(app.db);
  const account = await app.accounts.create({ shortName: 'bench' });
  const running = await startServer(app, { role: 'all' });
  const browser = await launchBrowser();
  try {
    const catalog = await readCatalog(context.root);
    const signal = new AbortController().signal;
    await seed(app, account, catalog, { root: context.root, signal });
    const { secret } = await app.tokens.create(account.id, { name: 'b', scopes: ['admin'], expiresAt: null });
    const api = createLecternClient({ baseUrl: running.privateUrl, token: secret });
    await addRecordings(api, catalog, context.root, signal);
    const host = new URL(running.publicUrl).origin;
    const church = await serveChurchSite(host, 0);
    const pages = [
      ...Object.entries(PAGES).map(([name, path]) => [`${name} page`, host + path] as const),
      ...Object.entries(CHURCH_PAGES).map(
        ([name, path]) => [`${name} on a site`, church.url + path] as const,
      ),
    ];
    return await measure(context, browser, pages).finally(church.close);
  } finally {
    await browser.close();
    await running.stop();
    await app.close();
  }
};

const measure = async (
  context: BenchContext,
  browser: Browser,
  pages: readonly (readonly [name: string, url: string])[],
): Promise<BenchResult> => {
  const bar = context.progress('site: loads');
  const result: BenchResult = {
    name: 'site',
    timings: [],
    metrics: [],
    notes: [`a new browser context each time; processor slowed ${SLOWDOWN} times`],
  };
  let done = 0;
  for (const [name, url] of pages) {
    const loads: Load[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(await load(browser, url));
      bar.update(++done, ROUNDS * pages.length);
    }
    const paints = loads.map(({ paint }) => paint);
    result.timings.push(timing(`${name}: largest contentful paint`, paints));
    result.metrics.push(
      {
        name: `${name}: largest contentful paint`,
        value: median(paints),
        unit: 'ms',
        atMost: MAX_PAINT_MS,
      },
      {
        name: `${name}: layout shift`,
        value: Math.max(...loads.map(({ shift }) => shift)),
        atMost: MAX_SHIFT,
      },
    );
  }
  bar.stop();
  return result;
};

const OBSERVER = `
  window.load = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) load.paint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) load.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** @throws {Error} when the page does not exist */
const load = async (browser: Browser, url: string): Promise<Load> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await context.addInitScript(OBSERVER);
    const page = await context.newPage();
    const session: CDPSession = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const response = await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
    if (!response?.ok()) throw new Error(`${url}: HTTP ${response?.status() ?? 'none'}`);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate<Load>('load');
  } finally {
    await context.close();
  }
};
