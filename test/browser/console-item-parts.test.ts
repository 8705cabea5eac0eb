/** The parts of an item's page in the console: scriptures, artwork, and resources. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { itemTexts as texts } from '../../strings/console/item/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { resourceTexts } from '../../strings/console/resources/en.js';
import { buildItem } from '../support/factories.js';
import { browserPath } from './chromium.js';
import {
  actionsOf,
  button,
  choose,
  dialog,
  field,
  notice,
  png,
  says,
  startConsolePages,
} from './console-pages.js';
import { lookAt } from './looks.js';
import { wav } from './recording.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('the parts of an item’s page', () => {
  const api = () => console.app.demo.api;
  const console = use(() => startConsolePages(), 'stop');

  const itemOf = async (id: number) => (await api().get(`/items/${id}`)).body.item;

  it('takes scriptures as people type them, names what it cannot read, and removes them', async () => {
    const { id } = await buildItem(console.app.demo);
    const page = await console.open(`items/${id}`, 'contributor');
    const typed = page.getByLabel(texts.scripturesAdd, { exact: true });
    await typed.fill('Matt 5:3-12; 6:9; the lost coin; Ps 23');
    await page.getByText(texts.notUnderstood.replace('{text}', '6:9; the lost coin')).waitFor();
    await typed.fill('Mt 5,3-12; Ps 23');
    await says(page, texts.understood.replace('{citations}', 'Matthew 5:3-12, Psalms 23'));
    await typed.press('Enter');
    await page.getByText('Matthew 5:3-12', { exact: true }).waitFor();
    await button(page, texts.removeScripture.replace('{citation}', 'Psalms 23')).click();
    await notice(page, texts.scriptureRemoved.replace('{citation}', 'Psalms 23'));
    const { scriptures } = (await api().get(`/items/${id}?_expand[]=scriptures`)).body.item;
    expect(scriptures).toMatchObject([{ citation: 'Matthew 5:3-12', hidden: false }]);
    await button(page, en.undo).click();
    await page.getByText('Psalms 23', { exact: true }).waitFor();
    await page.context().close();
  });

  it('cuts a picture to the four proportions, as it was moved and enlarged', async () => {
    const { id } = await buildItem(console.app.demo);
    const page = await console.open(`items/${id}`, 'contributor');
    // Red on the left, blue on the right.
    const halves = await sharp({ create: { width: 1_600, height: 800, channels: 3, background: '#c00' } })
      .composite([{ input: await png(800, 800), left: 800, top: 0 }])
      .jpeg()
      .toBuffer();
    await page
      .getByLabel(texts.choosePicture)
      .setInputFiles({ name: 'halves.jpg', mimeType: 'image/jpeg', buffer: halves });
    const frame = dialog(page).getByRole('group', {
      name: texts.cropOf.replace('{proportion}', texts.proportions.square),
    });
    await frame.waitFor();
    expect(await lookAt(page, 'console-item-crop', [390, 1280])).toEqual([]);
    await frame.focus();
    for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowRight');
    await button(dialog(page), texts.saveArtwork).click();
    await notice(page, texts.artworkSaved);
    const item = await itemOf(id);
    expect(item.wideImgMetadata).toMatchObject({ width: 1_422, height: 800 });
    expect(item.squareImgMetadata).toMatchObject({ width: 800, height: 800 });
    const square = Buffer.from(await (await fetch(item.squareImgUrl)).arrayBuffer());
    const { dominant } = await sharp(square).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
    await expect.poll(async () => (await itemOf(id)).wizardStep).toBe('artwork');
    await button(page, texts.removeArtwork).click();
    await page.getByText(texts.noArtwork).waitFor();
    await page.context().close();
  });

  it('sends recordings in the background, plays them, and moves the step along', async () => {
    const { id } = await buildItem(console.app.demo);
    const page = await console.open(`items/${id}`, 'contributor');
    await page.locator('input[aria-label="Add recordings"]').setInputFiles([
      { name: 'Sunday.wav', mimeType: 'audio/wav', buffer: wav(40) },
      {
        name: 'Sunday.vtt',
        mimeType: '',
        buffer: Buffer.from('WEBVTT\n\n00:01.000 --> 00:05.000\nGrace to you.\n'),
      },
    ]);
    const player = page.getByLabel(en.media.recordingOf.replace('{name}', 'Sunday.wav'));
    await player.waitFor();
    await page.getByText('0:40').waitFor();
    await page.getByRole('link', { name: en.media.editTranscript }).waitFor();
    await expect.poll(async () => (await itemOf(id)).status).toBe('ready');
    await expect.poll(async () => (await itemOf(id)).wizardStep).toBe('finalize');
    const audio = 'document.querySelector("audio")';
    await expect.poll(() => page.evaluate(`${audio}.duration`)).toBeCloseTo(40, 0);

    await page
      .locator('input[aria-label="Add recordings"]')
      .setInputFiles({ name: 'notes.xyz', mimeType: '', buffer: Buffer.from('nothing') });
    await notice(page, en.media.unknown.replace('{name}', 'notes.xyz'));
    await page.context().close();
  });

  it('has resources: files, links and videos, with types that are ordered', async () => {
    const { id } = await buildItem(console.app.demo);
    const types = await console.open('resources', 'editor');
    for (const name of ['Slides', 'Handout']) {
      await button(types, resourceTexts.addType).click();
      await field(types, lists.name).fill(name);
      await button(dialog(types), lists.create).click();
      await types.getByText(name, { exact: true }).waitFor();
    }
    await button(types, lists.order.handle.replace('{name}', 'Handout')).press('ArrowUp');
    const names = async (): Promise<string[]> =>
      (await api().get('/resource-types')).body.resourceTypes.map(({ name }: { name: string }) => name);
    await expect.poll(names).toEqual(['Handout', 'Slides']);

    const page = await console.open(`items/${id}`, 'contributor');
    const list = async () => (await api().get(`/items/${id}/resources`)).body.resources;
    await page
      .getByLabel(resourceTexts.addFiles)
      .setInputFiles({ name: 'Outline.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 …') });
    await page.getByRole('link', { name: 'Outline' }).waitFor();
    for (const [address, title] of [
      ['https://example.org/notes', 'Notes'],
      ['https://youtu.be/abcdefghijk?t=3', 'The film'],
    ] as const) {
      await button(page, resourceTexts.addLink).click();
      await field(page, resourceTexts.address).fill(address);
      await field(page, resourceTexts.resourceTitle).fill(title);
      await button(dialog(page), lists.create).click();
      await page.getByRole('link', { name: title }).waitFor();
    }
    expect(await list()).toMatchObject([
      { contentType: 'file', title: 'Outline' },
      { contentType: 'link', linkTarget: 'https://example.org/notes' },
      { contentType: 'video', externalPlatform: 'youtube', externalPlatformId: 'abcdefghijk' },
    ]);
    await choose(page, actionsOf('Notes'), lists.edit);
    await dialog(page).getByRole('combobox', { name: resourceTexts.type }).click();
    await page.getByRole('option', { name: 'Handout' }).click();
    await button(dialog(page), lists.save).click();
    await page.getByRole('cell', { name: 'Handout' }).waitFor();
    await choose(page, actionsOf('Notes'), lists.delete);
    await button(page, en.undo).click();
    await notice(page, lists.restored.replace('{name}', 'Notes'));
    await choose(page, actionsOf('Outline'), lists.delete);
    await dialog(page).getByText(resourceTexts.deleteFileText).waitFor();
    await button(dialog(page), lists.delete).click();
    await expect.poll(async () => (await list()).length).toBe(2);
    await page.context().close();
    await types.context().close();
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
