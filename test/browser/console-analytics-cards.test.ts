/** The cards of the analytics: their numbers are those of their CSV; downloads; what can be done about searches. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { analytics } from '../../strings/console/analytics/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { desk } from '../../strings/console/search-admin/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { log } from '../support/engagement.js';
import { buildItem } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { browserPath } from './chromium.js';
import { actionsOf, button, choose, field, notice, startConsolePages } from './console-pages.js';
import {
  buildFiguresLibrary,
  card,
  PERIOD,
  row,
  tile,
  view,
  type CardName,
  type FiguresLibrary,
} from './analytics-library.js';
import { use } from '../support/use.js';

const OVERCAST = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';
const UNKNOWN_WORDS = 'zyzzyva quux';

const hoursOf = (row: CsvRow): number => Math.round(Number(row.watchSeconds) / 36) / 100;
const column = (name: string) => (row: CsvRow) => row[name];
const RECORDS = [column('plays'), hoursOf, column('pageViews')];
const VISITORS = [column('uniqueVisitors'), column('plays')];

/** The numbers of a card's rows, from the rows of its CSV. */
const COLUMNS: Partial<Record<CardName, ((row: CsvRow) => unknown)[]>> = {
  talks: RECORDS,
  series: RECORDS,
  speakers: RECORDS,
  pages: [column('pageViews'), column('uniqueVisitors')],
  sources: VISITORS,
  countries: VISITORS,
  devices: VISITORS,
};

type CsvRow = Record<string, unknown>;

const readCsv = (text: string): CsvRow[] => {
  const [names = [], ...rows] = text
    .trim()
    .split('\n')
    // Texts in double quotes, numbers, and nothing for null.
    .map((line) => JSON.parse(`[${line.replace(/(?<=^|,)(?=,|$)/g, 'null')}]`) as unknown[]);
  return rows.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])));
};

