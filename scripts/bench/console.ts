/**
 * `console`: how long staff wait for the console in a browser on a slow machine: for the list of a large library, and
 * for a letter that they type in a transcript of three hours.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { browserPath, launchBrowser } from '../../test/support/chromium.js';
import { ACCOUNT } from './app.js';
import type { Bench, BenchContext } from './bench.js';
import { copyItemLibrary } from './library.js';
import { addLongTalk, WORDS } from './long-talk.js';
import { timing, type BenchResult } from './report.js';
import { apiOf, startServer } from './server.js';
import { freePort } from '../../test/support/free-port.js';
import { median, percentile } from './stats.js';

const ITEMS = 10_000;
const ROUNDS = 5;
const KEYS = 120;
/** Between two keys of somebody who types fast. */
const KEY_MS = 120;
/** How much slower than this machine. */
const SLOWER = 4;
/** 10 Mbit/s. */
const BYTES_PER_SEC = 10_000_000 / 8;
const LATENCY_MS = 20;
const POLL_MS = 50;
const PASSWORD = 'four words on paper';

export const consoleBench: Bench = async (context): Promise<BenchResult> => {
  if (!browserPath) throw new Error('Install Chromium, or set TEST_CHROMIUM');
  const { itemId, base, invitationUrl, stop } = await start(context);
  const browser = await launchBrowser();
  const bar = context.progress('console');
  try {
    const signedIn = await signIn(await browser.newContext(), invitationUrl);
    const lists: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Nothing is cached.
      const fresh = await browser.newContext({ storageState: await signedIn.storageState() });
      lists.push(await listVisible(await slowPage(fresh), `${base}/library`));
      await fresh.close();
      bar.update(round + 1, ROUNDS + 1);
    }
    const keys = await keysToPaint(await slowPage(signedIn), `${base}/items/${itemId}/transcript`);
    bar.update(ROUNDS + 1, ROUNDS + 1);
    return {
      name: 'console',
      timings: [timing('until the list is visible', lists), timing('from a key to its paint', keys)],
      metrics: [
        { name: 'until the list is visible', value: median(lists), unit: 'ms', atMost: 1_200 },
        { name: 'from a key to its paint, p95', value: percentile(keys, 0.95), unit: 'ms', atMost: 50 },
      ],
      notes: [
        `Chromium with its processor ${SLOWER} times slower, 10 Mbit/s and ${LATENCY_MS} ms; the list is that of ${ITEMS.toLocaleString('en')} items, in a browser that has nothing of the console; the transcript has ${WORDS.toLocaleString('en')} words, and ${KEYS} letters are typed in the middle of it`,
      ],
    };
  } finally {
    bar.stop();
    await browser.close();
    await stop();
  }
};

const start = async (context: BenchContext) => {
  const { dataDir, secret } = await copyItemLibrary(context, 'console', ITEMS);
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const server = await startServer(context.root, dataDir, [], {
    CONSOLE: 'true',
    CONSOLE_PORT: port,
    CONSOLE_BASE_URL: origin,
  });
  const call = apiOf(server, secret);
  const { invitationUrl } = (
    await call<{ invitationUrl: string }>('POST', '/people/create', {
      email: 'editor@example.org',
      role: 'editor',
    })
  ).body;
  const itemId = await addLongTalk(call, context.root);
  return { itemId, invitationUrl, base: `${origin}/a/${ACCOUNT}`, stop: server.stop };
};

const signIn = async (context: BrowserContext, invitationUrl: string): Promise<BrowserContext> => {
  const page = await context.newPage();
  await page.goto(invitationUrl);
  await page.locator('button[type=submit]').first().click();
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL(/\/home$/);
  await page.close();
  return context;
};

const slowPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SEC,
    uploadThroughput: BYTES_PER_SEC,
  });
  return page;
};

/** Milliseconds since the page was asked for. */
const listVisible = async (page: Page, url: string): Promise<number> => {
  await page.goto(url);
  return whenThere(page, "performance.getEntriesByName('lectern:list-visible')[0]?.startTime ?? null");
};

/** The value of an expression once it is not null. The policy of the page lets no script of its own evaluate one. */
const whenThere = async <T>(page: Page, expression: string): Promise<T> => {
  for (;;) {
    const value = await page.evaluate<T | null>(expression);
    if (value !== null) return value;
    await page.waitForTimeout(POLL_MS);
  }
};

const keysToPaint = async (page: Page, url: string): Promise<number[]> => {
  await page.goto(url);
  await page.locator('[data-segment-id] textarea').nth(5).click();
  const letters = 'and again he said that the lamp was burning in the window all night ';
  for (let at = 0; at < KEYS; at++) {
    await page.keyboard.press(letters[at % letters.length]!.replace(' ', 'Space'));
    await page.waitForTimeout(KEY_MS);
  }
  const marks = "performance.getEntriesByName('lectern:key-to-paint').map(({ detail }) => detail.ms)";
  return whenThere(page, `((all) => (all.length < ${KEYS} ? null : all))(${marks})`);
};
