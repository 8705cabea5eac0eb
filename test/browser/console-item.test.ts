/** An item's page in the console: saving beside others, drafts of public items, history, schedules, and reviews. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { itemTexts as texts } from '../../strings/console/item/en.js';
import { buildPerson } from '../support/browser.js';
import { buildItem, buildMedia, buildSpeaker } from '../support/factories.js';
import { browserPath } from './chromium.js';
import { button, dialog, field, notice, says, signIn, startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

/** How long a slow connection takes. */
const LATENCY_MS = 1_500;
const XSS = '"><img src=x onerror="window.__xss=1"><script>window.__xss=1</script>';

describe.skipIf(!browserPath)('an item’s page', () => {
  const api = () => console.app.demo.api;
  const console = use(() => startConsolePages(), 'stop');

  const text = (page: Page, name: keyof typeof en.fields): Locator =>
    page.getByLabel(en.fields[name], { exact: true });
  const itemOf = async (id: number) => (await api().get(`/items/${id}?_expand[]=speakers`)).body.item;
  const publish = async (id: number): Promise<void> => {
    await api().put(`/items/${id}/transcript`, {
      segments: [{ text: 'The lamp was left burning.', startMs: 0, endMs: 2_000 }],
    });
    await expect.poll(async () => (await itemOf(id)).status).toBe('ready');
    expect((await api().post(`/items/${id}/publish`)).status).toBe(200);
    await expect.poll(async () => (await itemOf(id)).status).toBe('published');
  };

  it('keeps what two people write in different fields, and asks about the same one', async () => {
    const { id } = await buildItem(console.app.demo, { title: 'Bread', description: 'First.' });
    const one = await console.open(`items/${id}`, 'editor');
    const other = await console.open(`items/${id}`, 'editor');
    await one.getByText(/also has this item open/).waitFor();
    await text(one, 'title').fill('Bread and wine');
    // What the other one sees follows.
    await expect.poll(() => text(other, 'title').inputValue()).toBe('Bread and wine');
    await text(other, 'description').fill('Second.');
    await says(one, en.item.saved);
    await says(other, en.item.saved);
    expect(await itemOf(id)).toMatchObject({ title: 'Bread and wine', description: 'Second.' });
    expect(await other.getByText(texts.conflicts).count()).toBe(0);

    // The page of the other one still shows the title that it has read.
    await other.route(`**/items/${id}?**`, (route) => route.abort());
    await text(one, 'title').fill('Daily bread');
    await says(one, en.item.saved);
    await expect.poll(async () => (await itemOf(id)).title).toBe('Daily bread');
    await text(other, 'subTitle').fill('Supper');
    await text(other, 'title').fill('Broken bread');
    await other.getByText(texts.conflicts).waitFor();
    const conflict = other.getByRole('group', { name: en.fields.title });
    await conflict.getByText('Daily bread', { exact: true }).waitFor();
    await conflict.getByText('Broken bread', { exact: true }).waitFor();
    await other.unroute(`**/items/${id}?**`);
    // The other fields are saved meanwhile.
    await expect.poll(() => itemOf(id)).toMatchObject({ title: 'Daily bread', subTitle: 'Supper' });
    // Leaving and coming back loses neither.
    await other.reload();
    await other.getByRole('group', { name: en.fields.title }).getByText('Broken bread').waitFor();
    await button(other, texts.keepTheirs).click();
    await expect.poll(() => text(other, 'title').inputValue()).toBe('Daily bread');
    await button(other, en.undo).click();
    await expect.poll(async () => (await itemOf(id)).title).toBe('Broken bread');

    await one.route(`**/items/${id}?**`, (route) => route.abort());
    // What was saved has been read again: else it would come in the middle of typing.
    await other.waitForLoadState('networkidle');
    await expect.poll(() => text(other, 'title').inputValue()).toBe('Broken bread');
    await text(other, 'title').fill('Loaves');
    await expect.poll(async () => (await itemOf(id)).title).toBe('Loaves');
    await text(one, 'title').fill('Fishes');
    await button(one, texts.keepMine).click();
    await expect.poll(async () => (await itemOf(id)).title).toBe('Fishes');
    await one.context().close();
    await other.context().close();
  });

  it('does not conflict with what the same person saves over a slow connection', async () => {
    const { id } = await buildItem(console.app.demo, { title: 'Slow' });
    const page = await console.open(`items/${id}`, 'editor');
    await page.route(`**/items/${id}`, async (route) => {
      const response = await route.fetch();
      await new Promise((done) => setTimeout(done, LATENCY_MS));
      await route.fulfill({ response });
    });
    for (const title of ['Slow a', 'Slow ab', 'Slow abc']) {
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await text(page, 'title').fill(title);
      await sent;
    }
    await text(page, 'title').fill('Slow and steady');
    await expect.poll(async () => (await itemOf(id)).title).toBe('Slow and steady');
    await says(page, en.item.saved);
    expect(await page.getByText(texts.conflicts).count()).toBe(0);
    await page.context().close();
  });

  it('keeps what is typed when the session ends, for the same person alone, and warns at signing out', async () => {
    const { id } = await buildItem(console.app.demo, { title: 'Vigil' });
    const { id: personId, email } = await buildPerson(console.app, [[console.app.demo, 'editor']]);
    const other = await buildPerson(console.app, [[console.app.demo, 'editor']]);
    const page = await console.openAs(`items/${id}`, email);
    const db = console.app.app.db;
    await text(page, 'title').waitFor();
    await db.deleteFrom('personSession').where('personId', '=', personId).execute();
    await text(page, 'description').fill('Written after the session had ended.');
    await page.getByLabel(en.password, { exact: true }).waitFor();
    await signIn(page, other.email);
    expect(await text(page, 'description').inputValue()).toBe('');
    await db.deleteFrom('personSession').where('personId', '=', other.id).execute();
    await page.reload();
    await signIn(page, email);
    await expect
      .poll(async () => (await itemOf(id)).description)
      .toBe('Written after the session had ended.');

    await page.route(`**/items/${id}`, (route) => route.abort());
    await text(page, 'subTitle').fill('Never sent');
    await says(page, en.item.notSaved);
    await button(page, (await page.getByRole('button', { name: /^Person \d+$/ }).textContent())!).click();
    await page.getByRole('menuitem', { name: en.signOut }).click();
    await dialog(page).getByText(en.unsavedOne).waitFor();
    await button(dialog(page), en.signOut).click();
    await page.getByLabel(en.password, { exact: true }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage).length')).toBe(0);
    await page.context().close();
  });

  it('saves changes of a public item to its draft, shows what they are, and publishes or discards them', async () => {
    const speaker = await buildSpeaker(console.app.demo, { name: 'Naomi Stern' });
    const { id } = await buildItem(console.app.demo, { title: 'Lamp' });
    await publish(id);
    const page = await console.open(`items/${id}`, 'editor');
    await says(page, en.item.published);
    await page.getByText(en.item.savesToDraft).waitFor();
    await text(page, 'title').fill('The lamp');
    await page.getByRole('combobox', { name: en.fields.speakers }).click();
    await page.getByRole('option', { name: speaker.name as string }).click();
    await button(page, en.item.updatePublicPage).click();
    const title = dialog(page).getByRole('group', { name: en.fields.title });
    await title.getByText('Lamp', { exact: true }).waitFor();
    await title.getByText('The lamp', { exact: true }).waitFor();
    await dialog(page).getByText('Naomi Stern').waitFor();
    expect(await lookAt(page, 'console-item-changes', [390, 1280])).toEqual([]);
    expect((await itemOf(id)).title).toBe('Lamp');
    await button(dialog(page), en.item.updatePublicPage).click();
    await notice(page, en.item.updated);
    expect(await itemOf(id)).toMatchObject({ title: 'The lamp', speakers: [{ name: 'Naomi Stern' }] });

    await button(page, texts.showPreview).click();
    const preview = page.frameLocator('iframe');
    await preview.getByRole('heading', { name: 'The lamp' }).waitFor();
    await text(page, 'subTitle').fill('By the window');
    await preview.getByText('By the window').waitFor();
    await button(page, en.item.discard).click();
    await dialog(page).getByText('By the window').waitFor();
    await button(dialog(page), en.item.discard).click();
    await expect.poll(() => text(page, 'subTitle').inputValue()).toBe('');
    expect((await itemOf(id)).subTitle).toBeNull();

    await button(page, texts.showHistory).click();
    const applied = page.getByRole('article').filter({ hasText: 'The lamp' });
    await applied.getByText('Naomi Stern').waitFor();
    await applied.getByRole('button', { name: /^Restore/ }).click();
    await notice(page, texts.restored);
    expect(await itemOf(id)).toMatchObject({ title: 'Lamp', speakers: [] });
    await page.context().close();
  });

  it('names what is missing, schedules in the person’s time zone, and goes through a review', async () => {
    const { id } = await buildItem(console.app.demo, { title: 'Later' });
    const contributor = await console.open(`items/${id}`, 'contributor');
    await contributor.getByRole('link', { name: texts.missingSteps.media }).waitFor();
    expect(await button(contributor, texts.schedule).count()).toBe(0);
    await button(contributor, en.item.readyForReview).click();
    await field(contributor, texts.note).fill('Please check the date.');
    await button(dialog(contributor), en.item.readyForReview).click();
    await contributor.getByText('Please check the date.').waitFor();

    const editor = await console.open(`items/${id}`, 'editor');
    await button(editor, texts.sendBack).click();
    await field(editor, texts.note).fill('It is the 5th.');
    await button(dialog(editor), texts.sendBack).click();
    await expect
      .poll(() => itemOf(id))
      .toMatchObject({ readyForReview: false, reviewNote: 'It is the 5th.' });

    await button(editor, texts.schedule).click();
    await field(editor, texts.publishAt).fill('2031-07-06T09:30');
    // In summer Berlin is two hours ahead.
    await dialog(editor).getByText('Times are those of Europe/Berlin (GMT+02:00).').waitFor();
    await button(dialog(editor), texts.saveSchedule).click();
    await editor.getByText(en.item.scheduledFor.replace('{time}', 'Jul 6, 2031, 9:30 AM')).waitFor();
    expect((await itemOf(id)).publishAt).toBe('2031-07-06T07:30:00.000Z');
    await editor.getByText(en.item.savesToDraft).waitFor();
    await button(editor, texts.schedule).click();
    await button(dialog(editor), texts.cancelSchedule).click();
    await button(dialog(editor), texts.saveSchedule).click();
    await expect.poll(async () => (await itemOf(id)).publishAt).toBeNull();
    expect(await lookAt(editor, 'console-item', [390, 1280])).toEqual([]);
    await contributor.context().close();
    await editor.context().close();
  });

  it('publishes a recording without a transcript, and says that it has none', async () => {
    const { id } = await buildItem(console.app.demo);
    await buildMedia(console.app.demo, { id });
    await api().post(`/items/${id}/process`);
    await expect.poll(async () => (await itemOf(id)).status).toBe('ready');
    const editor = await console.open(`items/${id}`, 'editor');
    await editor.getByText(/^No transcript: found by title/).waitFor();
    expect(await editor.getByRole('alert').count()).toBe(0);
    await button(editor, en.item.publish).click();
    await expect.poll(async () => (await itemOf(id)).status).toBe('published');
    await editor.context().close();
  });

  it('runs nothing that somebody has written into its fields', async () => {
    const { id } = await buildItem(console.app.demo, {
      title: XSS,
      subTitle: XSS,
      shortDescription: XSS,
      description: XSS,
    });
    await publish(id);
    await api().patch(`/items/${id}/draft`, { title: `${XSS} again` });
    const page = await console.open(`items/${id}`, 'editor');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: XSS }).waitFor();
    await button(page, texts.showHistory).click();
    await page.getByRole('article').first().waitFor();
    await button(page, en.item.updatePublicPage).click();
    await dialog(page).getByText(`${XSS} again`).waitFor();
    expect(await page.evaluate('window.__xss')).toBeUndefined();
    await page.context().close();
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
