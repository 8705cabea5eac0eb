/** A spool on a full disk: rejected events are not counted, and acknowledged ones are kept. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { append, drain, freshFolder, movedFiles, open, removeFolders } from '../support/spools.js';

const disk = freshFolder();
/** A small disk; needs permission to mount one. */
const mounted = ((): boolean => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('A small disk cannot be mounted here: the test of a full disk is skipped.');
    return false;
  }
})();

describe.skipIf(!mounted)('a spool on a full disk', () => {
  afterAll(() => {
    execFileSync('umount', [disk]);
    removeFolders();
  });

  it('rejects events, keeps accepted ones, and resumes when there is space', async () => {
    const dir = join(disk, 'spool');
    const spool = await open(dir);
    const taken: string[] = [];
    let refused = 0;
    const errors = new Set<unknown>();
    for (let i = 0; i < 60; i++) {
      await append(spool, 30).then(
        (ids) => taken.push(...ids),
        (error: unknown) => {
          refused += 30;
          errors.add(`${(error as Error).name}: ${(error as Error).message}`);
        },
      );
    }
    expect(taken.length).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
    expect([...errors]).toEqual(['SpoolUnavailableError: The disk with the event spool is full']);
    execFileSync('mount', ['-o', 'remount,size=4m', disk]);
    taken.push(...(await append(spool, 30)));
    await spool.close();
    const next = await open(dir);
    expect(await drain(next)).toEqual(taken);
    expect(movedFiles(dir)).toEqual([]);
    await next.close();
  });
});
