/** Accounts kept in files between starts: used where they are whole and of this index, and never older than the log. */
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSnapshots } from '../../indexer/memory/snapshots.js';
import {
  memoryNeeded,
  type IndexChangeLog,
  type MemoryIndex,
  type SearchIndex,
} from '../../indexer/index.js';
import {
  changeLog,
  DIMENSIONS,
  engines,
  everyone,
  ids,
  memoryOver,
  sorted,
  talk,
  type Store,
} from './index-harness.js';

const [lance] = engines;
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

describe('accounts in files', () => {
  let store: Store;
  let engine: SearchIndex;
  let folder: string;
  let changes: ReturnType<typeof changeLog>;
  const opened: MemoryIndex[] = [];

  const start = (log: IndexChangeLog = changes, name = 'index-1', limitBytes = 2 ** 28): MemoryIndex => {
    const snapshots = createSnapshots({ folder, name, dimensions: DIMENSIONS, since: log.since });
    const index = memoryOver(engine, { changes: log, snapshots, limitBytes });
    opened.push(index);
    return index;
  };
  const files = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();
  const found = async (index: MemoryIndex, word: string): Promise<number[]> =>
    sorted(ids(await (await index.reader(1)).keywordChunks(word, everyone, 100)));

  beforeEach(async () => {
    store = await lance!.make!();
    engine = await store.create();
    folder = await mkdtemp(join(tmpdir(), 'lectern-snapshots-'));
    changes = changeLog();
    const index = start();
    await index.replaceItems(
      WORDS.map((word, at) => talk(at + 1, [`The word ${word}`, `All have ${word} one`])),
    );
    await index.load(1);
    await index.save();
    // Behind the back of the log: what has this talk was read from the file.
    await engine.removeItems(1, [1]);
  });
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
    await engine.close();
    await store.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('are read at the next start, with what was written since by others', async () => {
    expect(await files()).toEqual(['index-1.1']);
    expect((await stat(join(folder, 'index-1.1'))).mode & 0o777).toBe(0o600);
    const other = start();
    await other.replaceItems([talk(2, ['Now gamma'])]);
    await other.removeItems(1, [3]);
    await other.updateAttributes([{ ...talk(4, []), published: false }]);
    const index = start();
    await index.load(1);
    expect(await found(index, 'alpha')).toEqual([1, 1]);
    expect(await found(index, 'beta')).toEqual([]);
    expect(await found(index, 'gamma')).toEqual([2]);
    const reader = await index.reader(1);
    expect(ids(await reader.keywordChunks('delta', { ...everyone, publishedOnly: true }, 9))).toEqual([]);
    expect(sorted(await reader.itemsWith('all have epsilon', everyone))).toEqual([5]);
    expect((await reader.vocabulary!(everyone)).near('epsilom', 1)).toMatchObject([{ word: 'epsilon' }]);
    const [nearest] = await reader.nearestChunks(talk(5, ['', '']).chunks[1]!.vector, everyone, 1);
    expect(nearest).toMatchObject({ itemId: 5, ordinal: 1, text: 'All have epsilon one' });
    expect(index.memory().items).toBe(4);
    // And again, with what was put into the restored index.
    await index.replaceItems([talk(7, WORDS)]);
    expect(await found(index, 'alpha')).toEqual([1, 1, 7]);
    await index.save();
    const next = start();
    await next.load(1);
    for (const word of WORDS) expect(await found(next, word)).toEqual(await found(index, word));
  });

  const rebuilt = async (index = start()): Promise<void> => {
    await index.load(1);
    expect(await found(index, 'alpha')).toEqual([]);
    expect(await found(index, 'beta')).toEqual([2, 2]);
    await index.save();
  };

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['cut short', (file) => truncate(file, 3_000)],
    ['empty', (file) => truncate(file, 0)],
    ['of other bytes', (file) => writeFile(file, 'no snapshot at all')],
    [
      'with a wrong bit',
      async (file) => {
        const bytes = await readFile(file);
        bytes[Math.floor(bytes.length / 2)]! ^= 4;
        await writeFile(file, bytes);
      },
    ],
  ])('are built anew when the file is %s', async (_, damage) => {
    await damage(join(folder, 'index-1.1'));
    await rebuilt();
    expect(await files()).toEqual(['index-1.1']);
  });

  it('are built anew when the log has lost changes, or is another', async () => {
    const another = changeLog();
    await another.record([{ accountId: 1, itemIds: [5], withChunks: true }]);
    await rebuilt(start(another));
    changes.lose();
    await rebuilt();
    const shorter = changeLog();
    await rebuilt(start(shorter));
  });

  it.each(['items', 'heads'] as const)('are built anew, and kept, where only %s fit', async (holds) => {
    const limitBytes = memoryNeeded(await engine.counts(1), DIMENSIONS)[holds];
    const rebuilt = start(changes, 'index-1', limitBytes);
    await rebuilt.load(1);
    expect(rebuilt.memory().items).toBe(4);
    await rebuilt.save();
    // Behind the back of the log again.
    await engine.replaceItems([talk(2, ['', ''], { title: 'Unseen' })]);
    const index = start(changes, 'index-1', limitBytes);
    await index.load(1);
    expect(index.memory()).toEqual(rebuilt.memory());
    const reader = await index.reader(1);
    expect(await reader.keywordItems('unseen', everyone, 9, 'title')).toEqual([]);
    const [nearest] = await reader.nearestChunks(talk(5, ['', '']).chunks[1]!.vector, everyone, 1);
    expect(nearest).toMatchObject({ itemId: 5, ordinal: 1, text: 'All have epsilon one', startMs: 40_000 });
    await index.replaceItems([talk(5, ['Zeta'], { title: 'Eta' })]);
    const changed = await index.reader(1);
    expect(ids(await changed.keywordItems('eta', everyone, 9, 'title'))).toEqual([5]);
    expect(await found(index, 'zeta')).toEqual([5]);
  });

  it('are built anew for another index', async () => {
    await rebuilt(start(changes, 'index-2'));
    expect(await files()).toEqual(['index-2.1']);
  });

  it('outlive a process that was killed while it wrote them', async () => {
    await appendFile(
      join(folder, 'index-1.1.4711.unfinished'),
      (await readFile(join(folder, 'index-1.1'))).subarray(0, 999),
    );
    const index = start();
    await index.load(1);
    expect(await found(index, 'alpha')).toEqual([1, 1]);
  });
});
