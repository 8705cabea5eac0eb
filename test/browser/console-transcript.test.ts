/** The transcript editor of the console in a real browser: typing, drafts, saving, conflicts, sound, find and replace. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { en } from '../../strings/console/en.js';
import { transcriptTexts as words } from '../../strings/console/transcript/en.js';
import { buildPerson } from '../support/browser.js';
import { buildItem } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { browserPath, openBrowser, type TestBrowser } from './chromium.js';
import { button, says, signIn } from './console-pages.js';
import { lookAt } from './looks.js';
import { addRecording } from './recording.js';

const TEXTS = [
  'Grace and piece to you.',
  'Tabeta was a disciple in Joppa.',
  'She sewed coats for the widows.',
  'Then Tabeta fell ill and died.',
  'Peter said: Tabeta, get up.',
];
const SEGMENT_MS = 4_000;
/** About as many words as a talk of three hours has. */
const LONG = { segments: 3_000, words: 9 };

describe.skipIf(!browserPath)('the transcript editor', () => {
  let app: TestApp;
  let browser: TestBrowser;
  let base: string;
  const problems: string[] = [];
  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}`;
    app = await startApp({ env: { CONSOLE_PORT: String(port), CONSOLE_BASE_URL: base } });
    browser = await openBrowser();
    await app.app.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
      .execute();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const open = async (path: string, role: 'owner' | 'analyst' = 'owner'): Promise<Page> => {
    const { email } = await buildPerson(app, [[app.demo, role]]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
        problems.push(message.text());
    });
    await page.goto(base + path);
    await signIn(page, email);
    return page;
  };
  const field = (page: Page, n: number): Locator =>
    page.getByRole('textbox', { name: words.segment.replace('{n}', String(n)), exact: true });
  const buildTalk = async (segments: readonly object[] = TEXTS.map(segmentOf)) => {
    const { id } = await buildItem(app.demo);
    const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, { segments });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { id: id as number, path: `/a/demo/items/${id}/transcript` };
  };
  const segmentOf = (text: string, i: number) => ({
    text,
    startMs: i * SEGMENT_MS,
    endMs: (i + 1) * SEGMENT_MS,
    speaker: i === 0 ? 'Ruth Adeyemi' : 'Samuel Okoro',
    words: text.split(' ').map((word, n) => ({
      text: word,
      startMs: i * SEGMENT_MS + n * 500,
      endMs: i * SEGMENT_MS + n * 500 + 400,
      confidence: word === 'piece' ? 0.3 : 0.9,
    })),
  });
  const stored = async (id: number) => {
    const { body } = await app.demo.api.get(`/items/${id}/transcript/segments`);
    return body.segments as { id: string; text: string; speaker: string | null }[];
  };
  const revisionsOf = async (id: number): Promise<number> =>
    (await app.demo.api.get(`/items/${id}/transcript/revisions`)).body.totalRecords;
  const caretAt = (place: Locator, at: number) =>
    place.evaluate((element: any, to: number) => {
      element.focus();
      element.setSelectionRange(to, to);
    }, at);
  const hasFocus = (place: Locator) =>
    place.evaluate((element: any) => element === element.ownerDocument.activeElement);

  it('edits, splits, merges and names speakers; the draft survives a reload, and is saved as one revision', async () => {
    const { id, path } = await buildTalk();
    const page = await open(path);
    await field(page, 1).fill('Grace and peace to you.');
    await says(page, en.item.saving);
    await says(page, en.item.saved);

    await caretAt(field(page, 1), 10);
    await page.keyboard.press('Enter');
    await page.keyboard.type('and ');
    expect(await field(page, 2).inputValue()).toBe('and peace to you.');
    await caretAt(field(page, 4), 0);
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' ');
    expect(await field(page, 3).inputValue()).toBe(`${TEXTS[1]}  ${TEXTS[2]}`);
    await caretAt(field(page, 2), 0);
    await page.keyboard.press('Alt+Digit2');
    expect(await page.getByLabel(words.speakerOf.replace('{n}', '2'), { exact: true }).inputValue()).toBe(
      'Samuel Okoro',
    );
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    await expect
      .poll(
        async () =>
          (await app.app.db.selectFrom('transcriptDraft').select('operations').execute())[0]?.operations,
      )
      .toContain('"op":"speaker"');
    await says(page, en.item.saved);
    expect((await stored(id)).map(({ text }) => text)).toEqual(TEXTS);

    await page.reload();
    await expect.poll(() => field(page, 2).inputValue()).toBe('and peace to you.');
    await button(page, words.save).click();
    await says(page, words.applied);
    expect((await stored(id)).map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Grace and', 'Ruth Adeyemi'],
      ['and peace to you.', 'Samuel Okoro'],
      [`${TEXTS[1]} ${TEXTS[2]}`, 'Samuel Okoro'],
      [TEXTS[3], 'Samuel Okoro'],
      [TEXTS[4], 'Samuel Okoro'],
    ]);
    expect(await revisionsOf(id)).toBe(1);
    expect(await app.app.db.selectFrom('transcriptDraft').select('id').execute()).toEqual([]);
    expect(await field(page, 2).inputValue()).toBe('and peace to you.');
  });

  it('loses nothing of a tab that is killed without a connection', async () => {
    const { path } = await buildTalk();
    const page = await open(path);
    await field(page, 1).waitFor();
    await page.route('**/transcript/draft**', (route) => route.abort());
    await field(page, 1).fill('Grace and peace.');
    await says(page, en.item.notSaved);
    const second = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await second.goto(base + path);
    await expect.poll(() => field(second, 1).inputValue()).toBe('Grace and peace.');
  });

  it('shows both texts of a segment that somebody else has changed, and saves the one that is chosen', async () => {
    const { id, path } = await buildTalk();
    const [first, second] = await stored(id);
    const page = await open(path);
    await field(page, 1).fill('Grace and peace to you, mine.');
    await field(page, 2).fill('Tabitha was a disciple.');
    await says(page, en.item.saved);
    await app.demo.api.patch(`/items/${id}/transcript`, {
      operations: [
        { op: 'text', segmentId: first!.id, text: 'Grace and peace to you, theirs.' },
        { op: 'text', segmentId: second!.id, text: 'Dorcas was a disciple.' },
      ],
    });
    await button(page, words.save).click();
    const region = page.getByRole('region', { name: words.conflicts });
    await region.waitFor();
    for (const text of [TEXTS[0]!, 'Grace and peace to you, mine.', 'Grace and peace to you, theirs.'])
      expect(await region.getByText(text, { exact: true }).count()).toBe(1);
    expect(await button(page, words.save).isDisabled()).toBe(true);
    await region.getByRole('button', { name: words.keepMine }).first().click();
    await region.getByRole('button', { name: words.keepTheirs }).last().click();
    await says(page, words.allDecided);
    await button(page, words.save).click();
    await says(page, words.applied);
    expect((await stored(id)).slice(0, 2).map(({ text }) => text)).toEqual([
      'Grace and peace to you, mine.',
      'Dorcas was a disciple.',
    ]);
    expect(await region.count()).toBe(0);
    expect(await field(page, 2).inputValue()).toBe('Dorcas was a disciple.');
  });

  it('offers a name that was corrected once everywhere else, with a preview of each place', async () => {
    const { id, path } = await buildTalk();
    const page = await open(path);
    await field(page, 2).fill('Tabitha was a disciple in Joppa.');
    await field(page, 1).focus();
    await page.getByText(words.otherTalks.replace('{from}', 'Tabeta')).waitFor();
    await button(page, words.showPlaces).click();
    const panel = page.getByRole('region', { name: words.findAndReplace });
    await panel.getByText('Peter said:').waitFor();
    expect(await panel.locator('ins').allTextContents()).toEqual(['Tabitha', 'Tabitha']);
    await panel.getByRole('checkbox').last().uncheck();
    await panel.getByRole('button', { name: words.replace.replace('{n}', '1') }).click();
    await says(page, words.replaced.replace('{n}', '1'));
    await page.keyboard.press('Control+s');
    await says(page, words.applied);
    expect(
      (await stored(id))
        .map(({ text }) => text)
        .join(' ')
        .match(/Tab\w+/g),
    ).toEqual(['Tabitha', 'Tabitha', 'Tabeta']);
  });

  it('plays with Tab, goes back with Shift and Tab, follows the sound, and lets Tab go after Escape', async () => {
    const { id, path } = await buildTalk();
    await addRecording(app.demo, id, 20);
    const page = await open(path);
    await field(page, 3).click();
    const sound = page.locator('audio');
    const state = () => sound.evaluate((one: any) => [one.paused, Math.floor(one.currentTime)]);
    await expect.poll(state).toEqual([true, 8]);
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await state())[0]).toBe(false);
    await page.locator('[data-segment-id] [data-current="true"]').getByText(TEXTS[2]!).first().waitFor();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(async () => Number((await state())[1])).toBeLessThan(8);
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await state())[0]).toBe(true);
    expect(await hasFocus(field(page, 3))).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await hasFocus(field(page, 3))).toBe(false);
  });

  it('renders only the rows on the screen of a long transcript, and one row for a key', async () => {
    const text = Array.from({ length: LONG.words }, (_, i) => `word${i}`).join(' ');
    const { path } = await buildTalk(Array.from({ length: LONG.segments }, (_, i) => segmentOf(text, i)));
    const page = await open(path);
    await field(page, 1).click();
    expect(await page.locator('[data-segment-id]').count()).toBeLessThan(60);
    for (const key of 'Grace and peace') await page.keyboard.press(key === ' ' ? 'Space' : key);
    const marks = async (): Promise<number[]> =>
      page.evaluate("performance.getEntriesByName('lectern:key-to-paint').map(({ detail }) => detail.ms)");
    await expect.poll(async () => (await marks()).length).toBe(15);
    expect(Math.min(...(await marks()))).toBeGreaterThan(0);
    await page.keyboard.press('Control+f');
    await page.getByLabel(words.find, { exact: true }).fill('word8');
    await says(page, words.places.replace('{n}', String(LONG.segments)));
    await field(page, 1).focus();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await field(page, LONG.segments).waitFor();
    // The caret is still where it was.
    expect(await field(page, 1).count()).toBe(1);
  });

  it('is read only for analysts', async () => {
    const { path } = await buildTalk();
    const page = await open(path, 'analyst');
    await field(page, 1).waitFor();
    expect(await field(page, 1).isEditable()).toBe(false);
    expect(await button(page, words.save).count()).toBe(0);
  });

  it('is accessible at all widths, light and dark', async () => {
    const { id, path } = await buildTalk();
    await addRecording(app.demo, id, 20);
    const page = await open(path);
    await button(page, words.findAndReplace).click();
    await page.getByLabel(words.find, { exact: true }).fill('Tabeta');
    await field(page, 1).waitFor();
    expect(await lookAt(page, 'console-transcript', [360, 768, 1440])).toEqual([]);
    expect(await lookAt(page, 'console-transcript', [360, 768])).toEqual([]);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(problems).toEqual([]);
  });
});
