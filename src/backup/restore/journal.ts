/** How far a restore has come, in a file of the data folder, so that the next run can finish it or begin anew. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * `staging`: the present stores are untouched. `switching`: the new ones are being put in their place, or are there
 * already and have not answered yet.
 */
const journal = z.object({
  stage: z.enum(['staging', 'switching']),
  /** SHA-256 of the backup's manifest. */
  sha256: z.string(),
  path: z.string(),
  /** Expected in the restored library. */
  expected: z.object({ accounts: z.number(), events: z.number().nullable() }).nullable(),
});

export type Journal = z.infer<typeof journal>;

const fileOf = (dataDir: string): string => join(dataDir, 'restore.json');

export const readJournal = (dataDir: string): Journal | null => {
  const file = fileOf(dataDir);
  return existsSync(file) ? journal.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
};

export const writeJournal = (dataDir: string, value: Journal): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${fileOf(dataDir)}.new`, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir));
};

export const removeJournal = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });

/** @throws {Error} when the stores are half of the former and half of the restored library */
export const assertNoSwitch = (dataDir: string): void => {
  if (readJournal(dataDir)?.stage === 'switching')
    throw new Error(
      'A restore was interrupted: run `lectern restore` again with the same backup to finish it',
    );
};
