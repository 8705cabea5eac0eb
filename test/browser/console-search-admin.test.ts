/** The search desk of the console: finding out why a search fails, and mending it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { desk } from '../../strings/console/search-admin/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { publishTalk } from '../support/factories.js';
import { browserPath } from './chromium.js';
import { actionsOf, button, choose, dialog, field, notice, startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

const TALKS: Record<string, string[]> = {
  'The table of grace': ['We break bread together at the eucharist.', 'The cup is poured out for many.'],
  'Storms at sea': ['The boat was filling with water.', 'He slept on a cushion in the stern.'],
  'Gardens in the desert': ['A seed needs rain.', 'The farmer waits for the harvest with patience.'],
};

describe.skipIf(!browserPath)('the search desk', () => {
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    for (const [title, sentences] of Object.entries(TALKS))
      await publishTalk(console.app.demo, title, sentences);
    await console.app.idle();
  });

  const found = async (q: string): Promise<string[]> =>
    (await console.app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results.map(
      ({ item }: { item: { title: string } }) => item.title,
    );

  it('shows what a score consists of, and why a talk is missing', async () => {
    const page = await console.open('search-desk', 'editor');
    await page.getByLabel(desk.query).fill('boat filling with water');
    await button(page, desk.search).click();
    const storm = page.getByRole('article', { name: 'Storms at sea' });
    await storm.getByText(desk.signals).click();
    const cells = await storm.locator('[data-signal]').all();
    const values: number[] = [];
    for (const cell of cells) values.push(Number(await cell.getAttribute('data-value')));
    expect(values.length).toBeGreaterThan(2);
    const { results } = (
      await console.app.demo.api.post('/search/explain', { query: 'boat filling with water' })
    ).body;
    const { score } = results[0];
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(Math.log(score / (1 - score)), 5);
    await page.getByRole('combobox', { name: desk.whyNot }).fill('gardens');
    await page.getByRole('option', { name: 'Gardens in the desert' }).click();
    await page.getByRole('article', { name: 'Gardens in the desert' }).first().waitFor();
    expect(await lookAt(page, 'console-search-desk', [360, 1280])).toEqual([]);
  });

  it('adds a synonym, pins a talk, and checks that it stays', async () => {
    const query = 'holy communion';
    expect((await found(query))[0]).not.toBe('The table of grace');
    const page = await console.open(`search-desk?q=${encodeURIComponent(query)}`, 'editor');
    await button(page, desk.addSynonym).click();
    await field(page, desk.term).fill('communion');
    await field(page, desk.others).fill('eucharist');
    await button(dialog(page), desk.preview).click();
    const after = dialog(page).getByRole('group', { name: desk.after });
    expect(await after.getByRole('listitem').first().textContent()).toBe('The table of grace');
    expect((await found(query))[0]).not.toBe('The table of grace');
    await button(dialog(page), lists.create).click();
    const first = page.getByRole('link', { name: '1. The table of grace' });
    await first.waitFor();
    expect((await found(query))[0]).toBe('The table of grace');
    await console.app.app.reindex();
    expect((await found(query))[0]).toBe('The table of grace');

    await button(page, withValues(desk.checkOf, { title: 'The table of grace' })).click();
    await notice(page, withValues(desk.isChecked, { title: 'The table of grace' }));
    await page.getByRole('tab', { name: desk.tabs.checks }).click();
    await button(page, desk.runChecks).click();
    await page.getByText(desk.states.passed).waitFor();

    await page.goto(`${console.base}/a/demo/search-desk?q=rain`);
    await button(page, withValues(desk.hideOf, { title: 'Gardens in the desert' })).click();
    await notice(page, withValues(desk.isHidden, { title: 'Gardens in the desert' }));
    expect(await found('rain')).not.toContain('Gardens in the desert');
    await page.getByRole('tab', { name: desk.tabs.pins }).click();
    await page.getByRole('link', { name: 'Gardens in the desert' }).waitFor();
    await page.getByRole('tab', { name: desk.tabs.synonyms }).click();
    await page.getByRole('cell', { name: 'eucharist' }).waitFor();
    await choose(page, actionsOf('communion'), lists.delete);
    await page.getByText(desk.noSynonyms).waitFor();
    expect((await found(query))[0]).not.toBe('The table of grace');
    await button(page, en.undo).click();
    await page.getByRole('cell', { name: 'eucharist' }).waitFor();
    await page.getByRole('tab', { name: desk.tabs.history }).click();
    await page.getByText('communion: eucharist').first().waitFor();
    await page.getByRole('tab', { name: desk.tabs.index }).click();
    await page.getByRole('row', { name: `${desk.indexedItems} 3` }).waitFor();
    await page.getByRole('tab', { name: desk.tabs.checks }).click();
    const csv = `query,itemId,maxRank\nstorms at sea,999999,3\n`;
    const file = { name: 'checks.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel(desk.importChecks).setInputFiles(file);
    await page
      .getByRole('alert')
      .getByText(/\d\.itemId/)
      .waitFor();
  });

  it('is for reading alone for analysts, and not for contributors', async () => {
    const analyst = await console.open('search-desk?tab=synonyms', 'analyst');
    await analyst.getByRole('cell', { name: 'eucharist' }).waitFor();
    expect(await button(analyst, desk.addSynonym).count()).toBe(0);
    const contributor = await console.open('search-desk', 'contributor');
    await contributor.getByText(en.notAllowed).waitFor();
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
