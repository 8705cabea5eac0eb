/** Reading an import folder: large documents in a thread, and several files of one talk once. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importTasks } from '../../src/import/import-tasks.js';
import { openFolder, type ReadBatch } from '../../src/import/read-folder.js';
import { createThreadPool } from '../../src/platform/lib/thread-pool.js';

describe('importing a folder', () => {
  let root = '';
  afterEach(() => rm(root, { recursive: true, force: true }));

  const readAll = async (timeoutMs: number) => {
    const threads = createThreadPool({
      tasks: importTasks,
      entry: '../../src/import/import-thread',
      importer: import.meta.url,
      inlineBytes: 64 * 1024,
      threads: 1,
      timeoutMs,
      memoryMb: 256,
      maxPendingBytes: 1,
    });
    const { signal } = new AbortController();
    const { batches } = await openFolder({ root, accountId: 1, threads, followLinks: false, signal });
    const { value: batch } = await batches().next();
    await threads.close();
    return batch as ReadBatch;
  };

  it('parses large documents in a thread, with a time limit', async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-read-'));
    await writeFile(join(root, 'large.md'), `# Large\n\n${'**Ann:** Words. \n\n'.repeat(100_000)}`);
    await writeFile(join(root, 'bad.json'), `{"words": "${'x'.repeat(70_000)}"}`);
    await writeFile(join(root, 'small.txt'), 'Words.');
    await writeFile(join(root, 'twin.txt'), 'Words.');
    const whole = await readAll(60_000);
    expect(whole.documents.map(({ title, segments }) => [title, segments.length])).toEqual([
      ['Large', 100_000],
      ['Small', 1],
      ['Twin', 1],
    ]);
    expect(whole.skipped).toEqual([{ path: 'bad.json', reason: expect.stringContaining('no segments') }]);
    expect(whole.warnings).toEqual([
      { path: 'twin.txt', message: 'has the same content as small.txt; each is an item' },
    ]);
    const cut = await readAll(1);
    expect(cut.documents.map(({ title }) => title)).toEqual(['Small', 'Twin']);
    expect(cut.skipped).toContainEqual({
      path: 'large.md',
      reason: 'takes too long to parse',
    });
  });

  it('distinguishes names that differ only in composed letters', async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-letters-'));
    await writeFile(join(root, '\u00dcbung.txt'), 'Composed.');
    await writeFile(join(root, 'U\u0308bung.txt'), 'Decomposed.');
    const { documents, warnings } = await readAll(60_000);
    expect(documents.map(({ segments }) => segments[0]?.text).sort()).toEqual(['Composed.', 'Decomposed.']);
    expect(warnings).toEqual([]);
  });

  it('creates one item from files that differ only in extension: the most complete readable one', async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-talks-'));
    const write = (name: string, text: string): Promise<void> => writeFile(join(root, name), text);
    const cue = '00:01.000 --> 00:02.000\nFrom captions.\n';
    const times = '00:00:01,000 --> 00:00:02,000';
    // In the format of Whisper.
    await write('talk.json', JSON.stringify({ segments: [{ start: 1, end: 2, text: 'From JSON.' }] }));
    await write('talk.srt', `1\n${times}\nFrom captions.\n`);
    await write('talk.tsv', 'start\tend\ttext\n1000\t2000\tFrom captions.\n');
    await write('talk.txt', 'From a text.');
    await write('talk.vtt', `WEBVTT\n\n${cue}`);
    // JSON that is not a transcript.
    await write('video.json', '{"width": 1920}');
    await write('video.VTT', `WEBVTT\n\n${cue}`);
    await write('video.txt', 'From a text.');
    await write('video.en.txt', 'Another name.');
    await write('video.md', '# Notes\n\nMine.');
    const { documents, skipped, warnings, files } = await readAll(60_000);
    expect(documents.map(({ path, segments, sameTalk }) => [path, segments.at(-1)!.text, sameTalk])).toEqual([
      ['talk.json', 'From JSON.', ['talk.vtt', 'talk.srt', 'talk.tsv', 'talk.txt']],
      ['video.VTT', 'From captions.', ['video.txt', 'video.en.txt']],
      ['video.md', 'Mine.', undefined],
    ]);
    expect(skipped.map(({ path }) => path)).toEqual(['video.json']);
    expect(warnings.map(({ path }) => path)).toEqual([
      ...documents[0]!.sameTalk!,
      'video.txt',
      'video.en.txt',
    ]);
    expect(warnings[0]!.message).toContain('a file with the same name');
    expect(files).toBe(10);
  });
});
