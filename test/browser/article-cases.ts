/** Talks without a recording in the browser: on their pages, and on another site. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { SEARCH, type Fixture } from './fixture.js';
import { lookAt } from './looks.js';

const PARAGRAPHS = [
  { text: 'The walled garden', heading: true },
  ...Array.from({ length: 20 }, (_, at) => ({
    text: `Row ${at} of the garden. ${'The keeper turns the soil before the rain comes over the hill. '.repeat(5)}`.trim(),
  })),
  { text: 'A practice for the week', heading: true },
  { text: 'Listen for the quince blossom that opens before the chiffchaff sings.' },
];
const QUINCE = PARAGRAPHS.length - 1;

const TIMED = [
  { text: 'We begin with salt.', startMs: 400, endMs: 3_000, speaker: 'Ann' },
  { text: 'Who brought it here?', startMs: 63_000, endMs: 69_000, speaker: 'Ben' },
  { text: 'The ships of the north did.', startMs: 70_000, endMs: 80_000, speaker: 'Ann' },
];

/** Words that are highlighted without changing the page. */
const marked = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);

/** An expression for the paragraph shown by a player, which may be inside a search. */
const SHOWN = `(document.querySelector('lectern-search')?.shadowRoot ?? document)
  .querySelector('lectern-player').shadowRoot.querySelector('lectern-article').shadowRoot.querySelector('.shown')`;

