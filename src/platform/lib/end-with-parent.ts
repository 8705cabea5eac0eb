/** Makes child processes end with this process, even if it is killed: on Linux, with util-linux's setpriv. */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { findProgram } from './find-program.js';
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** @returns the absolute path of setpriv; null if there is none with this feature, which BusyBox's lacks */
export const findSetpriv = (path?: string): string | null => {
  const found = process.platform === 'linux' ? findProgram('setpriv', path) : null;
  return found !== null && basename(realpathSync(found)) === 'setpriv' ? found : null;
};

/**
 * The command to start instead of the program. setpriv asks the kernel to kill it when the thread that started it
 * ends (PR_SET_PDEATHSIG in prctl(2)), and then becomes the program. The program's own children are not affected.
 */
export const endingWithParent = (
  setpriv: string | null,
  program: string,
  args: readonly string[],
): [program: string, args: string[]] =>
  setpriv === null ? [program, [...args]] : [setpriv, ['--pdeathsig', 'KILL', program, ...args]];

/** Requests take precedence. */
export const lowerPriority = (child: ChildProcess): void => {
  child.once('spawn', () => {
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process has already ended.
    }
  });
};
