/** From the recording of a whole service to the published sermon, on one screen of the console. */
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { en } from '../../strings/console/en.js';
import { publishRecording } from '../../strings/console/publish-recording/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { browserPath } from './chromium.js';
import { button, says, startConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { addRecording } from './recording.js';
import { use } from '../support/use.js';

const { PATH = '' } = process.env;
const canCut = findProgram('ffmpeg', PATH) !== null;
const MINUTE = 60;
const SERVICE_SECS = 30 * MINUTE;

/** WebVTT in which somebody preaches from the tenth to the twentieth minute, and sings otherwise. */
const transcript = (): string => {
  const cue = (at: number, words: number, word: string): string => {
    const time = (secs: number): string =>
      `00:${String(Math.floor(secs / 60)).padStart(2, '0')}:${String(secs % 60).padStart(2, '0')}.000`;
    return `${time(at)} --> ${time(at + 10)}\n${Array.from({ length: words }, () => word).join(' ')}\n\n`;
  };
  const cues = Array.from({ length: SERVICE_SECS / 10 - 1 }, (_, at) => {
    const isSermon = at * 10 >= 10 * MINUTE && at * 10 < 20 * MINUTE;
    return cue(at * 10, isSermon ? 22 : 6, isSermon ? 'mercy' : 'alleluia');
  });
  return `WEBVTT\n\n${cues.join('')}`;
};

describe.skipIf(!browserPath || !canCut)('a service, from recording to published', () => {
  let item: Built;
  const console = use(() => startConsolePages({ PATH }), 'stop');
  beforeAll(async () => {
    const { demo } = console.app;
    item = await buildItem(demo, { title: 'Service of Sunday' });
    await addRecording(demo, item.id as number, SERVICE_SECS);
    await demo.api.put(`/items/${item.id}/transcript`, transcript(), { 'Content-Type': 'text/vtt' });
    await console.app.idle();
    // The clock of the tests is not that of the browser.
    await setItem(console.app, item, { entryDate: new Date().toISOString() });
  });

  it('shows the sermon that was found, cuts it out by keys, and publishes it', async () => {
    const page = await console.open('review', 'editor');
    await page.getByRole('link', { name: 'Service of Sunday' }).first().click();
    await page.getByText(withValues(publishRecording.found, { from: '10:00', to: '20:00' })).waitFor();
    await page.locator('[data-waveform=drawn]').waitFor();
    expect(await lookAt(page, 'console-publish-recording', [360, 1280])).toEqual([]);

    const [start, end] = [publishRecording.start, publishRecording.end].map((name) =>
      page.getByRole('slider', { name }),
    );
    for (let press = 0; press < 5; press++) await start!.press('ArrowLeft');
    await end!.press('ArrowRight');
    expect(await start!.getAttribute('aria-valuenow')).toBe('595');
    expect(await page.getByRole('textbox', { name: publishRecording.start }).inputValue()).toBe('9:55');
    await page.getByRole('textbox', { name: publishRecording.end }).fill('20:10');
    expect(await end!.getAttribute('aria-valuenow')).toBe('1210');
    await page.getByRole('textbox', { name: publishRecording.end }).fill('soon');
    await page.getByText(publishRecording.notATime).waitFor();
    await page.getByRole('textbox', { name: publishRecording.end }).fill('20:10');

    await page.getByLabel(en.fields.title, { exact: true }).fill('On mercy');
    await button(page, withValues(publishRecording.keep, { length: '10:15', whole: '30:00' })).click();
    await says(page, publishRecording.cut);
    // Part of a sample more than ten minutes and a quarter.
    await button(page, withValues(publishRecording.keep, { length: '10:16', whole: '10:16' })).waitFor();
    await button(page, en.item.publish).click();
    await says(page, en.statuses.published);

    const { body } = await console.app.demo.site.get(`/items/${item.id}`);
    expect(body.item).toMatchObject({ title: 'On mercy', durationSecs: 616 });
    const said = (await console.app.demo.site.get(`/items/${item.id}/transcript`)).body.transcript.segments;
    expect(said[0]).toMatchObject({ startMs: 0 });
    expect(JSON.stringify(said)).toContain('mercy mercy');
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
