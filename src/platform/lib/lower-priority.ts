/** Lowers the priority of child processes that use much processor time beside a server. */
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

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
