/** Adding talks in the console: guesses that are corrected, uploads that are cut and go on, and podcast feeds. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { itemTexts } from '../../strings/console/item/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { feedOf, startFeedServer } from '../support/feed-server.js';
import {
  card,
  choose,
  drop,
  isUploaded,
  LONG,
  longRecording,
  PIECE_BYTES,
  startAddTest,
  type NamedFile,
} from './add-page.js';
import { browserPath } from './chromium.js';
import { button } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));
/** Each in light and dark. */
const WIDTHS = [360, 360, 1280, 1280];
const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThere is no condemnation.\n';
const SRT = '1\n00:00:00,000 --> 00:00:02,000\nGnade und Friede.\n';

const recording = (name: string): NamedFile => ({ name, mimeType: 'audio/mpeg', buffer: MP3 });
const text = (name: string, content: string): NamedFile => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

/** A recording with tags, ID3v2.3 in UTF-16. */
const tagged = (tags: Record<string, string>): Buffer => {
  const frames = Object.entries(tags).map(([id, value]) => {
    const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(value, 'utf16le')]);
    return Buffer.concat([Buffer.from(id), Buffer.from([0, 0, 0, content.length, 0, 0]), content]);
  });
  const size = frames.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 0x7f]);
  return Buffer.concat([header, ...frames, MP3]);
};

