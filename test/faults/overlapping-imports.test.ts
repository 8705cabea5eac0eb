/** `lectern import` of folders that overlap with earlier imports: a parent, a subfolder, a copy, another collection. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';
import { storedTexts } from '../support/transcript-texts.js';

describe('lectern import of files that are already in the account', () => {
  const workplace = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-again-')));
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  const lib = join(workplace, 'lib');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(workplace, path)), { recursive: true });
    writeFileSync(join(workplace, path), text);
  };
  const importFrom = (folder: string, ...options: string[]) =>
    runInProcess(
      ['import', join(workplace, folder), '--account', 'demo', '--collection', 'Sermons', ...options],
      env,
    );
  let app: App;
  const files = async () =>
    (
      await app.db
        .selectFrom('importedFile')
        .innerJoin('item', 'item.id', 'importedFile.itemId')
        .select(['path', 'folder', 'title'])
        .orderBy('path')
        .execute()
    ).map(({ path, folder, title }) => [path, folder, title]);
  const speakers = async () =>
    (
      await app.db
        .selectFrom('itemSpeaker')
        .innerJoin('speaker', 'speaker.id', 'itemSpeaker.speakerId')
        .select('name')
        .execute()
    ).map(({ name }) => name);

  beforeAll(async () => {
    await prepareData(env);
    app = createApp(loadConfig(env));
    write('lib/Spurgeon/1854/transcript.txt', 'Seek rest from your distresses.');
    write('lib/Spurgeon/Coin.txt', 'She lost one coin of ten.');
    write('lib/Spurgeon/twins/a.txt', 'Amen and amen.');
    write('lib/Spurgeon/twins/b.txt', 'Amen and amen.');
    write('lib/Other.txt', 'Another speaker spoke of another thing.');
  });
  afterAll(async () => {
    await app.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  const whole = [
    ['Other.txt', lib, 'Other'],
    ['Spurgeon/1854/transcript.txt', lib, 'Spurgeon'],
    ['Spurgeon/Coin.txt', lib, 'Coin'],
    ['Spurgeon/twins/a.txt', lib, 'A'],
    ['Spurgeon/twins/b.txt', lib, 'B'],
  ];

  it('creates an item for each of several equal files in one folder', async () => {
    const { stdout, stderr } = await importFrom('lib');
    expect(stdout).toBe('5 created, 0 updated, 0 unchanged, 0 skipped, 0 failed.\n');
    expect(stderr).toContain('note: Spurgeon/twins/b.txt: has the same content as Spurgeon/twins/a.txt');
    expect(await files()).toEqual(whole);
  });

  it('from a subfolder creates no second items, and applies the options', async () => {
    const trial = await importFrom('lib/Spurgeon', '--dry-run');
    expect(trial.stdout).toContain('Coin.txt (already imported)');
    expect(trial.stdout).toMatch(
      /: 0 new, 0 changed, 0 renamed, 0 unchanged, 4 already imported, 0 skipped\.\n$/,
    );
    const { stdout, stderr } = await importFrom('lib/Spurgeon', '--speaker', 'C. H. Spurgeon');
    expect(stdout).toBe('0 created, 4 updated, 0 unchanged, 0 skipped, 0 failed.\n');
    expect(stderr).toContain(
      `already imported from ${lib}: 4 files (1854/transcript.txt, Coin.txt, twins/a.txt, …)\n`,
    );
    expect(stderr).not.toMatch(/renamed|gone/);
    expect(await files()).toEqual(whole);
    expect(await speakers()).toEqual(Array(4).fill('C. H. Spurgeon'));
    expect((await importFrom('lib')).stdout).toMatch(/^0 created, 0 updated, 5 unchanged, /);
    expect((await importFrom('lib', '--prune')).stderr).not.toContain('gone');
    expect(await speakers()).toHaveLength(4);
  });

  it('of a copy, or into another collection, creates no second items', async () => {
    cpSync(lib, join(workplace, 'copy'), { recursive: true });
    const copy = await importFrom('copy');
    expect(copy.stdout).toMatch(/^0 created, 0 updated, 5 unchanged, /);
    expect(copy.stderr).toContain(`already imported from ${lib}: 5 files`);
    const { stdout, stderr } = await importFrom('copy', '--collection', 'Archive');
    expect(stdout).toMatch(/^0 created, 0 updated, 5 unchanged, /);
    expect(stderr).toContain(`already imported from ${lib} into the collection Sermons: 5 files`);
    expect(await files()).toEqual(whole);
  });

  it('recognises renamed and changed files, whichever folder they are imported from', async () => {
    renameSync(join(lib, 'Spurgeon/Coin.txt'), join(lib, 'Spurgeon/Penny.txt'));
    rmSync(join(workplace, 'copy'), { recursive: true });
    const renamed = await importFrom('lib');
    expect(renamed.stderr).toContain('renamed: Spurgeon/Coin.txt is now Spurgeon/Penny.txt');
    write('lib/Spurgeon/Penny.txt', 'She lost one penny of ten.');
    const changed = await importFrom('lib/Spurgeon');
    expect(changed.stdout).toMatch(/^0 created, 1 updated, 3 unchanged, /);
    const [row] = await app.db
      .selectFrom('importedFile')
      .select(['path', 'folder', 'itemId'])
      .where('path', 'like', '%Penny.txt')
      .execute();
    expect(row).toMatchObject({ path: 'Spurgeon/Penny.txt', folder: lib });
    const text = (await storedTexts(app.db)).find(({ itemId }) => itemId === row?.itemId);
    expect(text?.segments).toContain('one penny of ten');
  });

  it('from the parent folder creates no second items', async () => {
    write('years/2024/Rain.txt', 'It rained for forty days.');
    write('years/2023/Sun.txt', 'The sun stood still.');
    await importFrom('years/2024', '--series-from-folders', '--series', 'Weather');
    const { stdout } = await importFrom('years');
    expect(stdout).toMatch(/^1 created, 0 updated, 1 unchanged, /);
    write('years/2024/Rain.txt', 'It rained for forty days and forty nights.');
    expect((await importFrom('years')).stdout).toMatch(/^0 created, 1 updated, 1 unchanged, /);
    expect((await files()).filter(([path]) => /Rain|Sun/.test(String(path)))).toEqual([
      ['2023/Sun.txt', join(workplace, 'years'), 'Sun'],
      ['Rain.txt', join(workplace, 'years/2024'), 'Rain'],
    ]);
    const series = await app.db.selectFrom('item').select('seriesId').where('title', '=', 'Rain').execute();
    expect(series[0]?.seriesId).not.toBeNull();
  });

  it('creates new items for deleted ones when the files are imported from another folder', async () => {
    await app.db
      .updateTable('item')
      .set({ deletedDate: '2026-01-01T00:00:00.000Z' })
      .where('title', '=', 'Sun')
      .execute();
    expect((await importFrom('years')).stderr).toContain('2023/Sun.txt: its item has been deleted');
    expect((await importFrom('years/2023')).stderr).toContain('Sun.txt: its item has been deleted');
    expect((await importFrom('years', '--collection', 'Archive')).stdout).toMatch(/^1 created, /);
  });
});
