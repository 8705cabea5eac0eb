/** The screens of the console with the records of the account, in a real browser. */
import { describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildCollection, buildItem, buildSeries, buildSpeaker, buildTopic } from '../support/factories.js';
import { browserPath } from './chromium.js';
import {
  actionsOf,
  button,
  choose,
  dialog,
  field,
  isFocused,
  notice,
  png,
  startConsolePages,
} from './console-pages.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('the lists of the console', () => {
  const api = () => console.app.demo.api;
  const console = use(() => startConsolePages(), 'stop');

  it('restores from the trash, says what cannot be restored, and deletes permanently', async () => {
    const series = await buildSeries(console.app.demo, { title: 'Letters to Corinth' });
    await buildTopic(console.app.demo, { name: 'Hope' }).then(({ id }) => api().delete(`/topics/${id}`));
    await api().delete(`/series/${series.id}`);
    await api().delete(`/collections/${series.collectionId}`);
    const page = await console.open('trash');
    await page.getByText('The collection of this record is deleted. Restore it first.').waitFor();
    await choose(page, actionsOf('Hope'), lists.trash.restore);
    await notice(page, withValues(lists.restored, { name: 'Hope' }));
    expect((await api().get('/topics?name=Hope')).body.totalRecords).toBe(1);

    await choose(page, actionsOf('Letters to Corinth'), lists.trash.purge);
    expect(await dialog(page).textContent()).toContain(lists.trash.purgeText);
    await button(page, lists.trash.purge).click();
    await notice(page, lists.trash.purged);
    await page.getByRole('combobox', { name: lists.trash.kind }).click();
    await page.getByRole('option', { name: lists.trash.kinds.collection }).click();
    await page.waitForURL(/kind=collection/);
    expect((await api().get('/trash?kind=series')).body.totalRecords).toBe(0);
  });

  it('adds a series, edits it, and orders its items by keyboard and by dragging', async () => {
    const { id: collectionId } = await buildCollection(console.app.demo, { name: 'Evenings' });
    const page = await console.open('series');
    await button(page, lists.series.add).click();
    await field(page, lists.series.title).fill('The Beatitudes');
    await dialog(page).getByRole('combobox', { name: lists.series.collection }).click();
    await page.getByRole('option', { name: 'Evenings' }).click();
    await button(page, lists.create).click();
    await page.getByRole('heading', { level: 1, name: 'The Beatitudes' }).waitFor();
    const seriesId = Number(/\d+$/.exec(new URL(page.url()).pathname)![0]);
    for (const [at, title] of ['One', 'Two', 'Three'].entries())
      await buildItem(console.app.demo, { title, collectionId, seriesId, orderInSeries: at + 1 });
    await page.reload();
    const order = async (): Promise<string[]> => {
      const { items } = (await api().get(`/items?seriesId=${seriesId}&_orderBy[]=orderInSeries,ASC`)).body;
      return items.map(({ title }: { title: string }) => title);
    };
    await button(page, withValues(lists.order.handle, { name: 'Three' })).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await notice(page, withValues(lists.order.moved, { name: 'Three', n: 1, total: 3 }));
    await notice(page, lists.series.numbered);
    expect(await order()).toEqual(['Three', 'One', 'Two']);
    await button(page, en.undo).click();
    await notice(page, lists.series.orderRestored);
    expect(await order()).toEqual(['One', 'Two', 'Three']);

    await expect.poll(() => page.getByRole('listitem').first().textContent()).toContain('One');
    const from = (await button(page, withValues(lists.order.handle, { name: 'One' })).boundingBox())!;
    const to = (await button(page, withValues(lists.order.handle, { name: 'Three' })).boundingBox())!;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 50, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(order).toEqual(['Two', 'Three', 'One']);

    await page.getByLabel(lists.series.subTitle).fill('Matthew 5');
    await button(page, lists.save).click();
    await notice(page, lists.saved);
    expect((await api().get(`/series/${seriesId}`)).body.series.subTitle).toBe('Matthew 5');
  });

  it('adds a speaker with an image, deletes and restores one, and merges two', async () => {
    const item = await buildItem(console.app.demo, {
      speakers: [{ id: (await buildSpeaker(console.app.demo, { name: 'M. Adler' })).id }],
    });
    const page = await console.open('speakers');
    await button(page, lists.speakers.add).click();
    await field(page, lists.name).fill('Miriam Adler');
    await button(page, lists.create).click();
    await choose(page, actionsOf('Miriam Adler'), lists.edit);
    await page.keyboard.press('Escape');
    await isFocused(button(page, actionsOf('Miriam Adler')));
    await choose(page, actionsOf('Miriam Adler'), lists.edit);
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'miriam.png', mimeType: 'image/png', buffer: await png(200, 200) });
    await notice(page, lists.image.uploaded);
    await dialog(page).getByRole('img', { name: lists.speakers.image }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, actionsOf('Miriam Adler'), lists.delete);
    await notice(page, withValues(lists.deleted, { name: 'Miriam Adler' }));
    await button(page, en.undo).click();
    await notice(page, withValues(lists.restored, { name: 'Miriam Adler' }));

    await choose(page, actionsOf('M. Adler'), lists.merge.action);
    await dialog(page).getByRole('combobox', { name: lists.merge.into }).click();
    await page.getByRole('option', { name: 'Miriam Adler' }).click();
    await button(page, lists.merge.button).click();
    await notice(page, withValues(lists.merge.done, { name: 'M. Adler' }));
    const { speakers } = (await api().get(`/items/${item.id}?_expand=speakers`)).body.item;
    expect(speakers.map(({ name }: { name: string }) => name)).toEqual(['Miriam Adler']);
  });

  it('renames and merges topics, and says why a name is refused', async () => {
    await buildTopic(console.app.demo, { name: 'Grief' });
    await buildTopic(console.app.demo, { name: 'Mourning' });
    const page = await console.open('topics');
    await choose(page, actionsOf('Mourning'), lists.edit);
    await field(page, lists.name).fill('Grief');
    await button(page, lists.save).click();
    await dialog(page)
      .getByText(/already/)
      .waitFor();
    await field(page, lists.name).fill('Sorrow');
    await button(page, lists.save).click();
    await choose(page, actionsOf('Sorrow'), lists.merge.action);
    await dialog(page).getByRole('combobox', { name: lists.merge.into }).click();
    await page.getByRole('option', { name: 'Grief' }).click();
    await button(page, lists.merge.button).click();
    await notice(page, withValues(lists.merge.done, { name: 'Sorrow' }));
    await page.getByLabel(lists.topics.search).fill('sorrow');
    await page.getByText(lists.nothingMatches).waitFor();
    expect(new URL(page.url()).search).toBe('?q=sorrow');
  });

  it('edits a collection, its feed and its variant types', async () => {
    const { id } = await buildCollection(console.app.demo, { name: 'Sermons' });
    const page = await console.open(`collections/${id}`);
    await page.getByText(lists.collections.feedMissing).waitFor();
    await page.getByText(new RegExp(`/collections/${id}/feed\\.xml$`)).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await png(1400, 1400) });
    await notice(page, lists.image.uploaded);
    await page.getByLabel(lists.collections.settings.ownerEmail).fill('podcast@example.org');
    await page.getByLabel(lists.collections.settings.link).fill('https://example.org');
    await page.getByLabel(lists.collections.settings.category).fill('Gardening of the soul');
    await button(page, lists.save).last().click();
    await page.locator('.mantine-InputWrapper-error').first().waitFor();
    await page.getByLabel(lists.collections.settings.category).fill('Religion & Spirituality > Christianity');
    await page.getByLabel(lists.collections.settings.description).fill('A sermon every week.');
    await button(page, lists.save).last().click();
    await page.getByText(lists.collections.feedComplete).waitFor();

    await button(page, lists.collections.addVariantType).click();
    await field(page, lists.name).fill('Sermon only');
    await button(page, lists.create).click();
    const handle = button(page, withValues(lists.order.handle, { name: 'Sermon only' }));
    await handle.waitFor();
    // The list may be there before the dialog has gone.
    await isFocused(button(page, lists.collections.addVariantType));
    const order = async (): Promise<string[]> => {
      const { variantTypes } = (await api().get(`/collections/${id}/variant-types`)).body;
      return variantTypes.map(({ name }: { name: string }) => name);
    };
    const before = await order();
    expect(before.at(-1)).toBe('Sermon only');
    await handle.press('Home');
    await expect.poll(order).toEqual(['Sermon only', ...before.slice(0, -1)]);
    await button(page, withValues(lists.order.delete, { name: 'Sermon only' })).click();
    await button(page, en.undo).click();
    await notice(page, withValues(lists.restored, { name: 'Sermon only' }));
  });

  it('sorts the library by its headings, and keeps views and columns in the address', async () => {
    const series = await buildSeries(console.app.demo, { title: 'Gardens' });
    const values = { seriesId: series.id, collectionId: series.collectionId };
    for (const title of ['Zinnia', 'Aster']) await buildItem(console.app.demo, { title, ...values });
    const page = await console.open(`library?seriesId=${series.id}`);
    const titles = () => page.getByRole('row').getByRole('link').allTextContents();
    const heading = (name: string) => page.getByRole('columnheader', { name });
    await heading(en.fields.title).getByRole('button').click();
    await expect.poll(titles).toEqual(['Aster', 'Zinnia']);
    await heading(en.fields.title).getByRole('button').press('Enter');
    await expect.poll(titles).toEqual(['Zinnia', 'Aster']);
    expect(await heading(en.fields.title).getAttribute('aria-sort')).toBe('descending');

    await button(page, en.library.columns).click();
    await page.getByRole('checkbox', { name: en.library.columnNames.series }).click();
    await page.getByRole('checkbox', { name: en.library.columnNames.speakers }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Gardens' }).first().waitFor();
    expect(await heading(en.fields.speakers).count()).toBe(0);
    await page.reload();
    await page.getByRole('cell', { name: 'Gardens' }).first().waitFor();
    expect(await titles()).toEqual(['Zinnia', 'Aster']);

    await page.getByLabel(en.library.search).fill('zin');
    await expect.poll(titles).toEqual(['Zinnia']);
    await choose(page, en.library.views, en.library.view.all);
    await heading(en.fields.speakers).waitFor();
    expect(await page.getByLabel(en.library.search).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  });

  it('shows what a job did, and undoes it', async () => {
    const item = await buildItem(console.app.demo, { title: 'Bread' });
    const topic = await buildTopic(console.app.demo, { name: 'Table' });
    const { job } = (
      await api().post('/items/bulk', { ids: [item.id], action: 'addTopic', topicId: topic.id })
    ).body;
    const page = await console.open('jobs');
    const name = withValues(lists.jobs.jobOf, { name: lists.jobs.actions.addTopic, id: job.id });
    await button(page, actionsOf(name)).waitFor();
    await page.getByRole('link', { name: lists.jobs.actions.addTopic }).first().click();
    await page.getByRole('link', { name: 'Bread' }).waitFor();
    await button(page, lists.jobs.undo).click();
    await dialog(page).getByRole('button', { name: lists.jobs.undo }).click();
    await page.getByRole('heading', { name: withValues(lists.jobs.undoes, { id: job.id }) }).waitFor();
    await expect
      .poll(async () => (await api().get(`/items/${item.id}?_expand=topics`)).body.item.topics)
      .toEqual([]);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
