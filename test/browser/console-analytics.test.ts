/** The analytics of the console: numbers that are counted by hand, filters, failures, on paper, and of one talk. */
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { en } from '../../strings/console/en.js';
import { analytics } from '../../strings/console/analytics/en.js';
import { talkAnalytics } from '../../strings/console/analytics/talk.js';
import { lists } from '../../strings/console/lists/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { log, session } from '../support/engagement.js';
import { browserPath } from './chromium.js';
import { button, startConsolePages } from './console-pages.js';
import {
  buildFiguresLibrary,
  card,
  DAYS,
  PERIOD,
  playsAreCounted,
  row,
  tile,
  tiles,
  TOTALS,
  view,
  type FiguresLibrary,
} from './analytics-library.js';
import { lookAt, MOST_SHIFT, OBSERVE_SHIFTS, shiftOf, unseenFocus } from './looks.js';
import { use } from '../support/use.js';

const STAFF = '203.0.113.9';
/** Of the tiles, and of each card. */
const REPORTS = 13;

describe.skipIf(!browserPath)('the analytics', () => {
  let library: FiguresLibrary;
  const console = use(() => startConsolePages(), 'stop');

  const go = (page: Page, query: string): Promise<unknown> =>
    page.goto(`${console.base}/a/demo/analytics?${query}`);

  it('explain themselves while there is nothing, and to those who may not see them', async () => {
    const page = await console.open('analytics', 'editor');
    await page.getByText(analytics.nothing.title).waitFor();
    await page.getByRole('link', { name: analytics.nothing.embed }).waitFor();
    expect(await tile(page, 'plays')).toBe(0);
    const contributor = await console.open('analytics', 'contributor');
    await contributor.getByText(en.notAllowed).waitFor();
  });

  it('are those that were counted by hand', async () => {
    library = await buildFiguresLibrary(console.app);
    const page = await console.open('home', 'analyst');
    await page.addInitScript(OBSERVE_SHIFTS);
    await go(page, PERIOD);
    await page.locator('.recharts-line').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
    expect(await lookAt(page, 'console-analytics-curve', [360, 1280])).toEqual([]);
    expect(await unseenFocus(page)).toEqual([]);
    expect(await tiles(page)).toEqual(TOTALS);
    await row(page, 'talks', 'The Good Shepherd').waitFor();
    const cells = await row(page, 'talks', 'The Good Shepherd').locator('[data-value]').all();
    const values = await Promise.all(cells.map((cell) => cell.getAttribute('data-value')));
    expect(values).toEqual(['1', '1', '1']);
    for (const [name, text] of [
      ['speakers', 'Ruth Adeyemi'],
      ['series', 'Ordinary days'],
      ['pages', '/b'],
    ] as const)
      await row(page, name, text).waitFor();
    expect(await row(page, 'pages', '/b').textContent()).toContain('2');
  });

  it('are asked for all at once, and each once', async () => {
    const page = await console.open('home', 'analyst');
    const asked: string[] = [];
    let isHeld = true;
    const held: (() => Promise<void>)[] = [];
    await page.route(/\/v2\/stats\//, async (route) => {
      asked.push(route.request().url());
      // None is answered before all are asked for.
      if (isHeld) held.push(() => route.continue());
      else await route.continue();
    });
    await go(page, PERIOD);
    await expect.poll(() => asked.length).toBe(REPORTS);
    isHeld = false;
    for (const answer of held) await answer();
    await page.locator('.recharts-line').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(new Set(asked).size).toBe(REPORTS);
    expect(asked).toHaveLength(REPORTS);
  });

  it('are compared with the period before, in numbers and in the curve', async () => {
    const page = await console.open(`analytics?${PERIOD}`, 'analyst');
    await page.getByLabel(analytics.compare).check();
    await page.waitForURL(/compare=true/);
    await row(page, 'talks', 'The Good Shepherd').getByText(analytics.same).waitFor();
    await page.locator('[data-metric="hours"]').getByText('200% more than before').waitFor();
    await button(page, analytics.curve.showTable).click();
    const title = withValues(analytics.curve.title, { metric: analytics.metrics.plays });
    const table = page.getByRole('table', { name: title });
    await table.getByRole('columnheader', { name: analytics.curve.previous }).waitFor();
    // Two days have hours.
    expect(await table.getByRole('row').count()).toBe(49);
    expect(await lookAt(page, 'console-analytics', [360, 1280])).toEqual([]);
  });

  it('are filtered by a row, by the address, and by keys alone', async () => {
    const page = await console.open(`analytics?${PERIOD}`, 'analyst');
    await row(page, 'talks', 'On Bread').getByRole('button').press('Enter');
    await page.waitForURL(new RegExp(`itemId=${library.bread.id}`));
    await expect.poll(() => tile(page, 'plays')).toBe(1);
    expect(await tile(page, 'hours')).toBe(0.5);
    expect(await card(page, 'live').count()).toBe(0);
    const chip = `${lists.removeFilter} ${analytics.filters.itemId}: On Bread`;
    await button(page, chip).press('Enter');
    await expect.poll(() => tile(page, 'plays')).toBe(2);
    await page.locator('[data-metric="pageViews"]').press('Enter');
    await page.waitForURL(/metric=pageViews/);
    await go(page, `${PERIOD}&utmSource=newsletter`);
    await button(page, `${lists.removeFilter} ${analytics.filters.utmSource}: newsletter`).waitFor();
    expect(await tile(page, 'hours')).toBe(1);
    await go(page, `${PERIOD}&sourcesTab=utmSource`);
    await row(page, 'sources', 'newsletter').waitFor();
    await card(page, 'pages').getByRole('tab', { name: analytics.tabs.pages.exit }).press('Enter');
    await page.waitForURL(/pagesTab=exit/);
    await expect.poll(() => card(page, 'pages').getByRole('button', { name: '/b' }).count()).toBe(1);
    expect(await card(page, 'pages').getByRole('button', { name: '/a' }).count()).toBe(0);
  });

  it('do not change for an hour that staff listen', async () => {
    const { demo } = console.app;
    await demo.api.patch('/account', { settings: { staffNetworks: ['203.0.113.0/24'] } });
    await log(demo, [
      view('/a', `${DAYS.from}T14:00:00Z`, STAFF, { itemId: library.bread.id }),
      ...session(library.bread, 'staff', `${DAYS.from}T14:00:00.000Z`, 3_600, { visitorIp: STAFF }),
    ]);
    // What comes later is there: what came before would be, too.
    await log(
      demo,
      session(library.bread, 'later', `${DAYS.to}T09:00:00.000Z`, 0, { visitorIp: '192.0.2.9' }),
    );
    await playsAreCounted(console.app, 4);
    const page = await console.open(`analytics?${PERIOD}`, 'analyst');
    expect(await tiles(page)).toEqual({ ...TOTALS, plays: 3, listeners: 3 });
  });

  it('of a report that fails leave the others as they are', async () => {
    const page = await console.open('home', 'analyst');
    await page.route(/stats\/sources/, (route) =>
      route.fulfill({
        status: 503,
        json: { error: { type: 'ServiceUnavailableError', message: 'Not now' } },
      }),
    );
    await go(page, PERIOD);
    await card(page, 'sources').getByRole('alert').getByText('Not now').waitFor();
    await row(page, 'talks', 'On Bread').waitFor();
    expect(await tile(page, 'plays')).toBe(3);
  });

  it('fit on one page of paper', async () => {
    const page = await console.open(`analytics?${PERIOD}`, 'analyst');
    await row(page, 'talks', 'On Bread').waitFor();
    await page.waitForLoadState('networkidle');
    // Nothing is still being read, or asked for again.
    await expect.poll(() => page.locator('[data-card]').getByText(en.loading).count()).toBe(0);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await button(page, analytics.print).isVisible()).toBe(false);
    await page.setViewportSize({ width: 718, height: 1050 });
    await page.screenshot({ path: 'test-results/console-analytics-print.png', fullPage: true });
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('of one talk stand beside its transcript', async () => {
    const page = await console.open(`analytics?${PERIOD}`, 'analyst');
    await page
      .getByRole('link', { name: withValues(analytics.analyticsOf, { title: 'The Good Shepherd' }) })
      .click();
    const title = withValues(talkAnalytics.title, { title: 'The Good Shepherd' });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const place = page.getByRole('slider', { name: talkAnalytics.place });
    await place.focus();
    await place.press('End');
    await page.locator('[data-part="99"][data-marked="true"]').waitFor();
    await page.locator('[data-part="0"]').getByText('In the beginning.').waitFor();
    await page.locator('[data-part="10"]').hover();
    await page.locator('[data-place]').getByText(/100%/).waitFor();
    await page.getByRole('button', { name: /100% leave/ }).click();
    await page.locator('[data-part="50"][data-marked="true"]').waitFor();
    await page.getByText(talkAnalytics.noMoments).waitFor();
    await page.getByRole('row').filter({ hasText: talkAnalytics.oneDay }).waitFor();
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: withValues(analytics.csvOf, { card: talkAnalytics.audience }) })
      .click();
    expect((await download).suggestedFilename()).toContain('retention');
    expect(await lookAt(page, 'console-analytics-talk', [360, 1280])).toEqual([]);
    expect(await unseenFocus(page)).toEqual([]);
  });

  it('fail nothing, and keep their content security policy', () => {
    expect(console.problems).toEqual([]);
  });

  it('say that events are missing while they are being stored', async () => {
    const clickHouse = await console.app.app.engagement.clickHouse();
    await clickHouse.command('RENAME TABLE searches TO searches_away');
    try {
      await console.app.demo.site.get('/search?q=bread');
      const said = analytics.asOf.split('{time}')[1]!;
      const page = await console.open('home', 'analyst');
      await expect
        .poll(
          async () => {
            await go(page, PERIOD);
            await tile(page, 'plays');
            return page.getByText(said).count();
          },
          { timeout: 60_000 },
        )
        .toBe(1);
    } finally {
      await clickHouse.command('RENAME TABLE searches_away TO searches');
    }
  });
});
