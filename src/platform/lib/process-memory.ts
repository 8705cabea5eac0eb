/** How much memory this process may use. */
import { totalmem } from 'node:os';

/** Bytes: those of the machine, or of a container that has less. */
export const memoryOfProcess = (): number => {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};
