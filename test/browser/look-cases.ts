/** The appearance and accessibility of the web components. */
import { expect, it } from 'vitest';
import { SEARCH, type Fixture } from './fixture.js';
import { lookAt } from './looks.js';

/** Matches the parts in this order, with anything between them. */
const inOrder = (...parts: RegExp[]): RegExp => new RegExp(parts.map(({ source }) => source).join('[^]*?'));

/** @param fixture read when the tests run */
export const lookCases = (fixture: () => Fixture): void => {
  it('are accessible: axe finds nothing in light and dark, on phones and desktops, and in right-to-left layout', async () => {
    const problems: string[] = [];
    const page = await fixture().visit(fixture().site.page(SEARCH));
    await page.locator('.shelf').waitFor();
    problems.push(...(await lookAt(page, 'browse')));
    await page.locator('#box').pressSequentially('for');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const tree = () => page.locator('lectern-search').ariaSnapshot();
    expect(await tree()).toMatch(
      inOrder(
        /search:/,
        /combobox "Search talks" \[expanded\]: for/,
        /button "Clear search"/,
        /listbox "Suggestions":/,
        /option ".* (?:Talk|Topic|Speaker|Series)" \[selected\]:/,
        /option ".* (?:Talk|Topic|Speaker|Series)":/,
        /status: \d suggestions/,
      ),
    );
    problems.push(...(await lookAt(page, 'suggestions')));
    await page.locator('#box').fill('jhn 3:16 how do I forgivve my brother');
    await page.keyboard.press('Enter');
    await page.locator('.passage').first().waitFor();
    problems.push(...(await lookAt(page, 'results')));
    expect(await tree()).toMatch(
      inOrder(
        /combobox "Search talks": /,
        /status: \d+ talks?/,
        /text: John 3:16/,
        /button "Don’t treat John 3:16 as scripture"/,
        /heading "Results" \[level=2\]/,
        /paragraph: \d+\+? talks?\s/,
        /group "Filters":/,
        /combobox "\w+":\s+- option "All" \[selected\]\s+- option ".* \(\d+\)"/,
        /list:\s+- listitem:\s+- article:/,
        /heading ".+" \[level=3\]:\s+- link/,
        /list:\s+- listitem:\s+- '?link "Play from \d+:\d\d: \S/,
      ),
    );
    await page.locator('#box').fill('"xyzzy plugh"');
    await page.keyboard.press('Enter');
    await page.locator('[part=note]', { hasText: 'No results for' }).waitFor();
    problems.push(...(await lookAt(page, 'nothing')));
    // A colour with too little contrast on either background, and a page without a language.
    const { api } = fixture().app.demo;
    await api.patch('/account', { settings: { accentColorHex: '#9aa300', language: 'es' } });
    await page.goto(fixture().site.page(SEARCH, { lang: '', query: 'q=anger' }));
    await page.getByRole('heading', { name: 'Resultados' }).waitFor();
    await page.goto(fixture().site.page(SEARCH, { query: 'item=the-brother-across-town&t=90' }));
    await page.locator('.line').first().waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    problems.push(...(await lookAt(page, 'talk')));
    await page.goto(
      fixture().site.page('<lectern-player item="at-the-back-with-thomas" details></lectern-player>'),
    );
    await page.locator('.poster').waitFor();
    problems.push(...(await lookAt(page, 'video')));
    await page.goto(fixture().site.page(SEARCH, { dir: 'rtl', lang: 'he', query: 'q=forgiveness' }));
    await page.locator('.passage').first().waitFor();
    problems.push(...(await lookAt(page, 'right-to-left')));
    await page.context().close();
    await api.patch('/account', { settings: { accentColorHex: null, language: null } });
    expect(problems).toEqual([]);
  });
};