describe.skipIf(!browserPath)('the cards of the analytics', () => {
  let library: FiguresLibrary;
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    library = await buildFiguresLibrary(console.app);
  });

  /** What a card's link downloads. */
  const csvOf = async (page: Page, title: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: withValues(analytics.csvOf, { card: title }), exact: true })
      .click();
    return readFile(await (await download).path(), 'utf8');
  };

  it('have the numbers of their CSV, which are the bytes of the export', async () => {
    const page = await console.open(`analytics?${PERIOD}&compare=true`, 'analyst');
    for (const [name, columns] of Object.entries(COLUMNS) as [CardName, typeof RECORDS][]) {
      await card(page, name).getByRole('row').nth(1).waitFor();
      const shown: number[][] = [];
      for (const one of await card(page, name).locator('tbody tr').all()) {
        const cells = await one.locator('[data-value]').all();
        shown.push(
          await Promise.all(cells.map(async (cell) => Number(await cell.getAttribute('data-value')))),
        );
      }
      const rows = readCsv(await csvOf(page, analytics.cards[name]));
      expect({ name, shown }).toEqual({ name, shown: rows.map((one) => columns.map((of) => of(one))) });
    }
    const saved = await csvOf(page, analytics.cards.pages);
    const { body } = await console.app.demo.api.get(`/stats/export?report=pages&${PERIOD}`);
    expect(saved).toBe(body);
    await page.locator('[data-metric="hours"]').click();
    const title = withValues(analytics.curve.title, { metric: analytics.metrics.hours });
    const days = readCsv(await csvOf(page, title));
    const hours = days.reduce((sum, one) => sum + hoursOf(one), 0);
    expect(await tile(page, 'hours')).toBe(hours);
  });

  it('count downloads by app and by talk', async () => {
    const { app } = console;
    const { collectionId } = library;
    const wine = await buildItem(app.demo, { title: 'On Wine', collectionId });
    await publish(app, wine);
    const file = { fileSizeBytes: 9_600_000, durationSecs: 600, mimeType: 'audio/mpeg' };
    const url = 'https://cdn.example.org/wine.mp3';
    await putMedia(app.app.db, { id: wine.id, accountId: app.demo.account.id }, { ...file, url });
    const { body: feed } = await app.demo.site.get(`/collections/${collectionId}/feed.xml`);
    const [, enclosure = ''] =
      /<enclosure url="[^"]*(\/items\/\d+\/episode\/[^"]+)"/.exec(String(feed)) ?? [];
    const { status } = await app.demo.site.get(enclosure, { 'User-Agent': OVERCAST });
    expect(status).toBe(302);
    await expect.poll(async () => (await app.demo.api.get('/stats/downloads')).body.downloads.total).toBe(1);
    const page = await console.open('analytics?range=day', 'analyst');
    expect(await tile(page, 'downloads')).toBe(1);
    await card(page, 'downloads').getByRole('tab', { name: analytics.tabs.downloads.items }).click();
    await row(page, 'downloads', 'On Wine').waitFor();
    const talks = readCsv(await csvOf(page, analytics.cards.downloads));
    expect(talks).toMatchObject([{ title: 'On Wine', downloads: 1 }]);
    await card(page, 'downloads').getByRole('tab', { name: analytics.tabs.downloads.apps }).click();
    await row(page, 'downloads', 'Overcast').getByRole('button').click();
    await page.waitForURL(/app=Overcast/);
    await expect.poll(() => tile(page, 'plays')).toBe(0);
    expect(await tile(page, 'downloads')).toBe(1);
    await page.locator('[data-metric="downloads"]').click();
    const title = withValues(analytics.curve.title, { metric: analytics.metrics.downloads });
    const series = readCsv(await csvOf(page, title));
    expect(series.reduce((sum, one) => sum + Number(one.downloads), 0)).toBe(1);
  });

  it('show more rows on demand', async () => {
    const { app } = console;
    const start = new Date().toISOString();
    await log(
      app.demo,
      Array.from({ length: 9 }, (_, at) => view(`/page-${at}`, start, '192.0.2.7')),
    );
    const pages = async () => (await app.demo.api.get('/stats/pages?range=day')).body.totalRecords;
    await expect.poll(pages).toBe(9);
    const page = await console.open('analytics?range=day', 'analyst');
    const rows = card(page, 'pages').locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(7);
    await button(page, withValues(analytics.showMoreOf, { card: analytics.cards.pages })).press('Enter');
    await expect.poll(() => rows.count()).toBe(9);
  });

  it('pin a talk for all searches that ask for the same', async () => {
    const { demo } = console.app;
    const queries = ['the good shepherd', 'shepherd the good'];
    for (const query of [queries[0]!, ...queries])
      await demo.site.get(`/search?q=${encodeURIComponent(query)}`);
    const groups = async () => (await demo.api.get('/stats/searches/groups?range=day')).body.groups;
    await expect.poll(groups).toMatchObject([{ query: queries[0], searches: 3 }]);
    const page = await console.open('analytics?range=day', 'editor');
    await card(page, 'searches')
      .getByText(withValues(analytics.groupOf, { queries: queries[1]! }))
      .waitFor();
    await choose(page, actionsOf(queries[0]!), analytics.search.pin);
    await page.getByText(withValues(desk.pinsApplyTo, { queries: queries[1]! })).waitFor();
    await button(page, withValues(desk.pinFirstOf, { title: 'On Bread' })).click();
    await notice(page, withValues(desk.isPinned, { title: 'On Bread' }));
    const { pins } = (await demo.api.get('/search/pins')).body;
    expect(pins).toMatchObject([{ query: queries[0], otherQueries: [queries[1]] }]);
  });

  it('lead from searches to what can be done about them', async () => {
    const { demo } = console.app;
    for (let time = 0; time < 2; time++)
      await demo.site.get(`/search?q=${encodeURIComponent(UNKNOWN_WORDS)}`);
    await expect
      .poll(async () => (await demo.api.get('/stats/searches?range=day')).body.total.searches)
      .toBe(5);
    const page = await console.open('analytics?range=day&searchesTab=withoutResults', 'editor');
    expect(await tile(page, 'searches')).toBe(5);
    const menu = actionsOf(UNKNOWN_WORDS);
    await choose(page, menu, analytics.search.synonym);
    await expect.poll(() => field(page, desk.term).inputValue()).toBe(UNKNOWN_WORDS);
    await page.goBack();
    await choose(page, menu, analytics.search.topic);
    await expect.poll(() => field(page, lists.name).inputValue()).toBe(UNKNOWN_WORDS);
    await button(page, lists.create).click();
    await page.getByRole('cell', { name: UNKNOWN_WORDS, exact: true }).waitFor();
    expect(page.url()).not.toContain('add=');
    await page.goto(`${console.base}/a/demo/analytics?range=day&searchesTab=withoutResults`);
    await choose(page, menu, analytics.search.write);
    await page.getByRole('heading', { name: en.add.talks }).waitFor();
    await expect
      .poll(() => page.getByLabel(en.fields.title, { exact: true }).inputValue())
      .toBe(UNKNOWN_WORDS);
    await page.goto(`${console.base}/a/demo/analytics?range=day`);
    await choose(page, menu, analytics.search.ignore);
    await button(page, menu).waitFor({ state: 'detached' });
    await button(page, en.undo).click();
    await button(page, menu).waitFor();
    const analyst = await console.open('analytics?range=day&searchesTab=top', 'analyst');
    await button(analyst, menu).press('Enter');
    expect(await analyst.getByRole('menuitem').allTextContents()).toEqual([analytics.search.why]);
  });

  it('fail nothing, and keep their content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
