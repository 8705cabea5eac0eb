/** The folder for all files of a run, which every set-up uses. */
import { temporaryFolder } from './temporary-folder.js';

/** Creates it at the first call, and makes it the TMPDIR of every worker and program. */
export const runFolder = (): string => {
  process.env.TMPDIR = process.env.TEST_RUN_FOLDER ??= temporaryFolder();
  return process.env.TEST_RUN_FOLDER;
};
