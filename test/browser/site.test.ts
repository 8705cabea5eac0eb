/** A church's site in a real browser: what visitors can do with `<lectern-search>`, by keyboard. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserPath } from './chromium.js';
import { HOSTILE_TITLE, PLAYER_OF, SEARCH, startFixture, TALK } from './fixture.js';
import { use } from '../support/use.js';

const box = (page: Page) => page.locator('#box');
const titles = (page: Page) => page.locator('lectern-search .results .title').allInnerTexts();
const currentTime = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`${PLAYER_OF}?.currentTime ?? -1`));

describe.skipIf(!browserPath)('the search of a site', () => {
  const at = use(() => startFixture(), 'stop');

  it('can be used by keyboard from a query with a typo to the passage, and back to the same results', async () => {
    const page = await at.visit(at.site.page(SEARCH));
    await page.getByRole('heading', { name: 'Latest talks' }).waitFor();
    await box(page).focus();
    await page.keyboard.type('forgivness', { delay: 5 });
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await box(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const chosen = await box(page).getAttribute('aria-activedescendant');
    expect(await page.locator(`#${chosen}`).getAttribute('aria-selected')).toBe('true');
    expect(await page.locator(`#${chosen}`).innerText()).toContain('Forgiveness');
    await page.keyboard.press('Escape');
    expect(await box(page).getAttribute('aria-expanded')).toBe('false');
    expect(await box(page).inputValue()).toBe('forgivness');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // Choosing a topic filters.
    await expect.poll(() => new URL(page.url()).searchParams.get('topic')).toMatch(/^\d+$/);
    await expect.poll(() => titles(page)).toContain(TALK);

    await page.getByRole('button', { name: 'Clear filters' }).focus();
    await page.keyboard.press('Enter');
    await box(page).focus();
    await page.keyboard.type('how do I forgivve my brother');
    await page.keyboard.press('Enter');
    await page.getByText('Showing results for').waitFor();
    await page.getByRole('button', { name: 'how do I forgivve my brother' }).waitFor();
    const speakers = page.getByLabel('Speaker');
    const ruth = await speakers.locator('option', { hasText: 'Ruth Adeyemi' }).innerText();
    await speakers.selectOption({ label: ruth.trim() });
    await expect
      .poll(async () => (await page.locator('.meta').allInnerTexts()).every((text) => text.includes('Ruth')))
      .toBe(true);
    const found = await titles(page);
    expect(found[0]).toBe(TALK);
    expect(new URL(page.url()).searchParams.get('q')).toBe('how do I forgivve my brother');

    const passage = page.locator('.passage').first();
    const href = (await passage.getAttribute('href')) ?? '';
    const seconds = Number(new URL(href).searchParams.get('t'));
    await passage.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(seconds);
    expect(await currentTime(page)).toBeLessThan(seconds + 20);
    await page.getByRole('button', { name: /pause/i }).first().waitFor();

    const line = page.locator('.line[aria-current="true"]');
    await line.waitFor();
    await page.evaluate(`${PLAYER_OF}.seek(162)`);
    await expect.poll(() => line.locator('.time').innerText()).toMatch(/^2:[34]/);
    expect(await page.locator('[part=chapter][aria-current]').innerText()).toContain('Jacob meets Esau');
    await page.getByRole('button', { name: 'Share' }).click();
    const shared = await page.locator('#link').inputValue();
    expect(new URL(shared).searchParams.get('t')).toMatch(/^16\d$/);
    const other = await at.visit(shared);
    await other.locator('lectern-player').waitFor();
    await expect.poll(() => currentTime(other)).toBeGreaterThanOrEqual(162);
    await other.close();

    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(found);
    expect(
      await page.evaluate('document.querySelector("lectern-search").shadowRoot.activeElement.className'),
    ).toBe('passage');
    await page.goForward();
    await page.getByRole('button', { name: 'Back to results' }).click();
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(found);

    const events = at.events;
    await expect.poll(() => events().map(({ table }) => table)).toContain('search_clicks');
    const click = events().find(({ table }) => table === 'search_clicks');
    expect(click).toMatchObject({ itemId: at.talk.id, rank: 1, startMs: expect.any(Number) });
    // An event that is being sent while the visitor leaves the page is sent twice, with one id.
    const plays = () =>
      events().filter(({ kind, searchId }) => kind === 'play' && searchId === click?.searchId);
    await expect.poll(() => new Set(plays().map(({ id }) => id)).size).toBe(1);
    await page.context().close();
  });

  it('show the results of the latest query, whichever response arrives last', async () => {
    const page = await at.visit(at.site.page(SEARCH));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/suggest\?q=bee/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.route(/\/search\?q=slow/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await Promise.all([page.waitForRequest(/suggest\?q=bee/), box(page).pressSequentially('bee')]);
    await box(page).fill('ruth');
    await page.getByRole('option', { name: /Ruth Adeyemi/ }).waitFor();
    await box(page).fill('slow');
    await Promise.all([page.waitForRequest(/search\?q=slow/), page.keyboard.press('Enter')]);
    await box(page).fill('bees and patience');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await titles(page))[0]).toContain('Bees');
    release();
    // A late response would arrive before that of a later request.
    await page.evaluate(`fetch('${at.host}/api/config')`);
    expect((await titles(page))[0]).toContain('Bees');
    await page.context().close();
  });

  it('recognise scripture references, and search them as words on request', async () => {
    const page = await at.visit(at.site.page(SEARCH, { query: 'q=matt%2018:21' }));
    const chip = page.locator('[part=chip]');
    expect(await chip.innerText()).toContain('Matthew 18:21');
    await chip.getByRole('button').click();
    await chip.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('scripture')).toBe('off');
    await page.context().close();
  });

  it('recognise names, and search them as words on request', async () => {
    const page = await at.visit(at.site.page(SEARCH, { query: 'q=talks%20by%20ruth%20adeyemi' }));
    const chip = page.locator('[part=chip]');
    expect(await chip.innerText()).toContain('Ruth Adeyemi');
    expect((await page.locator('.meta').allInnerTexts())[0]).toContain('Ruth Adeyemi');
    await chip.getByRole('button', { name: 'Don’t treat Ruth Adeyemi as a name' }).click();
    await chip.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('names')).toBe('off');
    await page.context().close();
  });

  it('report a phrase that no talk contains, and search its words', async () => {
    const query = `q=${encodeURIComponent('"forgive the brother bees"')}`;
    const page = await at.visit(at.site.page(SEARCH, { query }));
    await page.getByText('No talk contains the exact phrase “forgive the brother bees”.').waitFor();
    await page.context().close();
  });

  it('show close matches first, and less similar talks on request', async () => {
    const query = `q=${encodeURIComponent('how do I forgive my brother')}`;
    const page = await at.visit(at.site.page(SEARCH, { query }));
    const button = page.getByRole('button', { name: 'Show weaker matches' });
    await button.waitFor();
    const similar = await titles(page);
    const summary = await page.locator('[part=summary]').innerText();
    expect(/(\d+\+?) talk/.exec(summary)?.[1]).toBe(String(similar.length));
    expect(summary).not.toMatch(/\d ms/);
    await button.click();
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(similar.length);
    expect((await titles(page)).slice(0, similar.length)).toEqual(similar);
    expect(new URL(page.url()).searchParams.get('all')).toBe('on');
    const all = await titles(page);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(all);
    await page.context().close();
  });

  it('explain errors and remedies: rate limit, server error, no connection, no results', async () => {
    const page = await at.visit(at.site.page(SEARCH));
    const search = async (words: string): Promise<void> => {
      await box(page).fill(words);
      await page.keyboard.press('Enter');
    };
    let failure: { status: number; headers?: Record<string, string> } | undefined;
    await page.route(/\/api\/search\?/, async (route) => {
      if (!failure) return route.continue();
      const headers = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After',
        ...failure.headers,
      };
      await route.fulfill({ status: failure.status, headers });
    });
    failure = { status: 429, headers: { 'Retry-After': '1' } };
    await search('anger');
    await page.getByText('Please wait 1 second.').waitFor();
    failure = undefined;
    // Without an action of the visitor, once the time has come.
    await page.locator('.results').waitFor();
    failure = { status: 500 };
    await search('rest');
    await page.getByText('Search is unavailable right now.').waitFor();
    failure = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.results').waitFor();
    await page.context().setOffline(true);
    await search('bees');
    await page.getByText('You seem to be offline.').waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await titles(page))[0]).toContain('Bees');
    await search('"xyzzy plugh"');
    await page.locator('[part=note]', { hasText: 'No results for' }).waitFor();
    await page.getByRole('button', { name: 'Show latest talks' }).click();
    await page.getByRole('heading', { name: 'Latest talks' }).waitFor();
    await page.context().close();

    const empty = at.host.replace('demo.', 'other.');
    const other = await at.visit(at.site.page(`<lectern-search base-url="${empty}"></lectern-search>`));
    await other.getByText('There are no talks here yet.').waitFor();
    await other.context().close();
  });

  it('show more result pages, other languages and the labels set on the page', async () => {
    const page = await at.visit(
      at.site.page(`<lectern-search strings='{"latest":"Frisch gepredigt"}'></lectern-search>`, {
        lang: 'de',
      }),
    );
    await page.getByRole('heading', { name: 'Frisch gepredigt' }).waitFor();
    expect(await page.locator('.results > li').count()).toBe(10);
    await page.getByRole('button', { name: 'Mehr anzeigen' }).click();
    await expect.poll(() => page.locator('.results > li').count()).toBeGreaterThan(15);
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.reload();
    await expect.poll(() => page.locator('.results > li').count()).toBeGreaterThan(15);
    await page.context().close();
  });

  it('escape text from the library', async () => {
    const page = await at.visit(at.site.page(SEARCH));
    await expect.poll(() => titles(page)).toContain(HOSTILE_TITLE);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await box(page).fill('zebras at the lighthouse');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await titles(page))[0]).toBe(HOSTILE_TITLE);
    expect(await page.locator('.passage').first().innerText()).toContain('<script>hacked=1</script>');
    await page.getByRole('link', { name: HOSTILE_TITLE }).first().click();
    await page.locator('lectern-player h2').waitFor();
    expect(await page.locator('.line').first().innerText()).toContain('<script>hacked=1</script>');
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
    await page.context().close();
  });

  it('makes no requests to other hosts and fails none', () => {
    expect(at.strayRequests).toEqual([]);
    expect(at.problems).toEqual([]);
  });
});
