/** `lectern import --watch`: new and changed files, files that grow, errors, an unmounted folder, and the end. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
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
import { createFolderWatch } from '../../src/import/watch-folder.js';
import { startCli, type Running } from '../support/run-cli.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

const workplace = mkdtempSync(join(tmpdir(), 'lectern-watch-'));
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

describe('lectern import --watch', () => {
  const folder = join(workplace, 'talks');
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  let app: App;
  let running: Running;
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const titles = async () =>
    (await app.db.selectFrom('item').select('title').orderBy('title').execute()).map(({ title }) => title);

  beforeAll(async () => {
    mkdirSync(folder);
    await prepareData(env);
    app = createApp(loadConfig(env));
    write('2024-03-10 First.txt', 'Words of the first.');
    const old = new Date(Date.now() - 60_000);
    utimesSync(join(folder, '2024-03-10 First.txt'), old, old);
    running = startCli(
      ['import', folder, '--account', 'demo', '--collection', 'Talks', '--watch', '--interval', '1'],
      env,
    );
  });
  afterAll(async () => {
    running.process.kill('SIGKILL');
    await running.finished;
    await app.close();
  });

  it('imports what is there, then new and changed files, line by line', async () => {
    await running.said('created: 2024-03-10 First.txt (item ');
    write('2024-03-17 Second.txt', 'Words of the second.');
    await running.said('created: 2024-03-17 Second.txt (item ');
    write('2024-03-10 First.txt', '---\ntitle: The first\n---\n\nOther words of the first.');
    await running.said('updated: 2024-03-10 First.txt (item ');
    expect(await titles()).toEqual(['Second', 'The first']);
  });

  it('goes on after a file that cannot be imported, and imports it once it is changed', async () => {
    write('bad.md', '---\ntitle: [\n---\nWords.');
    write('good.txt', 'Good words.');
    await running.said('skipped: bad.md: ');
    await running.said('created: good.txt (item ');
    write('bad.md', '---\ndate: 2024-03-24\n---\nWords.');
    await running.said('created: bad.md (item ');
    expect(running.output().split('skipped: bad.md')).toHaveLength(2);
  });

  it('waits for a folder that is unmounted', async () => {
    renameSync(folder, `${folder}-away`);
    await running.said('does not exist');
    renameSync(`${folder}-away`, folder);
    await running.said('can be read again.');
    write('After.txt', 'Words after.');
    await running.said('created: After.txt (item ');
    expect(await titles()).toContain('Second');
  });

  it('ends on SIGTERM without an error', async () => {
    running.process.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0 });
  });

  it('is not combined with options that end', async () => {
    for (const option of ['--dry-run', '--prune'])
      expect(
        await runInProcess(
          ['import', folder, '--account', 'demo', '--collection', 'Talks', '--watch', option],
          env,
        ),
      ).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used with') });
  });
});

describe('a watched folder', () => {
  it('names a file once it has stopped growing, and an empty one as unmounted', async () => {
    const folder = join(workplace, 'growing');
    mkdirSync(folder);
    const path = join(folder, 'a.mp3');
    writeFileSync(path, 'x');
    const watch = createFolderWatch(folder, { followLinks: false });
    const look = async () => {
      const { ready, growing } = await watch.look();
      return { ready: [...ready], growing: [...growing] };
    };
    expect(await look()).toEqual({ ready: [], growing: ['a.mp3'] });
    appendFileSync(path, 'y');
    expect(await look()).toEqual({ ready: [], growing: ['a.mp3'] });
    expect(await look()).toEqual({ ready: ['a.mp3'], growing: [] });
    watch.done(['a.mp3']);
    expect(await look()).toEqual({ ready: [], growing: [] });
    rmSync(path);
    await expect(watch.look()).rejects.toThrow('Is it unmounted?');
  });
});
