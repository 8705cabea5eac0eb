/** Reports match what visitors did in the browser, to the millisecond and the click. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishTalk, type Built } from '../support/factories.js';
import { randomOf } from '../support/seed.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';
import { browserPath, openBrowser, type TestBrowser } from './chromium.js';
import { startChurchSite, type ChurchSite } from './church-site.js';
import { addRecording } from './recording.js';
import { VISITOR_SCRIPT } from './visitor-script.js';
import { makeVisits, type Search, type Session, type Truth } from './visits.js';

const VISITORS = 5;
/** `TEST_VISITS=100` runs more. */
const VISITS = Number(process.env.TEST_VISITS ?? 15);
const RECORDING_SECS = 60;
const QUERIES = ['bees in winter', 'sourdough bread', 'the keeper of the lighthouse', '"xyzzy plugh"', ''];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const watched = (sessions: readonly Session[]): number => sum(sessions.map(({ heardMs }) => heardMs)) / 1_000;

describe.skipIf(!browserPath)('visits to a site', () => {
  const app = useApp({ worker: true });
  let site: ChurchSite;
  let browser: TestBrowser;
  beforeAll(async () => {
    await app.app.accounts.makeDefault(app.demo.account);
    site = await startChurchSite(`http://localhost:${new URL(app.publicUrl).port}`);
    browser = await openBrowser();
    await app.demo.api.patch('/account', { settings: { publicSites: [site.url] } });
    for (const [title, sentences] of Object.entries(talks))
      await addRecording(app.demo, await publishTalk(app.demo, title, sentences), RECORDING_SECS);
    await app.idle();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** A separate browser that stays open until the end, because beacons of closed pages need time to arrive. */
  const visit = async (number: number, truth: Truth): Promise<void> => {
    const random = randomOf(`visitor ${number}`);
    const context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    await context.addInitScript(VISITOR_SCRIPT);
    const isRemembered = number % 2 === 0;
    const url = site.page(
      `<lectern-search url-state="off" open="player" ${isRemembered ? 'remember' : ''}></lectern-search>`,
    );
    await makeVisits({ context, url, isRemembered, random, queries: QUERIES }, VISITS / VISITORS, truth);
  };

  const stats = async (path: string): Promise<Built> => {
    const { status, body } = await app.demo.api.get(`/stats/${path}?range=year`);
    expect(status).toBe(200);
    return body;
  };

  it('appear in the reports as they happened', async () => {
    const truth: Truth = { sessions: [], searches: [] };
    await Promise.all(Array.from({ length: VISITORS }, (_, number) => visit(number, truth)));
    const { sessions, searches } = truth;
    await expect
      .poll(() => reported(stats), { timeout: 60_000 })
      .toEqual({
        overview: {
          plays: sessions.length,
          watchSeconds: watched(sessions),
          searches: searches.length,
          // All visits come from one IP address with the same browser.
          uniqueVisitors: 1,
        },
        items: [...new Set(sessions.map(({ itemId }) => itemId))]
          .sort((one, other) => one - other)
          .map((itemId) => itemMetrics(sessions, itemId)),
        total: searchMetrics(searches, sessions),
        queries: [...new Set(searches.map(({ query }) => query))].sort().map((query) => ({
          query,
          ...searchMetrics(
            searches.filter((search) => search.query === query),
            sessions,
          ),
        })),
      });
  }, 300_000);
});

/** The parts of the reports that visits affect. */
const reported = async (stats: (path: string) => Promise<Built>) => {
  const { plays, watchSeconds, searches, uniqueVisitors } = (await stats('overview')).overview;
  const { items } = await stats('top-items');
  const { total, queries } = await stats('searches');
  return {
    overview: { plays, watchSeconds, searches, uniqueVisitors },
    items: items
      .map((item: Built) => ({
        itemId: item.itemId,
        plays: item.plays,
        uniqueSessions: item.uniqueSessions,
        watchSeconds: item.watchSeconds,
        searchPlays: item.searchPlays,
      }))
      .sort((one: Built, other: Built) => one.itemId - other.itemId),
    total,
    queries: queries.sort((one: Built, other: Built) => (one.query < other.query ? -1 : 1)),
  };
};

const itemMetrics = (sessions: readonly Session[], itemId: number) => {
  const own = sessions.filter((session) => session.itemId === itemId);
  return {
    itemId,
    plays: own.length,
    uniqueSessions: own.length,
    watchSeconds: watched(own),
    searchPlays: own.filter(({ searchId }) => searchId !== null).length,
  };
};

const searchMetrics = (searches: readonly Search[], sessions: readonly Session[]) => {
  const clicks = searches.flatMap((search) => search.clicks);
  const plays = sessions.filter(({ searchId }) => searches.some((search) => search.searchId === searchId));
  return {
    searches: searches.length,
    withoutResults: searches.filter(({ totalRecords }) => totalRecords === 0).length,
    clicks: clicks.length,
    clickThroughRate: searches.filter((search) => search.clicks.length > 0).length / searches.length,
    averageClickRank: clicks.length > 0 ? sum(clicks) / clicks.length : null,
    plays: plays.length,
    watchSeconds: watched(plays),
  };
};
