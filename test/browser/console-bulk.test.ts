/** Changing many items of the library at once, and the keys of the library, in a real browser. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../../strings/console/bulk/en.js';
import { en } from '../../strings/console/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildCollection, buildItem, buildReadyItem, buildTopic } from '../support/factories.js';
import { browserPath } from './chromium.js';
import { button, dialog, notice, startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

const select = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: withValues(bulk.select, { title }) });

describe.skipIf(!browserPath)('the bulk bar of the library', () => {
  const demo = () => console.app.demo;
  const titles = ['Bread', 'Wine', 'Salt'];
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    const { id: collectionId } = await buildCollection(demo(), { name: 'Table talks' });
    for (const title of titles) {
      const item = await buildReadyItem(console.app, demo(), { title, collectionId });
      const segments = [{ startMs: 0, endMs: 2_000, text: `${title} of Melkisedek, and Melkisedek alone.` }];
      await demo().api.put(`/items/${item.id}/transcript`, { segments });
    }
    await console.app.idle();
    await buildItem(demo(), { title: 'Unfinished' });
    await buildTopic(demo(), { name: 'Communion' });
  });

  const topicsOf = async (title: string): Promise<string[]> => {
    const { items } = (await demo().api.get(`/items?title=${title}&_expand=topics`)).body;
    return items[0].topics.map(({ name }: { name: string }) => name);
  };

  it('shows what would change, changes it, and undoes it', async () => {
    const page = await console.open('library');
    await select(page, 'Bread').click();
    await select(page, 'Wine').click();
    await page.getByText(withValues(bulk.selected, { n: 2 })).waitFor();
    await button(page, bulk.actions.addTopic).click();
    await dialog(page).getByRole('combobox', { name: bulk.topic }).click();
    await page.getByRole('option', { name: 'Communion' }).click();
    await button(page, bulk.preview).click();
    await page.getByText(withValues(bulk.wouldChange, { changed: 2, total: 2 })).waitFor();
    expect(await topicsOf('Bread')).toEqual([]);
    await button(page, withValues(bulk.apply, { n: 2 })).click();
    await notice(page, withValues(bulk.changed, { n: 2 }));
    expect([await topicsOf('Bread'), await topicsOf('Wine')]).toEqual([['Communion'], ['Communion']]);
    await button(page, en.undo).click();
    await notice(page, bulk.undone);
    expect(await topicsOf('Bread')).toEqual([]);
  });

  it('selects all that match, and says why some would not change', async () => {
    const page = await console.open('library');
    await button(page, withValues(bulk.selectAll, { n: 4 })).click();
    await page.getByText(withValues(bulk.allSelected, { n: 4 })).waitFor();
    await button(page, bulk.actions.replaceText).click();
    await dialog(page).getByLabel(bulk.find, { exact: true }).fill('Melkisedek');
    await dialog(page).getByLabel(bulk.replaceWith, { exact: true }).fill('Melchizedek');
    await button(page, bulk.preview).click();
    await page.getByText(withValues(bulk.wouldReplace, { changed: 3, hits: 6 })).waitFor();
    await page.getByText(lists.jobs.reasons).waitFor();
    await page
      .getByText(/Melchizedek/)
      .first()
      .waitFor();
    expect(await lookAt(page, 'console-bulk', [360, 1280])).toEqual([]);
    await button(page, withValues(bulk.apply, { n: 3 })).click();
    await notice(page, withValues(bulk.changed, { n: 3 }));
    await page.getByLabel(en.library.search).fill('salt');
    await button(page, withValues(bulk.selectAll, { n: 1 })).click();
    await button(page, bulk.actions.delete).click();
    await button(page, withValues(bulk.applyDelete, { n: 1 })).click();
    await notice(page, withValues(bulk.changed, { n: 1 }));
    await page.getByText(en.library.nothing).waitFor();
    await button(page, en.undo).last().click();
    await page.getByRole('link', { name: 'Salt' }).waitFor();
  });

  it('moves, selects, opens and searches with keys, none of which acts in a field', async () => {
    const page = await console.open('library?sort=title');
    await page.getByRole('link', { name: 'Bread' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    expect(await select(page, 'Bread').isChecked()).toBe(true);
    await page.keyboard.press('?');
    await dialog(page).getByText(bulk.keys.x).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await select(page, 'Bread').isChecked()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('xjke?/');
    expect(await page.getByLabel(en.library.search).inputValue()).toBe('xjke?/');
    await page.getByText(en.library.nothing).waitFor();
    await page.getByLabel(en.library.search).fill('');
    await page.getByRole('link', { name: 'Bread' }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'Bread' }).waitFor();
  });

  it('offers each role what it may do', async () => {
    const page = await console.open('library', 'contributor');
    await select(page, 'Bread').click();
    await button(page, bulk.actions.delete).waitFor();
    expect(await button(page, bulk.actions.publish).count()).toBe(0);
    const analyst = await console.open('library', 'analyst');
    await analyst.getByRole('link', { name: 'Bread' }).waitFor();
    expect(await analyst.getByRole('checkbox').count()).toBe(0);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
