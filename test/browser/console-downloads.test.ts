/** Downloads of the console with an old sign-in: people confirm who they are, and get the file. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { analytics } from '../../strings/console/analytics/en.js';
import { en } from '../../strings/console/en.js';
import { desk } from '../../strings/console/search-admin/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { PASSWORD } from '../support/browser.js';
import { buildItem } from '../support/factories.js';
import { use } from '../support/use.js';
import { browserPath } from './chromium.js';
import { button, dialog, field, startConsolePages } from './console-pages.js';

describe.skipIf(!browserPath)('a download with an old sign-in', () => {
  const console = use(() => startConsolePages(), 'stop');

  /** Makes all sign-ins too old for an export. */
  const age = async (): Promise<void> => {
    const authenticatedAt = new Date(Date.now() - 11 * 60_000).toISOString();
    await console.app.app.db.updateTable('personSession').set({ authenticatedAt }).execute();
  };
  const downloaded = async (
    page: Page,
    start: () => Promise<void>,
  ): Promise<[name: string, text: string]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), start()]);
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
  };
  const confirm = async (page: Page): Promise<void> => {
    await field(page, en.currentPassword).fill(PASSWORD);
    await button(dialog(page), en.continue).click();
  };

  it('of the checks asks for the password, and then saves the file', async () => {
    const { id } = await buildItem(console.app.demo);
    const check = { query: 'storms at sea', itemId: id, maxRank: 3 };
    expect((await console.app.demo.api.post('/search/checks/create', check)).status).toBe(201);
    const page = await console.open('search-desk?tab=checks', 'editor');
    await age();
    const screen = page.url();
    await button(page, desk.exportChecks).click();
    await dialog(page).getByText(en.confirm).waitFor();
    const [name, text] = await downloaded(page, () => confirm(page));
    expect(name).toBe('search-checks.csv');
    expect(text).toBe((await console.app.demo.api.get('/search/checks/export')).body);
    expect(text).toContain('storms at sea');
    expect(page.url()).toBe(screen);
    // The sign-in is recent now.
    expect((await downloaded(page, () => button(page, desk.exportChecks).click()))[1]).toBe(text);
  });

  it('of a report asks for the password, and then saves the file', async () => {
    const page = await console.open('analytics', 'analyst');
    const csv = button(page, withValues(analytics.csvOf, { card: analytics.cards.pages }));
    await csv.waitFor();
    await age();
    await csv.click();
    await dialog(page).getByText(en.confirm).waitFor();
    const [name, text] = await downloaded(page, () => confirm(page));
    expect(name).toMatch(/pages.*\.csv$/);
    expect(text).toContain('uniqueVisitors');
  });

  it('is refused in words if the person does not confirm', async () => {
    const page = await console.open('search-desk?tab=checks', 'editor');
    await age();
    await button(page, desk.exportChecks).click();
    await dialog(page).getByText(en.confirm).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').first().waitFor();
    await button(page, desk.exportChecks).waitFor();
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
