/** The review queue of the console: one key for a decision, moments that play by themselves, and undo. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { buildItem } from '../support/factories.js';
import { storeFound } from '../support/found-suggestions.js';
import { browserPath } from './chromium.js';
import { button, startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { addRecording } from './recording.js';
import { use } from '../support/use.js';

const TALKS = 20;
const SUGGESTIONS = 10;
const RECORDED_SECS = 60;
const MOST_KEYS = 220;
/** Decisions that can be undone. */
const UNDOABLE = 10;
/** More suggestions than the console reads at a time. */
const SLOW_TALKS = 8;
const SLOW_MS = 1_500;

describe.skipIf(!browserPath)('the review queue', () => {
  const console = use(() => startConsolePages(), 'stop');
  beforeAll(async () => {
    for (let talk = 0; talk < TALKS; talk++) await addTalk(talk);
  });

  const addTalk = async (talk: number): Promise<void> => {
    const item = await buildItem(console.app.demo, { title: `Talk ${talk}`, date: `2026-01-${talk + 10}` });
    const mediaAssetId = await addRecording(console.app.demo, item.id as number, RECORDED_SECS);
    const chapters = Array.from({ length: SUGGESTIONS }, (_, at) => ({
      title: `Part ${at + 1} of talk ${talk}`,
      startMs: 1_000 + at * 5_000,
      score: 0.5,
    }));
    await storeFound(console.app, item as { id: number }, { chapters }, mediaAssetId);
  };

  const waiting = async (): Promise<number> =>
    (await console.app.demo.api.get('/suggestions?_limit=1')).body.totalRecords;
  const shows = (page: Page, title: string): Promise<void> =>
    page.getByRole('region', { name: en.review.suggestion }).getByText(title, { exact: true }).waitFor();
  const player = 'document.querySelector("audio[aria-label]")';

  it('skips, edits and plays each moment by itself, and ends only when all have been skipped', async () => {
    const page = await console.open('review', 'editor');
    await shows(page, 'Part 1 of talk 19');
    for (const name of [en.review.accept, en.review.edit, en.review.skip, en.review.undo])
      await button(page, name).waitFor();
    // The first moment waits for a key.
    expect(await page.evaluate(`${player}.paused`)).toBe(true);
    await page.keyboard.press('s');
    await shows(page, 'Part 2 of talk 19');
    await expect.poll(() => page.evaluate(`!${player}.paused && ${player}.currentTime >= 6`)).toBe(true);
    await expect
      .poll(() => page.evaluate("performance.getEntriesByName('lectern:key-to-sound').length"))
      .toBeGreaterThan(0);
    await page.keyboard.press('p');
    await expect.poll(() => page.evaluate(`${player}.paused`)).toBe(true);
    await page.keyboard.press('e');
    await page.getByLabel(en.review.edit).fill('The second part');
    await page.keyboard.press('Escape');
    await shows(page, 'Part 2 of talk 19');
    expect(await lookAt(page, 'console-review', [390, 1280])).toEqual([]);

    for (let at = 1; at < TALKS * SUGGESTIONS; at++) {
      const talk = TALKS - 1 - Math.floor(at / SUGGESTIONS);
      await shows(page, `Part ${(at % SUGGESTIONS) + 1} of talk ${talk}`);
      await page.keyboard.press('s');
    }
    await page.getByText(en.review.skippedAll.replace('{n}', String(TALKS * SUGGESTIONS))).waitFor();
    await button(page, en.review.startAgain).click();
    await shows(page, 'Part 1 of talk 19');
    await page.context().close();
  });

  it(`decides about ${TALKS * SUGGESTIONS} with at most ${MOST_KEYS} keys, and undoes the last ten`, async () => {
    const page = await console.open('review', 'editor');
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await shows(page, 'Part 1 of talk 19');
    for (let at = 0; at < TALKS * SUGGESTIONS; at++) {
      const talk = TALKS - 1 - Math.floor(at / SUGGESTIONS);
      await shows(page, `Part ${(at % SUGGESTIONS) + 1} of talk ${talk}`);
      await press(at % 2 === 0 ? 'a' : 'd');
    }
    await page.getByText(en.review.nothing).waitFor();
    await expect.poll(waiting).toBe(0);
    for (let at = SUGGESTIONS; at > 0; at--) {
      await press('u');
      await shows(page, `Part ${at} of talk 0`);
    }
    await expect.poll(waiting).toBe(UNDOABLE);
    for (let at = 1; at <= SUGGESTIONS; at++) {
      await shows(page, `Part ${at} of talk 0`);
      await press('a');
    }
    await page.getByText(en.review.nothing).waitFor();
    await expect.poll(waiting).toBe(0);
    expect(keys).toBeLessThanOrEqual(MOST_KEYS);
    await page.context().close();
  }, 300_000);

  it('passes over none where the server is slower than the keys', async () => {
    for (let talk = 0; talk < SLOW_TALKS; talk++) await addTalk(talk);
    const page = await console.open('review', 'editor');
    await page.route(/\/suggestions\/\d+\/dismiss$/, async (route) => {
      await setTimeout(SLOW_MS);
      await route.continue();
    });
    for (let at = 0; at < SLOW_TALKS * SUGGESTIONS; at++) {
      const talk = SLOW_TALKS - 1 - Math.floor(at / SUGGESTIONS);
      await shows(page, `Part ${(at % SUGGESTIONS) + 1} of talk ${talk}`);
      await page.keyboard.press('d');
    }
    await page.getByText(en.review.nothing).waitFor();
    expect(await waiting()).toBe(0);
    await page.context().close();
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
