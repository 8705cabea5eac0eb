/** The folder for all files of a run, which every set-up uses. */
import { rmSync } from 'node:fs';
import { temporaryFolder } from './temporary-folder.js';

/** Creates it at the first call, and makes it the TMPDIR of every worker and program. */
export const runFolder = (): string => {
  if (!process.env.TEST_RUN_FOLDER) {
    const folder = temporaryFolder();
    process.env.TEST_RUN_FOLDER = folder;
    // Not before: the servers of other projects, which have their files in it, stop later.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  }
  process.env.TMPDIR = process.env.TEST_RUN_FOLDER;
  return process.env.TEST_RUN_FOLDER;
};
