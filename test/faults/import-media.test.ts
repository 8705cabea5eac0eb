/** `lectern import` of recordings: with and without transcripts, damaged, repeated, and over the quota. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { id3Of, mp3Of } from '../support/media-bytes.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

const FIXTURES = join(import.meta.dirname, '../support/fixtures/media');

describe('lectern import of recordings', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-media-'));
  const folder = join(workplace, 'talks');
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  const copy = (fixture: string, path: string): void =>
    copyFileSync(join(FIXTURES, fixture), join(folder, path));
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.000\nThe Lord is my shepherd.\n';
  const importAll = (...options: string[]) =>
    runInProcess(['import', folder, '--account', 'demo', '--collection', 'Talks', ...options], env);
  let app: App;
  const media = async () =>
    (
      await app.db
        .selectFrom('mediaAsset')
        .innerJoin('item', 'item.id', 'mediaAsset.itemId')
        .leftJoin('transcript', 'transcript.mediaAssetId', 'mediaAsset.id')
        .select(['item.title', 'originalFilename', 'mediaAsset.contentType', 'mimeType', 'mediaAsset.status'])
        .select('transcript.isCurrent')
        .where('mediaAsset.deletedDate', 'is', null)
        .where('mediaAsset.contentType', '!=', 'text')
        .orderBy('mediaAsset.originalFilename')
        .execute()
    ).map(({ title, originalFilename, contentType, mimeType, status, isCurrent }) => [
      title,
      originalFilename,
      `${contentType} ${mimeType} ${status}`,
      isCurrent === 1,
    ]);
  const statuses = async () =>
    Object.fromEntries(
      (await app.db.selectFrom('item').select(['title', 'status']).execute()).map(({ title, status }) => [
        title,
        status,
      ]),
    );

  beforeAll(async () => {
    await prepareData(env);
    app = createApp(loadConfig(env));
    mkdirSync(folder);
    copy('talk.mp3', '2024-06-09 Coin.mp3');
    writeFileSync(join(folder, '2024-06-09 Coin.vtt'), vtt);
    copy('talk.mp4', 'Sheep.mp4');
    copy('talk.mp3', 'Sheep.mp3');
    writeFileSync(join(folder, 'Sheep.txt'), 'A sheep is not stupid.');
    // Sound without a picture, in a container that is mostly used for video.
    copy('talk.m4a', 'Alone.mp4');
    writeFileSync(join(folder, 'Not a recording.mp3'), 'words');
    writeFileSync(join(folder, 'code.ts'), 'export {};');
  });
  afterAll(async () => {
    await app.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  it('lists them in a dry run without importing anything', async () => {
    const { stdout, stderr } = await importAll('--dry-run');
    expect(stdout).toContain('media       2024-06-09 Coin.mp3');
    expect(stdout).toContain('media       Sheep.mp3, Sheep.mp4');
    expect(stdout).toMatch(/Alone\.mp4 \(new\)[^]*transcript {2}none yet/);
    expect(stderr).toContain('skipped: Not a recording.mp3: not audio or video that can be played');
    expect(await media()).toEqual([]);
  });

  const coin = ['Coin', '2024-06-09 Coin.mp3', 'audio audio/mpeg ready', true];
  const sheep = [
    ['Sheep', 'Sheep.mp3', 'audio audio/mpeg ready', true],
    ['Sheep', 'Sheep.mp4', 'video video/mp4 ready', false],
  ];

  it('stores them with the items of their transcripts, or as items without a transcript', async () => {
    const { stdout, stderr } = await importAll('--publish');
    expect(stdout).toBe('3 created, 0 updated, 0 unchanged, 1 skipped, 0 failed.\n');
    expect(stderr).toContain('media: 4 files (');
    expect(stderr).toMatch(/waiting: item \d+ \(Alone\): No transcript: found by title/);
    expect(stderr).toContain('not imported: 1 .ts file (code.ts)');
    expect(await media()).toEqual([coin, ['Alone', 'Alone.mp4', 'audio audio/mp4 ready', false], ...sheep]);
    expect(await statuses()).toEqual({ Coin: 'published', Sheep: 'published', Alone: 'published' });
  });

  it('stores each once, and keeps it when the text changes', async () => {
    writeFileSync(join(folder, '2024-06-09 Coin.vtt'), vtt.replace('shepherd', 'herdsman'));
    const { stdout, stderr } = await importAll();
    expect(stdout).toBe('0 created, 1 updated, 2 unchanged, 1 skipped, 0 failed.\n');
    expect(stderr).not.toContain('media:');
    expect((await media())[0]).toEqual(coin);
    expect(await app.db.selectFrom('transcript').select('id').execute()).toHaveLength(2);
  });

  it('adds files that come later: a transcript to a recording, and a recording to a transcript', async () => {
    writeFileSync(join(folder, 'Alone.vtt'), vtt.replace('shepherd', 'rock'));
    writeFileSync(join(folder, 'Late.vtt'), vtt.replace('shepherd', 'light'));
    expect((await importAll('--publish')).stdout).toMatch(/^1 created, 1 updated, 2 unchanged/);
    copy('talk.flac', 'Late.flac');
    expect((await importAll('--publish')).stderr).toContain('media: 1 file (Late.flac)');
    expect(await statuses()).toEqual({
      Coin: 'published',
      Sheep: 'published',
      Alone: 'published',
      Late: 'published',
    });
    expect((await media()).find(([title]) => title === 'Late')).toEqual([
      'Late',
      'Late.flac',
      'audio audio/flac ready',
      true,
    ]);
  });

  it('keeps the item of a recording when its transcript is gone, and adds the transcript again', async () => {
    const items = async () => (await app.db.selectFrom('item').select('id').execute()).length;
    const before = await items();
    rmSync(join(folder, 'Late.vtt'));
    const { stdout, stderr } = await importAll('--publish', '--prune');
    expect(stdout).toMatch(/^0 created, 1 updated, 3 unchanged/);
    expect(stderr).toContain('renamed: Late.vtt is now Late.flac');
    expect(stderr).not.toContain('gone:');
    expect((await importAll()).stdout).toMatch(/^0 created, 0 updated, 4 unchanged/);
    expect(await statuses()).toMatchObject({ Late: 'published' });
    writeFileSync(join(folder, 'Late.vtt'), vtt.replace('shepherd', 'light'));
    expect((await importAll()).stderr).toContain('renamed: Late.flac is now Late.vtt');
    expect(await items()).toBe(before);
    const stored = (await media()).length;
    renameSync(join(folder, 'Late.vtt'), join(folder, 'Later.vtt'));
    renameSync(join(folder, 'Late.flac'), join(folder, 'Later.flac'));
    expect((await importAll()).stderr).not.toContain('media:');
    expect(await items()).toBe(before);
    expect(await media()).toHaveLength(stored);
  });

  const assetOf = (name: string) =>
    app.db
      .selectFrom('mediaAsset')
      .selectAll()
      .where('originalFilename', '=', name)
      .where('deletedDate', 'is', null)
      .execute();
  const removals = async () =>
    (await app.db.selectFrom('job').select('payload').where('kind', '=', 'removeBlob').execute()).map(
      ({ payload }) => (JSON.parse(payload) as { blobKey: string }).blobKey,
    );
  const keyOf = (url: string | null | undefined): string => (url ?? '').replace('/files/', '');

  it('replaces a changed recording in place, and then removes the old file', async () => {
    const name = '2024-06-09 Coin.mp3';
    const [before] = await assetOf(name);
    copy('talk.ogg', name);
    const { stdout, stderr } = await importAll();
    expect(stderr).toContain(`media replaced: 1 file (${name})`);
    expect(stdout).toMatch(/^0 created, 0 updated/);
    const [replaced, ...more] = await assetOf(name);
    expect(more).toEqual([]);
    expect(replaced).toMatchObject({ id: before!.id, mimeType: 'audio/ogg', status: 'ready' });
    expect(replaced!.url).not.toBe(before!.url);
    expect(await app.blobs.stat(keyOf(replaced!.url))).toMatchObject({ contentType: 'audio/ogg' });
    // Current listeners finish: the old file is deleted some minutes later.
    expect(await removals()).toContain(keyOf(before!.url));
    expect(await app.blobs.stat(keyOf(before!.url))).not.toBeNull();
    expect(await statuses()).toMatchObject({ Coin: 'published' });
    expect((await media())[0]).toEqual(['Coin', name, 'audio audio/ogg ready', true]);
    expect(replaced!.bitrate).not.toBeNull();
    expect((await importAll()).stderr).not.toContain('media');
  });

  it('compares recordings of the same size by content, not by time', async () => {
    const name = '2024-06-09 Coin.mp3';
    const path = join(folder, name);
    const before = (await assetOf(name))[0]!.url;
    const later = new Date(Date.now() + 60_000);
    utimesSync(path, later, later);
    expect((await importAll()).stderr).not.toContain('media');
    expect((await assetOf(name))[0]!.url).toBe(before);
    const bytes = readFileSync(path);
    bytes[bytes.length - 200]! ^= 0xff;
    writeFileSync(path, bytes);
    expect((await importAll()).stderr).toContain('media replaced: 1 file');
    expect((await assetOf(name))[0]!.url).not.toBe(before);
  });

  it('keeps a recording that staff uploaded under the same name, unless told to overwrite it', async () => {
    const name = '2024-06-09 Coin.mp3';
    await app.db.updateTable('importedFile').set({ written: null }).execute();
    copy('talk.mp3', name);
    const { stderr } = await importAll();
    expect(stderr).toMatch(/note: 2024-06-09 Coin\.mp3: is not the recording of this name/);
    expect((await media())[0]).toEqual(['Coin', name, 'audio audio/ogg ready', true]);
    expect((await importAll('--overwrite')).stderr).toContain('media replaced: 1 file');
    expect((await media())[0]).toEqual(coin);
  });

  it('creates one item from a recording and its transcripts in several languages', async () => {
    copy('talk.mp3', 'Door.mp3');
    writeFileSync(join(folder, 'Door.de.vtt'), vtt.replace('The Lord is my shepherd', 'Ich bin die Tür'));
    writeFileSync(join(folder, 'Door.en.vtt'), vtt.replace('shepherd', 'door'));
    // One recording per language.
    for (const language of ['en', 'fr']) {
      copy('talk.mp3', `Gate.${language}.mp3`);
      writeFileSync(join(folder, `Gate.${language}.vtt`), vtt.replace('shepherd', `gate ${language}`));
    }
    const { stdout, stderr } = await importAll();
    expect(stdout).toMatch(/^3 created, 0 updated/);
    expect(stderr).toContain(
      'note: Door.de.vtt: is the same talk as Door.en.vtt in another language (de): an item has one transcript',
    );
    expect((await media()).filter(([title]) => title === 'Door' || title === 'Gate')).toEqual([
      ['Door', 'Door.mp3', 'audio audio/mpeg ready', true],
      ['Gate', 'Gate.en.mp3', 'audio audio/mpeg ready', true],
      ['Gate', 'Gate.fr.mp3', 'audio audio/mpeg ready', true],
    ]);
    const languages = await app.db
      .selectFrom('transcript')
      .select('language')
      .where('language', 'is not', null)
      .execute();
    expect(languages.map(({ language }) => language).sort()).toEqual(['en', 'en', 'fr']);
    // The account's language decides.
    const settings = { language: 'de' };
    const former = await app.db.selectFrom('account').select('settings').executeTakeFirstOrThrow();
    await app.db
      .updateTable('account')
      .set({ settings: JSON.stringify(settings) })
      .execute();
    expect((await importAll('--dry-run')).stdout).toContain('Door.de.vtt (renamed from Door.en.vtt)');
    await app.db.updateTable('account').set(former).execute();
  });

  it('skips files over the quota, and does not restore deleted ones', async () => {
    await app.db.updateTable('accountUsage').set({ maxStoredBytes: 1 }).execute();
    copy('talk.ogg', 'Full.ogg');
    expect((await importAll()).stderr).toMatch(/skipped: Full\.ogg: .*(?:quota|limit)/i);
    await app.db.updateTable('accountUsage').set({ maxStoredBytes: null }).execute();
    await app.db
      .updateTable('mediaAsset')
      .set({ deletedDate: '2026-01-01T00:00:00.000Z' })
      .where('originalFilename', '=', 'Sheep.mp4')
      .execute();
    expect((await importAll()).stderr).toContain('media: 1 file (Full.ogg)');
  });

  it('takes the chapters in a recording, and says how many', async () => {
    const chapters = [
      { title: 'Reading', startMs: 0 },
      { title: 'The vine', startMs: 1_500 },
    ];
    const late = { title: 'Never', startMs: 11_000 };
    const tag = id3Of([...chapters, late], { version: 3 });
    writeFileSync(join(folder, 'Vine.mp3'), Buffer.concat([tag, mp3Of([400, 64])]));
    const note = 'Vine.mp3: has chapters (2), which become those of the item';
    expect((await importAll('--dry-run')).stderr).toContain(note);
    expect((await importAll()).stderr).toContain(note);
    const stored = app.db
      .selectFrom('chapter')
      .innerJoin('mediaAsset', 'mediaAsset.id', 'chapter.mediaAssetId')
      .select(['chapter.title', 'startMs'])
      .where('originalFilename', '=', 'Vine.mp3')
      .orderBy('startMs');
    expect(await stored.execute()).toEqual(chapters);
    expect((await importAll()).stderr).not.toContain(note);
  });
});