const atom = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** An MPEG-4 file with tags as iTunes and phones write them, behind its sound, and nothing else. */
const taggedM4a = (tags: Record<string, string>): Buffer => {
  const items = Object.entries(tags).map(([name, value]) =>
    // Text in UTF-8 is of type 1.
    atom(name, atom('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(value))),
  );
  const meta = atom('meta', Buffer.alloc(4), atom('ilst', ...items));
  return Buffer.concat([
    atom('ftyp', Buffer.from('M4A \0\0\0\0M4A ')),
    atom('mdat', Buffer.alloc(1_000)),
    atom('moov', atom('udta', meta)),
  ]);
};

/** As from a file manager: the page gets the folder itself. */
const dropFolder = async (page: Page, path: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
};

describe.skipIf(!browserPath)('adding talks', () => {
  const test = use(() => startAddTest({ WEBHOOKS_ALLOW_PRIVATE: 'true' }), 'stop');

  it('guesses talks from dropped files, creates them as corrected, and shows how they become ready', async () => {
    const page = await test.open();
    await button(page, en.media.add).waitFor();
    await drop(page, [
      recording('2024-03-10 AM Smith - Rom 8.mp3'),
      text('2024-03-10 AM Smith - Rom 8.vtt', VTT),
      recording('Predigt_Mueller_17.3.24.mp3'),
      text('Predigt_Mueller_17.3.24.srt', SRT),
      recording('S02E14 Interview with Jane Doe.mp3'),
      text('S02E14 Interview with Jane Doe.txt', 'We talk about hope.\n\nHope does not disappoint.\n'),
      text('.DS_Store', 'nothing'),
      text('notes.xyz', 'nothing'),
    ]);
    await page.getByText(en.add.found.replace('{n}', '3')).waitFor();

    const romans = card(page, '2024-03-10 AM Smith - Rom 8.mp3');
    expect(await romans.getByLabel(en.fields.date, { exact: true }).inputValue()).toBe('2024-03-10');
    await romans.getByText('Guessed: “Smith” in the file name').waitFor();
    await romans.getByText('Romans 8', { exact: true }).waitFor();
    expect(await lookAt(page, 'console-add-guesses', WIDTHS)).toEqual([]);
    await romans.getByLabel(en.fields.title, { exact: true }).fill('No condemnation');

    const predigt = card(page, 'Predigt_Mueller_17.3.24.mp3');
    await predigt.getByText('Jürgen Müller', { exact: true }).waitFor();
    await predigt.getByLabel(en.fields.date, { exact: true }).fill('2024-03-24');

    const interview = card(page, 'S02E14 Interview with Jane Doe.mp3');
    await interview.getByText('Jane Doe').last().waitFor();
    await interview.getByLabel(en.fields.title, { exact: true }).fill('');
    await button(page, en.add.create.replace('{n}', '3')).click();
    await interview.getByText(en.add.required).waitFor();
    await interview.getByLabel(en.fields.title, { exact: true }).fill('On hope');
    await button(page, en.add.create.replace('{n}', '3')).click();

    await isUploaded(page, 3);
    await expect.poll(() => page.getByText(en.statuses.ready, { exact: true }).count()).toBe(3);
    expect(await lookAt(page, 'console-add-uploads', WIDTHS)).toEqual([]);
    expect(await test.itemTitled('No condemnation')).toMatchObject({
      date: '2024-03-10',
      status: 'ready',
      speakers: [{ name: 'John Smith' }],
      scriptures: [{ citation: 'Romans 8' }],
      mediaAssets: [{ originalFilename: '2024-03-10 AM Smith - Rom 8.mp3', status: 'ready' }],
    });
    expect(await test.itemTitled('Predigt')).toMatchObject({
      date: '2024-03-24',
      speakers: [{ name: 'Jürgen Müller' }],
    });
    expect(await test.itemTitled('On hope')).toMatchObject({ dateIsKnown: false, status: 'ready' });
    await page.getByRole('link', { name: 'No condemnation' }).click();
    await page.getByRole('heading', { level: 1, name: 'No condemnation' }).waitFor();
  });

  it('continues an upload that is cut, also when the tab was closed', async () => {
    const page = await test.open();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    const offsets: number[] = [];
    let cuts = (at: number): boolean => at === 2;
    const watch = (route: Route): Promise<void> => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      offsets.push(Number(request.headers()['upload-offset']));
      return cuts(offsets.length) ? route.abort('connectionreset') : route.continue();
    };
    await page.route('**/resumable/**', watch);

    await choose(page, longRecording(test.folder, '2024-04-07 Cut short.wav'));
    await button(page, en.add.createOne).click();
    await isUploaded(page, 1);
    expect(offsets).toEqual([0, PIECE_BYTES, PIECE_BYTES, 2 * PIECE_BYTES]);

    offsets.length = 0;
    cuts = (at) => at > 1;
    await choose(page, longRecording(test.folder, '2024-04-14 Closed tab.wav'));
    await button(page, en.add.createOne).click();
    await page.getByText(en.uploads.interrupted).waitFor();
    await page.reload();
    expect(dialogs).toEqual(['beforeunload']);
    await page.getByText(en.uploads.unfinishedText).waitFor();
    offsets.length = 0;
    cuts = () => false;
    await choose(page, longRecording(test.folder, '2024-04-14 Closed tab.wav'));
    await isUploaded(page, 1);
    expect(offsets).toEqual([PIECE_BYTES, 2 * PIECE_BYTES]);
    const { mediaAssets } = await test.itemTitled('Closed tab');
    expect(mediaAssets).toMatchObject([{ fileSizeBytes: LONG.length }]);
    expect(mediaAssets[0].status).not.toBe('created');
    // It needs no transcript.
    await page.getByText(en.statuses.ready, { exact: true }).waitFor();
  });

  it('takes a dropped folder, and reads the tags of its files', async () => {
    const page = await test.open();
    const folder = join(test.folder, 'Romans');
    mkdirSync(join(folder, 'old'), { recursive: true });
    writeFileSync(join(folder, 'REC_0042.mp3'), tagged({ TIT2: 'Grace älone', TPE1: 'John Smith' }));
    writeFileSync(join(folder, '07 No condemnation.mp3'), MP3);
    writeFileSync(join(folder, 'voice memo.m4a'), taggedM4a({ '©nam': 'Set free', '©ART': 'Ruth Adeyemi' }));
    writeFileSync(join(folder, 'old', '06 Set free.mp3'), MP3);
    await dropFolder(page, folder);
    const grace = card(page, 'REC_0042.mp3');
    expect(await grace.getByLabel(en.fields.title, { exact: true }).inputValue()).toBe('Grace älone');
    await grace.getByText('John Smith', { exact: true }).waitFor();
    expect(await grace.getByLabel(en.fields.series, { exact: true }).inputValue()).toBe('Romans');
    const memo = card(page, 'voice memo.m4a');
    expect(await memo.getByLabel(en.fields.title, { exact: true }).inputValue()).toBe('Set free');
    await memo.getByText('Ruth Adeyemi', { exact: true }).waitFor();
    const typed = memo.getByLabel(itemTexts.scripturesAdd);
    await typed.fill('Rom 8:1-4; Hesitations 3');
    await memo.getByText(/Hesitations 3/).waitFor();
    expect(await button(memo, itemTexts.scripturesButton).isDisabled()).toBe(true);
    await typed.fill('Rom 8:1-4; Ps 23');
    await memo.getByText(/Psalms? 23/).waitFor();
    await typed.press('Enter');
    await button(memo, withValues(en.add.removeScripture, { citation: 'Romans 8:1-4' })).waitFor();
    await card(page, '06 Set free.mp3').waitFor();
    await button(page, en.add.discard).click();
    await page.locator(`input[aria-label="${en.add.folder}"]`).setInputFiles(folder);
    await page.getByText(en.add.found.replace('{n}', '4')).waitFor();
  });

  it('imports the episodes of a feed', async () => {
    const server = await startFeedServer();
    server.serve(
      '/feed.xml',
      feedOf([
        { title: 'A lamp for my feet', guid: 'guid-of-lamp', enclosure: `${server.url}/lamp.mp3`, more: '' },
      ]),
    );
    server.serve('/lamp.mp3', MP3);
    const page = await test.open();
    await page.getByLabel(en.add.feed).fill('https://');
    await button(page, en.add.readFeed).click();
    await page.getByLabel(en.add.feed).fill(`${server.url}/feed.xml`);
    await button(page, en.add.readFeed).click();
    await card(page, 'A lamp for my feet').waitFor();
    await button(page, en.add.discard).click();
    await button(page, en.undo).click();
    await button(page, en.add.createOne).click();
    await page.getByText(en.add.importing.replace('{done}', '1').replace('{total}', '1')).waitFor();
    expect((await test.itemTitled('A lamp for my feet')).mediaAssets).toMatchObject([
      { fileSizeBytes: MP3.length },
    ]);
    await server.close();
  });

  it('is not for analysts', async () => {
    const page = await test.open('analyst');
    await page.getByText(en.notAllowed).waitFor();
    expect(await page.getByRole('link', { name: en.screens.add, exact: true }).count()).toBe(0);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(test.problems).toEqual([]);
  });
});
