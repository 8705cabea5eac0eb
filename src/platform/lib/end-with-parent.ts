/** Has programs end with this process, also where it is killed and cannot end them: on Linux, by util-linux's setpriv. */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { findProgram } from './find-program.js';

/** @returns its absolute path; null where there is none that can do it: that of BusyBox cannot */
export const findSetpriv = (path?: string): string | null => {
  const found = process.platform === 'linux' ? findProgram('setpriv', path) : null;
  return found !== null && basename(realpathSync(found)) === 'setpriv' ? found : null;
};

/**
 * What to start in place of the program: setpriv becomes it, after it has asked the kernel to end it when the thread that
 * starts it does (PR_SET_PDEATHSIG in prctl(2)). What the program has started itself goes on.
 */
export const endingWithParent = (
  setpriv: string | null,
  program: string,
  args: readonly string[],
): [program: string, args: string[]] =>
  setpriv === null ? [program, [...args]] : [setpriv, ['--pdeathsig', 'KILL', program, ...args]];
