/** A disk that fills up during an import: the command reports it, and completes when run again with free space. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runCli } from '../support/run-cli.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

const COPIES = 8;
const workplace = mkdtempSync(join(tmpdir(), 'lectern-full-'));
const disk = join(workplace, 'disk');

/** A small disk; needs permission to mount one. */
const mounted = ((): boolean => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=7m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('A small disk cannot be mounted here: the test of a full disk is skipped.');
    return false;
  }
})();

describe.skipIf(!mounted)('a full disk', () => {
  const folder = join(workplace, 'talks');
  const env = { DATA_DIR: disk, LOG_LEVEL: 'error' };
  const importAll = () =>
    runCli(['import', folder, '--account', 'demo', '--collection', 'Sermons', '--publish'], env);

  beforeAll(async () => {
    const samples = join(root, 'scripts/seed/content/talks');
    for (let copy = 0; copy < COPIES; copy++)
      cpSync(samples, join(folder, `copy-${copy}`), { recursive: true });
    await prepareData(env);
  });
  afterAll(() => {
    if (mounted) execFileSync('umount', [disk]);
    rmSync(workplace, { recursive: true, force: true });
  });

  it('is reported, and the import resumes when there is space', async () => {
    const full = await importAll();
    expect(full.code).toBe(1);
    expect(full.stderr).toMatch(/lectern: .*(full|No space left)/);
    const sick = await runInProcess(['doctor'], env);
    expect(sick.code).toBe(1);
    expect(sick.stdout).toContain('free some space');

    execFileSync('mount', ['-o', 'remount,size=2g', disk]);
    const done = await importAll();
    expect(done.stdout).toMatch(/ 0 skipped, 0 failed/);
    expect(done.code).toBe(0);
    const well = await runInProcess(['doctor'], env);
    expect(well.stdout).toContain('No problems found');
    expect(well.stdout).toMatch(/search index: \d+ items agree/);
  }, 300_000);
});
