/** Items that are written in several transactions: searches find one version or the other, never a part of one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmbeddedIndex, openEmbeddedIndex, type EmbeddedIndex } from '../../indexer/index.js';
import { Database } from '../../sqlite/driver.js';
import { DIMENSIONS, everyone, ids, talk } from './index-harness.js';

const LENGTH = 1_500;
const long = (word: string, length = LENGTH) =>
  talk(
    1,
    Array.from({ length }, (_, at) => `${word} and the number${at}`),
  );
const moduleUrl = (path: string): string =>
  JSON.stringify(pathToFileURL(resolve(import.meta.dirname, '../../dist', path)).href);

/** Writes the item that it is sent, and kills itself once half of its passages are in the file. */
const writer = (folder: string): string => `
  import { openEmbeddedIndex } from ${moduleUrl('indexer/index.js')};
  import { Database } from ${moduleUrl('sqlite/driver.js')};
  const db = new Database(${JSON.stringify(join(folder, 'm_1.sqlite'))});
  const passages = db.prepare('SELECT count(*) FROM passage').pluck();
  process.once('message', (item) => {
    const index = openEmbeddedIndex({ folder: ${JSON.stringify(folder)}, modelId: 'm', tableSuffix: '1', dimensions: ${DIMENSIONS} });
    const end = passages.get() + ${LENGTH / 2};
    const look = () => (passages.get() >= end ? process.kill(process.pid, 'SIGKILL') : setImmediate(look));
    index.replaceItems([item]).then(() => process.exit(0));
    look();
  });
`;

describe('an item that is written in parts', () => {
  let folder: string;
  let index: EmbeddedIndex;
  let other: EmbeddedIndex;
  const options = () => ({ folder, modelId: 'm', tableSuffix: '1', dimensions: DIMENSIONS });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-long-items-'));
    index = createEmbeddedIndex(options());
    other = openEmbeddedIndex(options());
  });
  afterEach(async () => {
    vi.useRealTimers();
    await index.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const storedPassages = (): number => {
    const db = new Database(join(folder, 'm_1.sqlite'), { readonly: true });
    try {
      return db.prepare('SELECT count(*) FROM passage').pluck().get() as number;
    } finally {
      db.close();
    }
  };
  /** How many passages have each word, by the accounts in memory and by full-text search. */
  const found = async (...words: string[]) => {
    const reader = await other.reader(1);
    return Promise.all(
      words.map(async (word) => ({
        passages: (await reader.keywordChunks(word, everyone, 2 * LENGTH, { text: false })).length,
        items: await other.itemsWith(word, everyone),
      })),
    );
  };
  const NONE = { passages: 0, items: [] };
  const WHOLE = { passages: LENGTH, items: [1] };

  it('is found as a whole or not at all while it is written', async () => {
    for (const [before, after] of [
      ['none', 'alpha'],
      ['alpha', 'beta'],
    ] as const) {
      const isFirst = before === 'none';
      const stored = storedPassages();
      let isWritten = false;
      const writing = index.replaceItems([long(after)]).finally(() => (isWritten = true));
      let seenInPart = 0;
      while (!isWritten) {
        const [old, fresh] = await found(before, after);
        await setImmediate();
        const added = storedPassages() - stored;
        if (added > 0 && added < LENGTH) seenInPart++;
        const isThere = fresh!.passages > 0;
        expect(old!.passages).toBe(isFirst || isThere ? 0 : LENGTH);
        expect(fresh!.passages).toBe(isThere ? LENGTH : 0);
      }
      await writing;
      expect(seenInPart).toBeGreaterThan(0);
      expect(await found(before, after)).toEqual([NONE, WHOLE]);
    }
  });

  it('leaves the version before when its writer is killed', async () => {
    await index.replaceItems([long('alpha')]);
    const [position, digests] = [index.position(), await index.chunkDigests(1)];
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer(folder)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child.send(long('beta'));
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(storedPassages()).toBeGreaterThan(LENGTH);
    expect(await found('alpha', 'beta')).toEqual([WHOLE, NONE]);
    expect([index.position(), await index.chunkDigests(1)]).toEqual([position, digests]);

    await index.replaceItems([long('gamma', LENGTH)]);
    expect(await found('alpha', 'beta', 'gamma')).toEqual([NONE, NONE, WHOLE]);
    expect(ids(await other.keywordItems('gamma', everyone, 10))).toEqual([1]);
    // What the killed process left is deleted, and so is the version that was replaced.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    await index.maintain();
    expect(storedPassages()).toBe(LENGTH);
    expect(await found('alpha', 'beta', 'gamma')).toEqual([NONE, NONE, WHOLE]);
  });

  it('numbers words anew after a transaction failed', async () => {
    await index.replaceItems([talk(1, ['alpha'])]);
    const db = new Database(join(folder, 'm_1.sqlite'));
    db.exec(
      "CREATE TRIGGER refused BEFORE INSERT ON passage WHEN NEW.text LIKE 'refused%' BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    await expect(index.replaceItems([talk(2, ['refused delta'])])).rejects.toThrow(/refused/);
    db.exec('DROP TRIGGER refused');
    db.close();
    // Another process is given the numbers that were taken back.
    await other.replaceItems([talk(3, ['epsilon zeta'])]);
    await index.replaceItems([talk(2, ['refused delta'])]);
    const found = async (word: string) => ids(await index.keywordChunks(word, everyone, 10));
    expect([await found('delta'), await found('epsilon'), await found('refused')]).toEqual([[2], [3], [2]]);
  });
});
