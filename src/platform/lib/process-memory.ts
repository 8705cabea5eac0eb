/** The memory available to this process. */
import { totalmem } from 'node:os';

/** Bytes of the machine's memory, or of the container's if it has less. */
export const memoryOfProcess = (): number => {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};
