/**
 * The pictures of docs/console.md: each screen opens with a church's content. `PICTURES=1 npm test -- console-pictures`
 * makes them again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoTraffic, type DemoEvent } from '../../scripts/demo-traffic/traffic.js';
import { en } from '../../strings/console/en.js';
import { talkAnalytics } from '../../strings/console/analytics/talk.js';
import { itemTexts } from '../../strings/console/item/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildCollection, buildItem, buildSeries, buildSpeaker, buildTopic } from '../support/factories.js';
import { storeFound } from '../support/found-suggestions.js';
import { browserPath } from './chromium.js';
import { button, dialog, startConsolePages } from './console-pages.js';
import { addRecording } from './recording.js';
import { use } from '../support/use.js';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = join(root, 'docs/console');
const TALKS = join(root, 'scripts/seed/content/talks');
const MAKES = process.env.PICTURES === '1';
const VIEWPORT = { width: 1200, height: 800 };
const MAX_BYTES = 60_000;
const RECORDED_SECS = 900;
const MAX_EVENTS = 1_000;

const ITEMS = [
  { title: 'Learning to speak to a room', file: 'learning-to-speak-to-a-room', date: '2026-03-01' },
  { title: 'My mother, who forgets', file: 'my-mother-who-forgets', date: '2026-03-08' },
  { title: 'Teaching small children to pray', file: 'teaching-small-children-to-pray', date: '2026-03-15' },
];

describe.skipIf(!browserPath)('the pictures of the console', () => {
  let page: Page;
  const ids: number[] = [];
  const recordings: number[] = [];
  // Waveforms need ffmpeg.
  const console = use(() => startConsolePages(MAKES ? { PATH: process.env.PATH ?? '' } : {}), 'stop');

  /** A small church's library, of which one talk is public. */
  const fill = async (): Promise<void> => {
    const { demo } = console.app;
    await demo.api.patch('/account', { name: 'St Aidan’s' });
    const { id: collectionId } = await buildCollection(demo, { name: 'Sunday talks' });
    const { id: seriesId } = await buildSeries(demo, { title: 'Ordinary days', collectionId });
    for (const name of ['Patience', 'Family', 'Prayer']) await buildTopic(demo, { name });
    const { id: speakerId } = await buildSpeaker(demo, { name: 'Helen Marsh' });
    for (const [at, { title, file, date }] of ITEMS.entries()) {
      const body = {
        title,
        date,
        collectionId,
        seriesId,
        orderInSeries: at + 1,
        speakers: [{ id: speakerId }],
      };
      const { id } = (await demo.api.post('/items/create', body)).body.item;
      ids.push(id);
      recordings.push(await addRecording(demo, id, RECORDED_SECS));
      const vtt = readFileSync(join(TALKS, `${file}.vtt`));
      expect(
        (await demo.api.put(`/items/${id}/transcript`, vtt, { 'Content-Type': 'text/vtt' })).status,
      ).toBe(200);
    }
    const statusOf = async (id: number) => (await demo.api.get(`/items/${id}`)).body.item.status;
    for (const id of ids) await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('ready');
    expect((await demo.api.post(`/items/${ids[0]}/publish`)).status).toBe(200);
    const source = { score: 0.7, startMs: 9_000, source: 'transcript' } as const;
    // An item without a transcript, which processing leaves alone.
    const bees = await buildItem(demo, { title: 'What bees taught me about waiting', collectionId });
    const recording = await addRecording(demo, bees.id as number, RECORDED_SECS);
    await storeFound(
      console.app,
      { id: bees.id as number },
      {
        chapters: [{ title: 'The winter cluster', startMs: 4_000, score: 0.6 }],
        topics: [{ topicId: null, name: 'Waiting', ...source }],
      },
      recording,
    );
    if (MAKES) await console.app.idle();
  };

  /** A week of visitors, who are not the same from day to day. */
  const visit = async (): Promise<void> => {
    const { demo } = console.app;
    const items = ids.map((id, at) => ({
      id,
      title: ITEMS[at]!.title,
      durationSecs: RECORDED_SECS,
      mediaAssetId: recordings[at]!,
    }));
    const site = 'https://www.example.org';
    const visitors = demoTraffic({ seed: 'pictures', items, site, now: Date.now(), days: 7 });
    const events: DemoEvent[] = visitors.flat();
    for (let at = 0; at < events.length; at += MAX_EVENTS)
      await demo.api.post('/logging/batch', { events: events.slice(at, at + MAX_EVENTS) });
    const views = async (): Promise<number> =>
      (await demo.api.get('/stats/overview')).body.overview.pageViews;
    const sent = events.filter(({ type }) => type === 'pageView').length;
    await expect.poll(views, { timeout: 60_000 }).toBe(sent);
  };

  const picture = async (name: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    const path = join(FOLDER, `${name}.png`);
    if (MAKES) {
      mkdirSync(FOLDER, { recursive: true });
      const shot = await page.screenshot();
      await sharp(shot).resize({ width: 900 }).png({ palette: true, quality: 80, effort: 10 }).toFile(path);
    }
    expect(existsSync(path), `${path} is missing: PICTURES=1 npm test -- console-pictures`).toBe(true);
    expect(readFileSync(path).length).toBeLessThan(MAX_BYTES);
  };
  const open = async (screen: string, title: string): Promise<void> => {
    await page.goto(`${console.base}/a/demo/${screen}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  it('are those of its screens, with a church’s content', async () => {
    await fill();
    page = await console.open('home', 'owner', { viewport: VIEWPORT, colorScheme: 'light' });
    await picture('home');
    await open('library', en.screens.library);
    await page.getByText(ITEMS[2]!.title).waitFor();
    await picture('library');
    await open(`items/${ids[1]}`, ITEMS[1]!.title);
    await picture('item');
    await open(`items/${ids[0]}`, ITEMS[0]!.title);
    await page
      .getByLabel(en.fields.subTitle, { exact: true })
      .fill('What twelve years on the radio taught me');
    await button(page, en.item.updatePublicPage).click();
    await dialog(page).getByText(itemTexts.after).first().waitFor();
    await picture('changes');
    await open(`items/${ids[1]}/transcript`, ITEMS[1]!.title);
    await page.locator('[data-segment-id]').first().waitFor();
    await picture('transcript');
    await open('review', en.screens.review);
    await button(page, en.review.accept).waitFor();
    await picture('review');
    await open(`review/${ids[2]}`, ITEMS[2]!.title);
    await page.getByRole('slider').first().waitFor();
    await picture('publish-recording');
    await open('add', en.screens.add);
    await picture('add');
    await visit();
    await open('analytics?range=last7days', en.listScreens.analytics);
    await page.locator('.recharts-line').first().waitFor();
    await picture('analytics');
    await open(`analytics/items/${ids[0]}?range=last7days`, withValues(talkAnalytics.title, ITEMS[0]!));
    await page.locator('[data-part="30"]').hover();
    await picture('talk-analytics');
  }, 300_000);

  it('are all in docs/console.md', () => {
    const text = readFileSync(join(root, 'docs/console.md'), 'utf8');
    const named = [...text.matchAll(/\]\(console\/([\w-]+\.png)\)/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(readdirSync(FOLDER).sort());
  });
});
