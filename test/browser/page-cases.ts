/** The pages of the public host in the browser: with and without scripts, and in an iframe on another site. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { HOSTILE_TITLE, PLAYER_OF, TALK, type Fixture } from './fixture.js';
import { lookAt } from './looks.js';

/**
 * The page reports where its player started once it plays. Polling the page would count as a user gesture, without
 * which browsers do not play sound.
 */
const TELLS = `{
  let from = Infinity;
  addEventListener('lectern-play', ({ detail }) => (from = detail.currentTime));
  addEventListener('lectern-timeupdate', ({ detail }) => {
    if (detail.currentTime > from) console.log('heard from ' + from);
  });
}`;

/** @returns the second from which the page plays after a click */
const heardFrom = async (page: Page, press: Promise<void>): Promise<number> => {
  const [message] = await Promise.all([
    page.waitForEvent('console', (one) => one.text().startsWith('heard from ')),
    press,
  ]);
  return Math.floor(Number(message.text().split(' ').pop()));
};

/** The focused element of the search in a page: web components by their name, other elements by their class. */
const focusIn = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const focused = document.querySelector('lectern-search').shadowRoot.activeElement;
    return focused?.localName.startsWith('lectern-') ? focused.localName : \`.\${focused?.className}\`;
  })()`);

