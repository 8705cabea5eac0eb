/** One app with the sample library, one church's site and one browser, for all tests of the web components. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { spooledEvents, type SpooledEvent } from '../support/spooled-events.js';
import { fillWithSamples } from '../support/sample-library.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { buildChapter, buildCollection } from '../support/factories.js';
import { openBrowser, type TestBrowser } from './chromium.js';
import { startChurchSite, type ChurchSite } from './church-site.js';
import { addRecording } from './recording.js';

export interface Fixture {
  app: TestApp;
  site: ChurchSite;
  /** The public host of the account `demo`, as browsers reach it. */
  host: string;
  /** Requests of pages to any other host. All of them were refused. */
  strayRequests: string[];
  /** Errors in pages, except responses with an error status. */
  problems: string[];
  /** The talk with a recording and chapters. */
  talk: { id: number; mediaAssetId: number };
  /** Events that players and clicks have sent, in order of arrival. Duplicates count once, as in the store. */
  events(): SpooledEvent[];
  /** Opens a page as a new visitor. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
}

export const SEARCH = '<lectern-search></lectern-search>';
/** An expression for the player of a page, which may be inside a search. */
export const PLAYER_OF = `(document.querySelector('lectern-search')?.shadowRoot ?? document).querySelector('lectern-player')`;
export const TALK = 'The Brother Across Town';
export const VIDEO_TALK = 'At the Back with Thomas';
export const HOSTILE_TITLE = '<img src=x onerror="hacked=1"><script>hacked=1</script> 😀 שלום עולם';
const HOSTILE_DESCRIPTION = `${'Donaudampfschifffahrt'.repeat(20)} <b onclick="hacked=1">bold</b> {{hacked}} &amp;`;

export const startFixture = async (): Promise<Fixture> => {
  const app = await startApp({ worker: true, env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  const port = new URL(app.publicUrl).port;
  const host = `http://demo.localhost:${port}`;
  const site = await startChurchSite(host);
  const browser = await openBrowser();
  await app.demo.api.patch('/account', { settings: { publicSites: [site.url] } });
  await fillWithSamples(app, app.demo);
  const talk = await addTalks(app);
  const strayRequests: string[] = [];
  const problems: string[] = [];
  return {
    app,
    site,
    host,
    talk,
    strayRequests,
    problems,
    events: () => {
      const sent = spooledEvents(app).filter(({ idByClient }) => idByClient);
      return [...new Map(sent.map((event) => [event.id, event])).values()];
    },
    visit: async (url, options = {}) => {
      const context = await openContext(browser, options);
      // Within the timeout of a test, and long enough for a busy machine.
      context.setDefaultTimeout(40_000);
      await context.route('**/*', (route) => {
        const address = route.request().url();
        const { origin, hostname } = new URL(address);
        if (origin === site.url || (hostname.endsWith('.localhost') && address.includes(`:${port}/`)))
          return route.continue();
        strayRequests.push(address);
        return route.abort();
      });
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/Failed to load resource|net::/.test(message.text()))
          problems.push(message.text());
      });
      await page.goto(url);
      return page;
    },
    stop: async () => {
      await browser.close();
      await site.close();
      await app.stop();
    },
  };
};

const openContext = (browser: TestBrowser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });

const addTalks = async (app: TestApp): Promise<Fixture['talk']> => {
  const { demo } = app;
  const idOf = async (title: string): Promise<number> =>
    (await demo.api.get(`/items?title=${encodeURIComponent(title)}`)).body.items[0].id;
  const id = await idOf(TALK);
  const mediaAssetId = await addRecording(demo, id, 620);
  const chapters = { 'The sewing machine': 0, 'Peter asks how often': 63_000, 'Jacob meets Esau': 160_000 };
  for (const [title, startMs] of Object.entries(chapters))
    await buildChapter(app.app.db, { id: mediaAssetId, itemId: id }, demo.account.id, { title, startMs });
  await demo.api.post(`/items/${await idOf(VIDEO_TALK)}/media/create`, {
    externalPlatform: 'youtube',
    externalPlatformId: 'aqz-KE-bpKQ',
  });
  const { id: collectionId } = await buildCollection(demo, { name: 'Odd texts' });
  const { body } = await demo.api.post('/items/create', {
    title: HOSTILE_TITLE,
    shortDescription: HOSTILE_DESCRIPTION,
    description: HOSTILE_DESCRIPTION,
    date: '2030-01-01',
    collectionId,
  });
  const vtt =
    'WEBVTT\n\n00:00:01.000 --> 00:00:09.000\nZebras walk &lt;script&gt;hacked=1&lt;/script&gt; past the lighthouse.\n';
  await demo.api.put(`/items/${body.item.id}/transcript`, vtt, { 'Content-Type': 'text/vtt' });
  await app.idle();
  await demo.api.post(`/items/${body.item.id}/publish`);
  await app.idle();
  return { id, mediaAssetId };
};
