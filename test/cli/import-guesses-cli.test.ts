/** `lectern import` of files that say nothing but their names: what it reads, suggests and leaves open. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

describe('lectern import', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-import-'));
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  let app: App;
  let count = 0;
  /** A folder with these files, each with words of its own. */
  const folderOf = (...paths: string[]): string => {
    const folder = join(workplace, `folder ${++count}`);
    for (const [at, path] of paths.entries()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `These are the words number ${at} of folder ${count}.`);
    }
    return folder;
  };
  const importAll = (folder: string, collection: string, ...options: string[]) =>
    runInProcess(['import', folder, '--account', 'demo', '--collection', collection, ...options], env);
  const items = async (collection: string) => {
    const rows = await app.db
      .selectFrom('item')
      .innerJoin('collection', 'collection.id', 'item.collectionId')
      .leftJoin('itemSpeaker', 'itemSpeaker.itemId', 'item.id')
      .leftJoin('speaker', 'speaker.id', 'itemSpeaker.speakerId')
      .where('collection.name', '=', collection)
      .select(['item.id', 'item.title', 'item.date', 'speaker.name as speaker'])
      .orderBy('item.title')
      .execute();
    const scriptures = await app.db.selectFrom('scripture').selectAll().execute();
    return rows.map(({ id, title, date, speaker }) => [
      title,
      date,
      speaker,
      scriptures
        .filter(({ itemId }) => itemId === id)
        .map((row) => `${row.book} ${row.chapter}:${row.verseStart}${row.suggested ? ' suggested' : ''}`)
        .join('; '),
    ]);
  };

  beforeAll(async () => {
    await prepareData(env);
    app = createApp(loadConfig(env));
  });
  afterAll(async () => {
    await app.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  it('publishes scriptures that a name writes in full, and suggests the others', async () => {
    const folder = folderOf(
      '2024-03-10 - Rom 8.txt',
      '2024-03-17 - John 3.16 - Grace.txt',
      'WhatsApp Audio 2025-05-04 at 10.30.12.txt',
    );
    const dry = await importAll(folder, 'Names', '--dry-run');
    const { stdout, stderr } = await importAll(folder, 'Names', '--publish');
    expect(await items('Names')).toEqual([
      ['2025-05-04', '2025-05-04', null, ''],
      ['Grace', '2024-03-17', null, 'JHN 3:16'],
      ['Rom 8', '2024-03-10', null, 'ROM 8:1 suggested'],
    ]);
    const note = 'Romans 8 in the file name is suggested, and public once it is accepted';
    expect(stdout + stderr).toContain(note);
    expect(dry.stdout + dry.stderr).toContain(note);
    expect(dry.stdout).toContain('John 3:16');
  });

  it('takes no speaker from another file of the run, and a dry run shows the same', async () => {
    const others = Array.from({ length: 18 }, (_, at) => `a${at} hope.txt`);
    const folder = folderOf(...others, 'A Word by Mark Peters.txt', 'Peters - Mercy.txt');
    const dry = await importAll(folder, 'Run', '--dry-run');
    await importAll(folder, 'Run');
    const found = (await items('Run')).filter(([, , speaker]) => speaker !== null);
    expect(found.map(([title, , speaker]) => [title, speaker])).toEqual([['A Word', 'Mark Peters']]);
    expect(dry.stdout.match(/speakers {4}(?!none).+/g)).toEqual([expect.stringContaining('Mark Peters')]);
    expect(dry.stdout).toMatch(/title +Peters - Mercy/);
  });

  it('names a talk after its folder if that is a talk', async () => {
    const folder = folderOf(
      'The Lost Coin/transcript.txt',
      'Sermons/captions.txt',
      'Advent/audio.txt',
      'Advent/video.txt',
    );
    await importAll(folder, 'Folders');
    expect((await items('Folders')).map(([title]) => title)).toEqual([
      'Audio',
      'Captions',
      'The Lost Coin',
      'Video',
    ]);
  });

  it('calls no date ambiguous that it reads', async () => {
    const folder = folderOf('03-04-2024 Hope.txt', '21-04-2024 Faith.txt', '28-04-2024 Love.txt');
    for (const options of [['--dry-run'], []]) {
      const { stdout, stderr } = await importAll(folder, 'Dates', ...options);
      expect(stdout + stderr).not.toContain('ambiguous');
    }
    expect((await items('Dates')).map(([title, date]) => [title, date])).toEqual([
      ['Faith', '2024-04-21'],
      ['Hope', '2024-04-03'],
      ['Love', '2024-04-28'],
    ]);
    const open = await importAll(folderOf('03-05-2024 Alone.txt'), 'Alone');
    expect(open.stdout + open.stderr).toContain('"03-05-2024" in the file name is ambiguous');
  });
});