/** @param fixture read when the tests run */
export const pageCases = (fixture: () => Fixture): void => {
  it('search on pages works without JavaScript, from a question to the matching text', async () => {
    const { host, visit } = fixture();
    const page = await visit(`${host}/`, { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Latest talks' }).waitFor();
    expect(await page.getByRole('link', { name: HOSTILE_TITLE }).count()).toBe(1);
    await page.getByRole('searchbox').fill('how do I forgivve my brother');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?q=*');
    await page.getByText('Showing results for how do I forgive my brother.').waitFor();
    const menu = page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: 'Speaker' });
    await menu.selectOption(await menu.locator('option', { hasText: 'Ruth Adeyemi' }).getAttribute('value'));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/?q=*speaker=*');
    expect(await page.locator('.facts').allInnerTexts()).not.toContain('Thomas');
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    const passage = page.locator('.passages a').first();
    const seconds = Number(new URL(await passage.evaluate((a: any) => a.href)).searchParams.get('t'));
    await passage.click();
    await page.waitForURL(/\/items\/the-brother-across-town\?t=\d+$/);
    expect(seconds).toBeGreaterThan(0);
    expect(await page.locator('h1').innerText()).toBe(TALK);
    expect(await page.locator('audio[controls]').count()).toBe(1);
    expect(await page.locator('.transcript h4').allInnerTexts()).toContain('Peter asks how often');
    expect(await page.locator('.transcript').innerText()).toContain('my uncle Femi');
    expect(await page.locator('.chapter-list a').first().getAttribute('href')).toMatch(/#t=0$/);
    await page.getByRole('link', { name: 'At the Kitchen Table' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'At the Kitchen Table' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Ruth Adeyemi' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ruth Adeyemi' }).waitFor();
    await page.getByRole('link', { name: TALK }).click();
    await page.locator('.chips a').first().click();
    await page.waitForURL('**/topics/*');
    await page.getByRole('link', { name: 'Latest talks' }).click();
    await page.waitForURL('**/latest');
    await page.context().close();
  });

  it('clicking a passage plays it and records the play and the views', async () => {
    const { host, visit, events, talk } = fixture();
    const page = await visit(`${host}/?q=how+do+I+forgive+my+brother`);
    await page.addInitScript(TELLS);
    await page.reload();
    const passage = page.locator('lectern-search .passage').first();
    const seconds = Number(new URL((await passage.getAttribute('href'))!, host).searchParams.get('t'));
    const found = page.url();
    // With the keyboard, the focus moves to the player, so that its shortcuts work.
    expect(await heardFrom(page, passage.press('Enter'))).toBe(seconds);
    const opened = new URL(page.url()).searchParams;
    expect([opened.get('item'), opened.get('t')]).toEqual(['the-brother-across-town', String(seconds)]);
    await expect.poll(() => focusIn(page)).toBe('lectern-player');
    await page.keyboard.press('k');
    await expect.poll(() => page.evaluate(`${PLAYER_OF}.paused`)).toBe(true);
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.locator('#link').inputValue()).toContain(`${host}/items/the-brother-across-town?t=`);
    await page.locator('.back').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusIn(page)).toBe('.passage');
    expect(page.url()).toBe(found);

    // If passages link to pages, those pages play them too.
    const started = Date.now();
    await page.evaluate('document.querySelector("lectern-search").open = "auto"');
    expect(await heardFrom(page, passage.click())).toBe(seconds);
    await page.waitForURL(/\/items\/the-brother-across-town\?t=\d+/);
    const since = () => events().filter(({ receivedAt }) => Number(receivedAt) >= started);
    await expect.poll(() => since().map(({ kind }) => kind)).toContain('play');
    const click = since().find(({ table }) => table === 'search_clicks');
    const view = since().find(({ table, itemId }) => table === 'page_views' && itemId === talk.id);
    const play = since().find(({ kind }) => kind === 'play');
    expect([view?.searchId, play?.searchId]).toEqual([click?.searchId, click?.searchId]);
    expect(view).toMatchObject({ url: `${host}/items/the-brother-across-town` });
    // The URL in the address bar does not contain that search.
    expect(new URL(page.url()).searchParams.has('searchId')).toBe(false);
    await page.context().close();
  });

  it('pages load a platform video only on click and only in its own frame', async () => {
    const { host, visit, strayRequests } = fixture();
    const page = await visit(`${host}/items/at-the-back-with-thomas`);
    const press = page.getByRole('button', { name: 'Play video from YouTube' });
    await press.waitFor();
    expect([page.frames().length, strayRequests]).toEqual([1, []]);
    const asked = page.waitForRequest('https://www.youtube.com/iframe_api');
    await press.click();
    const request = await asked;
    expect(new URL(request.frame().url()).pathname).toMatch(/^\/embed\/items\/\d+$/);
    // Refused like every request to another host: here in the iframe, whose policy allows it.
    await expect.poll(() => strayRequests.length).toBeGreaterThan(0);
    expect(strayRequests.splice(0).every((url) => url.startsWith('https://www.youtube'))).toBe(true);
    await page.context().close();
  });

  it('iframe pages can be framed by the sites that a token allows, and follow their commands', async () => {
    const { app, host, site, visit, talk } = fixture();
    const tokenFor = async (origin: string): Promise<string> => {
      const allowed = { name: origin, allowedOrigins: [origin] };
      return (await app.demo.api.post('/embed-tokens/create', allowed)).body.embedToken.token;
    };
    const frame = (query: string) =>
      `<iframe title="Player" width="480" height="210" src="${host}/embed/items/${talk.id}${query}"></iframe>`;
    const page = await visit(site.page(frame(`?t=90&token=${await tokenFor(site.url)}`)));
    const player = page.frameLocator('iframe').locator('lectern-player');
    await player.locator('[part=play-button]').waitFor();
    await page.evaluate(`addEventListener('message', ({ data }) => ((globalThis.heard ??= []).push(data)))`);
    const tell = (command: object) =>
      page.evaluate(`frames[0].postMessage(${JSON.stringify(command)}, '${host}')`);
    await tell({ lectern: 'seek', seconds: 371 });
    await expect
      .poll(() => page.evaluate('globalThis.heard?.findLast(({ type }) => type === "seeked")?.currentTime'))
      .toBe(371);
    await page.context().close();

    const elsewhere = `?token=${await tokenFor('https://else.example.org')}`;
    const refused = await visit(site.page(frame(elsewhere)), { locale: 'fr-CA' });
    await refused
      .frameLocator('iframe')
      .getByText('Ce lecteur ne peut pas être affiché sur ce site.')
      .waitFor();
    await refused.goto(
      site.page(frame(elsewhere).replace('<iframe', '<iframe referrerpolicy="no-referrer"')),
    );
    await expect.poll(() => fixture().problems.length).toBeGreaterThan(0);
    expect(fixture().problems.splice(0).join()).toContain('frame-ancestors');
    await refused.context().close();
  });

  it('pages are accessible: axe finds nothing in light and dark, on phones and desktops, and in right-to-left layout', async () => {
    const { host, visit } = fixture();
    const problems: string[] = [];
    const page = await visit(`${host}/`);
    await page.locator('[part=series-list]').waitFor();
    problems.push(...(await lookAt(page, 'page-search')));
    await page.goto(`${host}/items/the-brother-across-town`);
    await page.locator('.line').first().waitFor();
    problems.push(...(await lookAt(page, 'page-item')));
    await page.goto(`${host}/series/at-the-kitchen-table`);
    await page.evaluate('document.documentElement.dir = "rtl"');
    problems.push(...(await lookAt(page, 'page-series')));
    for (const path of ['/speakers/1', '/topics/1', '/latest', '/items/nothing', '/?q=forgiveness']) {
      await page.goto(host + path);
      problems.push(...(await lookAt(page, `page${path.replace(/\W+/g, '-')}`, [320])));
    }
    await page.goto(`${host}/embed/items/${fixture().talk.id}`);
    await page.locator('[part=play-button]').waitFor();
    problems.push(...(await lookAt(page, 'page-embed', [480])));
    const still = await visit(`${host}/items/the-brother-across-town`, { javaScriptEnabled: false });
    await still.screenshot({ path: 'test-results/page-item-without-scripts.png', fullPage: true });
    await still.context().close();
    await page.context().close();
    expect(problems).toEqual([]);
  });
};
