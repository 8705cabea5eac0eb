/** Related talks that a search shows when it has no results. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { de } from '../../strings/de.js';
import { en } from '../../strings/en.js';
import { es } from '../../strings/es.js';
import { fr } from '../../strings/fr.js';
import { pt } from '../../strings/pt.js';
import { SEARCH, type Fixture } from './fixture.js';
import { lookAt } from './looks.js';

/** Questions that no sample talk answers. The ranking decides which of them have related talks. */
const ELSEWHERE = [
  'how do I change the oil of my car',
  'battery or solar power for the remote control',
  'a poker bot that beat professional players',
  'which mortgage has the lowest interest rate',
  'how long does it take to learn the violin',
  'what do astronauts eat on the space station',
];

/** A query that has only related talks. */
const withNearestOnly = async ({ app }: Fixture): Promise<string> => {
  for (const q of ELSEWHERE) {
    const { body } = await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`);
    const { results, related } = body;
    if (results.length === 0 && related.length > 0) return q;
  }
  throw new Error('Every question has an answer, or nothing near it');
};

const titles = (page: Page) => page.locator('lectern-search .results .title').allInnerTexts();

/** @param fixture read when the tests run */
export const nearestCases = (fixture: () => Fixture): void => {
  it('show the nearest talks when nothing matches, with a message in each language', async () => {
    const { host, site, visit } = fixture();
    const q = await withNearestOnly(fixture());
    const query = `q=${encodeURIComponent(q)}`;
    const page = await visit(site.page(SEARCH, { query }));
    const status = page.locator('lectern-search .unseen[role=status]').last();
    for (const [lang, { nearestTalks }] of Object.entries({ de, es, fr, pt, en })) {
      await page.goto(site.page(SEARCH, { query, lang }));
      await page.getByRole('heading', { level: 2, name: nearestTalks as string }).waitFor();
      await expect.poll(() => status.textContent()).toBe(nearestTalks);
    }
    const shown = await titles(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(await page.locator('.passage').count()).toBeGreaterThanOrEqual(shown.length);
    expect(await page.locator('[part=summary]').count()).toBe(0);
    const problems = await lookAt(page, 'search-nearest');

    // Tab moves from the box to the button that clears it, the search button, and the first talk.
    await page.locator('#box').focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('lectern-player').waitFor();
    await page.getByRole('button', { name: en.backToResults }).click();
    await page.getByRole('heading', { name: en.nearestTalks }).waitFor();

    await page.goto(`${host}/?q=${encodeURIComponent(q)}`);
    await expect.poll(() => titles(page)).toEqual(shown);
    await page.context().close();

    const plain = await visit(`${host}/?q=${encodeURIComponent(q)}`, { javaScriptEnabled: false });
    await plain.getByRole('heading', { name: en.nearestTalks }).waitFor();
    expect(await plain.locator('.cards h3').allInnerTexts()).toEqual(shown);
    expect(await plain.locator('.passages a').count()).toBeGreaterThanOrEqual(shown.length);
    await plain.context().close();
    expect(problems).toEqual([]);
  });
};
