/**
 * `console`: how long staff wait for the console in a browser on a slow machine: for the list of a large library, and
 * for a letter that they type in a transcript of three hours.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { progress } from '../../src/cli/output.js';
import { browserPath, launchBrowser } from '../../test/support/chromium.js';
import { createClient, type Client } from '../../test/support/client.js';
import { freePort } from '../../test/support/free-port.js';
import { environmentOf } from '../harness/app.js';
import { startServer } from '../harness/program.js';
import { median, percentile } from '../harness/stats.js';
import { waitUntil } from '../harness/wait.js';
import type { Bench, BenchContext } from './bench.js';
import { ACCOUNT, copyItemLibrary } from './library.js';
import { timing } from './report.js';
import { loadWords } from './words.js';

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
/** Number of words in the transcript. */
const WORDS = 27_000;
const WORDS_PER_SEGMENT = 9;
const SEGMENT_MS = 3_600;
const PASSWORD = 'four words on paper';

export const consoleBench: Bench = async (context) => {
  if (!browserPath) throw new Error('Install Chromium, or set TEST_CHROMIUM');
  const { itemId, base, invitationUrl, stop } = await start(context);
  const browser = await launchBrowser();
  const bar = progress('console');
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
  const server = await startServer({
    ...environmentOf(dataDir),
    CONSOLE: 'true',
    CONSOLE_PORT: port,
    CONSOLE_BASE_URL: origin,
  });
  const api = createClient(server.privateUrl, { Authorization: `Bearer ${secret}` });
  const invited = await api.post<{ invitationUrl: string }>('/people/create', {
    email: 'editor@example.org',
    role: 'editor',
  });
  const itemId = await addLongTalk(api);
  const { invitationUrl } = invited.body;
  return { itemId, invitationUrl, base: `${origin}/a/${ACCOUNT}`, stop: server.stop };
};

/** Adds a talk of three hours with its transcript, processed. @returns the item's id */
const addLongTalk = async (api: Client): Promise<number> => {
  const { list } = loadWords();
  const collection = await api.post<{ collection: { id: number } }>('/collections/create', { name: 'Talks' });
  const created = await api.post<{ item: { id: number } }>('/items/create', {
    title: 'Three hours',
    date: '2026-03-01',
    collectionId: collection.body.collection.id,
  });
  const { id } = created.body.item;
  const wordsOf = (segment: number): string[] =>
    Array.from({ length: WORDS_PER_SEGMENT }, (_, i) => list[(segment * 37 + i * 101) % list.length]!);
  const segments = Array.from({ length: WORDS / WORDS_PER_SEGMENT }, (_, at) => ({
    text: wordsOf(at).join(' '),
    startMs: at * SEGMENT_MS,
    endMs: (at + 1) * SEGMENT_MS,
  }));
  await api.put(`/items/${id}/transcript`, { language: 'en', segments });
  await waitUntil('The transcript is processed', async () => {
    const { body } = await api.get<{ item: { status: string } }>(`/items/${id}`);
    return body.item.status === 'ready';
  });
  return id;
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