const isInView = (page: Page, element: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const { top, bottom } = (${element}).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`);

/** @param fixture read when the tests run */
export const articleCases = (fixture: () => Fixture): void => {
  const add = async (title: string, segments: object[]): Promise<number> => {
    const { app } = fixture();
    const item = await buildItem(app.demo, { title, date: '1998-01-01', autoPublish: true });
    expect((await app.demo.api.put(`/items/${item.id}/transcript`, { segments })).status).toBe(200);
    await app.idle();
    return item.id;
  };

  it('search finds articles by paragraph and links to it, on public pages and on other sites', async () => {
    const { host, site, visit } = fixture();
    const id = await add('On the quince', PARAGRAPHS);
    const page = await visit(`${host}/items/${id}#p${QUINCE}`);
    const target = `document.querySelector('#p${QUINCE}')`;
    const ground = (element: string) => page.evaluate(`getComputedStyle(${element}).backgroundColor`);
    await expect.poll(() => isInView(page, target)).toBe(true);
    expect(await ground(target)).not.toBe(await ground(`document.querySelector('#p${QUINCE - 1}')`));

    const find = page.getByRole('textbox', { name: 'Find in this talk' });
    await find.fill('Garden');
    await page.getByText('1 of 21').waitFor();
    expect(new Set((await marked(page, 'lectern-found')).map((word) => word.toLowerCase()))).toEqual(
      new Set(['garden']),
    );
    await page.keyboard.press('Enter');
    await page.getByText('2 of 21').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.getByText('21 of 21').waitFor();
    expect(await marked(page, 'lectern-shown')).toEqual(['garden']);
    await find.press('Escape');
    expect(await find.inputValue()).toBe('');
    await page.getByText('21 of 21').waitFor({ state: 'hidden' });
    await find.fill('zzz');
    await page.getByRole('button', { name: /next/i }).waitFor({ state: 'hidden' });
    expect(await marked(page, 'lectern-found')).toEqual([]);
    const problems = await lookAt(page, 'page-article');

    await page.goto(site.page(`<lectern-player item="${id}" details></lectern-player>`) + `#p${QUINCE}`);
    await expect.poll(() => page.evaluate(`${SHOWN}?.textContent.trim()`)).toBe(PARAGRAPHS[QUINCE]!.text);
    await expect.poll(() => isInView(page, SHOWN)).toBe(true);
    await page.getByRole('textbox', { name: 'Find in this talk' }).fill('quince');
    await page.getByText('1 of 1').waitFor();
    problems.push(...(await lookAt(page, 'article', [320])));

    await page.goto(site.page(SEARCH, { query: 'q=quince+blossom+before+the+chiffchaff' }));
    await page.locator('.passage', { hasText: 'chiffchaff' }).first().click();
    const opened = () => new URL(page.url()).searchParams;
    await expect.poll(() => opened().get('item')).toBe('on-the-quince');
    const paragraph = Number(opened().get('p'));
    await expect.poll(() => page.evaluate(`${SHOWN}?.textContent.trim()`)).toBe(PARAGRAPHS[paragraph]!.text);
    await expect.poll(() => isInView(page, SHOWN)).toBe(true);
    await page.context().close();
    expect(problems).toEqual([]);
  });

  it('articles show headings, lists, quotations and tables, on public pages and on other sites', async () => {
    const { app, host, site, visit } = fixture();
    const id = await add('On the road', [
      { text: 'The road', heading: true, level: 2 },
      { text: '1. bread', kind: 'listItem', level: 1 },
      { text: 'crust', kind: 'listItem', level: 2 },
      { text: '2. water', kind: 'listItem', level: 1 },
      { text: 'A closer look', heading: true, level: 4 },
      { text: 'The Lord is my shepherd.', kind: 'quote' },
      { text: 'It wasn’t far, they said.' },
      { text: 'Day | Miles', kind: 'tableHead' },
      { text: '1 | <b>twelve</b> leagues', kind: 'tableRow' },
      { text: '* * *', heading: true },
      ...Array.from({ length: 12 }, (_, at) => ({
        text: `Milestone ${at}. ${'The road goes on. '.repeat(9)}`,
      })),
      { text: 'a | b | c | d | e | f | g | h | i | j', kind: 'tableRow' },
    ]);
    expect((await app.demo.site.get(`/items/${id}`)).body.item.hasRecording).toBe(false);
    const problems: string[] = [];
    for (const [name, url] of [
      ['page-structure', `${host}/items/${id}`],
      ['structure', site.page(`<lectern-player item="${id}" details></lectern-player>`)],
    ] as const) {
      const page = await visit(`${url}#p8`);
      await page.getByRole('heading', { name: 'A closer look' }).waitFor();
      const [road, closer] = await Promise.all(
        ['The road', 'A closer look'].map((heading) =>
          page.getByRole('heading', { name: heading, exact: true }).evaluate((one: any) => one.localName),
        ),
      );
      expect(Number(closer!.slice(1))).toBe(Number(road!.slice(1)) + 1);
      expect(
        await page
          .locator('ol > li')
          .filter({ hasText: /bread|crust|water/ })
          .count(),
      ).toBe(3);
      expect(await page.locator('li[value="2"]').innerText()).toBe('water');
      expect(await page.locator('blockquote').innerText()).toBe('The Lord is my shepherd.');
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Day', 'Miles']);
      expect(await page.getByRole('cell', { name: '<b>twelve</b> leagues' }).count()).toBe(1);
      expect(await page.locator('hr').count()).toBe(1);
      const row = page.locator('tr', { hasText: 'twelve' });
      const plain = page.locator('tr', { hasText: 'Miles' });
      const ground = (one: any) => one.ownerDocument.defaultView.getComputedStyle(one).backgroundColor;
      await expect.poll(() => row.evaluate(ground)).not.toBe(await plain.evaluate(ground));
      for (const words of ['water', "WASN'T"]) {
        await page.getByRole('textbox', { name: 'Find in this talk' }).fill(words);
        await page.getByText('1 of 1').waitFor();
      }
      problems.push(...(await lookAt(page, name, [320, 1280])));
      await page.context().close();
    }
    expect(problems).toEqual([]);
  });

  it('articles with times show the text at the time in their URL', async () => {
    const { host, visit } = fixture();
    const id = await add('On salt', TIMED);
    const page = await visit(`${host}/items/${id}?t=70`);
    await page.locator('.transcript > .shown', { hasText: 'The ships of the north' }).waitFor();
    expect(await page.locator('.transcript > .shown .time').innerText()).toBe('1:10');
    await page.goto(`${host}/items/${id}?t=69`);
    await page.locator('.transcript > .shown', { hasText: 'Who brought it here' }).waitFor();
    for (const t of ['1:09', '1m9s', '69s']) {
      await page.goto(`${host}/items/${id}?t=${t}`);
      await page.locator('.transcript > .shown', { hasText: 'Who brought it here' }).waitFor();
    }
    await page.goto(`${host}/items/${id}?t=soon`);
    await page.locator('.find-text').waitFor();
    expect(await page.locator('.transcript > .shown').count()).toBe(0);
    await page.locator('a.time', { hasText: '1:10' }).click();
    await page.waitForURL('**#p2');
    expect(await page.locator('.transcript > :target').innerText()).toContain('The ships of the north');
    await page.context().close();
  });

  it('players mark the transcript line at the start time and close the share menu on Escape', async () => {
    const { host, visit } = fixture();
    // One cue ends at 70.9 s, where the next one starts.
    for (const [t, written] of [
      [70, '1m10s'],
      [71, '71'],
    ] as const) {
      const page = await visit(`${host}/items/the-brother-across-town?t=${written}`);
      const line = page.locator('.line[aria-current="true"]');
      await line.waitFor();
      const [from, to] = await line.evaluate((one: any) => {
        const seconds = (link: any) => Number(new URL(link.href).searchParams.get('t'));
        const lines = [...one.parentNode.querySelectorAll('.line')];
        return [seconds(one), seconds(lines[lines.indexOf(one) + 1])];
      });
      expect([t, from <= t, t < to]).toEqual([t, true, true]);
      if (t === 70) {
        const share = page.getByRole('button', { name: 'Share' });
        await share.click();
        const link = page.locator('#link');
        await link.waitFor();
        expect(await link.inputValue()).toBe(`${host}/items/the-brother-across-town?t=70`);
        await link.press('Escape');
        await link.waitFor({ state: 'hidden' });
        expect(await share.evaluate((one: any) => one.getRootNode().activeElement === one)).toBe(true);
        expect(page.url()).toContain('/items/the-brother-across-town');
      }
      await page.context().close();
    }
  });
};
