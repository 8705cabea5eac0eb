/** `lectern import` of ordinary folders: skipped files, dry runs, repeated imports. */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { asNobody } from '../support/as-nobody.js';
import { mediaExtensions } from '../../src/content/media/media-types.js';
import { transcriptExtensions } from '../../src/transcripts/formats/readers.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

describe('lectern import', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-import-'));
  const folder = join(workplace, 'Predigten & Talks');
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const importAll = (...options: string[]) =>
    runInProcess(['import', folder, '--account', 'demo', '--collection', 'Predigten', ...options], env);
  let app: App;
  const items = () =>
    app.db.selectFrom('item').select(['title', 'date', 'status']).orderBy('title').execute();

  beforeAll(async () => {
    await prepareData(env);
    app = createApp(loadConfig(env));
    write(
      'Gleichnisse/2024-06-09 Der verlorene Groschen.md',
      '---\nspeaker: Jürgen Müller\nscriptures: ["Lk 15,8-10", "Matt 5, 6", "Luke 15:8-10"]\n---\n\nEine Frau hat zehn Groschen.',
    );
    write('Gleichnisse/16. Juni 2024 - Der Sämann.txt', 'Ein Sämann ging aus, zu säen.');
    write('20231203_transcript.md', '# Audio Transcription\n\n- **Language**: de\n\n[00:51 - 00:54] Amen.');
    write('long.txt', 'In the beginning was the word. '.repeat(5_000));
    write('empty.txt', '');
    for (const path of [
      'a.pptx',
      'b.PPTX',
      'Predigt.doc',
      '.DS_Store',
      '~$edigt.docx',
      'Notizen',
      'README.md',
    ])
      write(path, 'x');
    for (const path of ['.git/x.md', 'node_modules/x/y.md', '__MACOSX/z.txt']) write(path, 'Hidden words.');
  });
  afterAll(async () => {
    await app.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  it('lists all supported formats', async () => {
    const { stdout } = await runInProcess(['import', '--help'], env);
    const listed = /Transcripts: (.*)/.exec(stdout)?.[1]?.split(' ');
    expect(listed?.toSorted()).toEqual(transcriptExtensions.toSorted());
    const media = /Audio and video: (.*)/.exec(stdout)?.[1]?.split(' ');
    expect(media?.toSorted()).toEqual([...mediaExtensions].toSorted());
  });

  it('reports a folder that does not exist', async () => {
    const of = async (path: string) =>
      await runInProcess(['import', path, '--account', 'demo', '--collection', 'Typo'], env);
    const missing = await of(join(workplace, 'sermon'));
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^lectern: The folder .*sermon does not exist\. Check its spelling\.\n$/);
    expect((await of(join(folder, 'long.txt'))).stderr).toMatch(/long\.txt is a file, not a folder\./);
    expect((await of(join(folder, 'long.txt/more'))).stderr).toContain('does not exist');
    const created = await app.db.selectFrom('collection').select('name').execute();
    expect(created).toEqual([]);
  });

  it('returns when everything is searchable, and leaves suggestions to the server', async () => {
    const own = join(workplace, 'one');
    mkdirSync(own);
    writeFileSync(join(own, 'Kept.txt'), 'We read Romans 8:28 in hospitals, and Romans 8:28 at home.');
    const suggesting = { ...env, DATA_DIR: join(workplace, 'suggesting'), SUGGESTIONS: 'true' };
    await prepareData(suggesting);
    const command = ['import', own, '--account', 'demo', '--collection', 'Talks', '--publish'];
    const { code, stdout, stderr } = await runInProcess(command, suggesting);
    expect([code, stdout]).toEqual([0, '1 created, 0 updated, 0 unchanged, 0 skipped, 0 failed.\n']);
    expect(stderr).toContain('Suggestions for 1 item will be made when a server runs.\n');
    const { db, close } = createApp(loadConfig(suggesting));
    expect(await db.selectFrom('item').select('status').execute()).toEqual([{ status: 'published' }]);
    expect(await db.selectFrom('job').select('kind').where('queue', '=', 'suggestions').execute()).toEqual([
      { kind: 'suggestItem' },
    ]);
    await close();
  });

  it('uses the modification time for files without a date, on request', async () => {
    const own = join(workplace, 'dates');
    mkdirSync(own);
    const changed = new Date('1999-05-06T12:00:00Z');
    for (const name of ['2024-06-09 Dated.txt', 'Undated.txt']) {
      writeFileSync(join(own, name), `The words of ${name}`);
      utimesSync(join(own, name), changed, changed);
    }
    const dated = { ...env, DATA_DIR: join(workplace, 'dated') };
    await prepareData(dated);
    const { db, close } = createApp(loadConfig(dated));
    const imported = async (...options: string[]) => {
      const command = ['import', own, '--account', 'demo', '--collection', 'Talks', ...options];
      expect((await runInProcess(command, dated)).code).toBe(0);
      const rows = await db
        .selectFrom('item')
        .select(['title', 'date', 'dateIsKnown'])
        .orderBy('title')
        .execute();
      return rows.map(({ title, date, dateIsKnown }) => [title, dateIsKnown === 1 ? date : null]);
    };
    const named = ['Dated', '2024-06-09'];
    expect(await imported()).toEqual([named, ['Undated', null]]);
    expect(await imported('--date-from-file')).toEqual([named, ['Undated', '1999-05-06']]);
    expect(await imported()).toEqual([named, ['Undated', '1999-05-06']]);
    await close();
  });

  it('reports a permission error for an unreadable folder', async () => {
    const locked = join(workplace, 'locked');
    mkdirSync(locked);
    chmodSync(workplace, 0o755);
    const importIt = () =>
      runInProcess(['import', locked, '--account', 'nobody', '--collection', 'Typo'], env);
    // Loads the command.
    expect((await importIt()).stderr).toContain('nobody');
    chmodSync(locked, 0);
    expect(await asNobody(importIt)).toEqual({
      code: 1,
      stdout: '',
      stderr: `lectern: No permission to read the folder ${locked}\n`,
    });
    rmSync(locked, { recursive: true });
  });

  it('previews an import without changing anything', async () => {
    const { code, stdout, stderr } = await importAll(
      ...['--dry-run', '--series-from-folders', '--speaker', 'Ruth', '--speaker', 'Ann', '--topic', 'Hope'],
    );
    expect(stdout).toContain(
      [
        'Gleichnisse/2024-06-09 Der verlorene Groschen.md (new)',
        '  title       Der verlorene Groschen',
        '  date        2024-06-09',
        '  speakers    Jürgen Müller',
        '  series      Gleichnisse',
        '  scriptures  Luke 15:8-10',
        '  topics      Hope\n',
      ].join('\n'),
    );
    expect(stdout).toContain(
      'long.txt (new)\n  title       Long\n  date        none (day of the import)\n  speakers    Ruth, Ann\n  series      none\n',
    );
    expect(stdout).toMatch(
      /\nNothing was imported: 4 new, 0 changed, 0 renamed, 0 unchanged, 1 skipped\.\n$/,
    );
    expect(stderr).toContain(
      'note: Gleichnisse/2024-06-09 Der verlorene Groschen.md: "Matt 5, 6" is not imported',
    );
    expect(code).toBe(3);
    expect(await items()).toEqual([]);
    expect(await app.db.selectFrom('collection').select('name').execute()).toEqual([]);
  });

  it('lists every skipped file', async () => {
    const { stderr, stdout } = await importAll('--publish', '--date', '2020-01-01', '--series', 'Sonstiges');
    expect(stdout).toBe('4 created, 0 updated, 0 unchanged, 1 skipped, 0 failed.\n');
    const lines = stderr.split('\n').filter((line) => /^(?:skipped|not imported|note):/.test(line));
    expect(lines).toEqual([
      'note: Gleichnisse/2024-06-09 Der verlorene Groschen.md: "Matt 5, 6" is not imported as a scripture: it is ambiguous, or the verses do not exist',
      'skipped: empty.txt: The file is empty',
      'not imported: 2 .pptx files (a.pptx, b.PPTX)',
      'not imported: 2 hidden files (.DS_Store, ~$edigt.docx)',
      'not imported: 2 system folders (__MACOSX, node_modules)',
      'not imported: 1 .doc file (Predigt.doc); to import them, save them as .docx, .txt or .md',
      'not imported: 1 README or licence file (README.md)',
      'not imported: 1 file without an extension (Notizen)',
      'not imported: 1 hidden folder (.git)',
    ]);
    const status = 'published';
    expect(await items()).toEqual([
      { title: '2023-12-03', date: '2023-12-03', status },
      { title: 'Der Sämann', date: '2024-06-16', status },
      { title: 'Der verlorene Groschen', date: '2024-06-09', status },
      { title: 'Long', date: '2020-01-01', status },
    ]);
  });

  it('applies options that were added later, and keeps their values without them', async () => {
    expect((await importAll('--speaker', 'Ruth Ädel')).stdout).toMatch(/^0 created, 3 updated, 1 unchanged/);
    expect((await importAll()).stdout).toMatch(/^0 created, 0 updated, 4 unchanged/);
    const links = await app.db.selectFrom('itemSpeaker').select('speakerId').execute();
    expect(links).toHaveLength(4);
  });

  it('recognises renamed files, keeps edits by staff, and unpublishes items of deleted files', async () => {
    await app.db.updateTable('item').set({ title: 'By staff' }).where('title', '=', 'Der Sämann').execute();
    renameSync(join(folder, 'long.txt'), join(folder, '2024-05-05 Das Wort.txt'));
    write('Gleichnisse/16. Juni 2024 - Der Sämann.txt', '# Vom Säen\n\nEin Sämann ging aus, zu säen. Amen.');
    rmSync(join(folder, '20231203_transcript.md'));
    const trial = await importAll('--dry-run');
    expect(trial.stdout).toContain('2024-05-05 Das Wort.txt (renamed from long.txt)');
    expect(trial.stdout).toContain('Nothing was imported: 0 new, 1 changed, 1 renamed, 1 unchanged');
    expect(trial.stderr).toMatch(
      /1 item with a deleted file \(use --prune to unpublish\):\ndeleted: 20231203_transcript\.md \(item \d+, 2023-12-03\)\n/,
    );
    expect(trial.stderr).not.toContain('deleted: long.txt');

    const { stderr, stdout } = await importAll('--publish');
    expect(stdout).toMatch(/^0 created, 2 updated, 1 unchanged/);
    expect(stderr).toContain('renamed: long.txt is now 2024-05-05 Das Wort.txt');
    expect(stderr).toContain(
      'kept: Gleichnisse/16. Juni 2024 - Der Sämann.txt: edits of title in the library',
    );
    expect(stderr).toContain('1 item with a deleted file (use --prune to unpublish):');
    const trialOfPrune = await importAll('--prune', '--dry-run');
    expect(trialOfPrune.stderr).toMatch(
      /1 item with a deleted file would be unpublished:\ndeleted: 20231203_transcript\.md/,
    );
    expect((await items())[0]).toMatchObject({ title: '2023-12-03', status: 'published' });
    const pruned = await importAll('--prune');
    expect(pruned.stderr).toMatch(
      /1 item with a deleted file will be unpublished:\ndeleted: 20231203_transcript\.md \(item \d+, 2023-12-03\)\n/,
    );
    expect(pruned.stdout).toMatch(/\n1 unpublished\.\n$/);
    expect(await items()).toEqual([
      { title: '2023-12-03', date: '2023-12-03', status: 'unpublished' },
      { title: 'By staff', date: '2024-06-16', status: 'published' },
      { title: 'Das Wort', date: '2024-05-05', status: 'published' },
      { title: 'Der verlorene Groschen', date: '2024-06-09', status: 'published' },
    ]);
    expect((await importAll('--prune')).stderr).not.toContain('gone');
  });

  it('unpublishes nothing when the folder is empty', async () => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    for (const options of [['--prune', '--dry-run'], ['--prune']]) {
      const { code, stderr } = await importAll(...options);
      expect(code).toBe(1);
      expect(stderr).toContain('nothing was unpublished. Is this the right folder?');
      expect(stderr).not.toContain('gone');
    }
    expect((await items()).filter(({ status }) => status === 'published')).toHaveLength(3);
  });
});
