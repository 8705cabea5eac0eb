/** Programs that take the processor for long, beside a server. */
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Requests go first. */
export const lowerPriority = (child: ChildProcess): void => {
  child.once('spawn', () => {
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  });
};
