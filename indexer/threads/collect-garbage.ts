/** Collects this thread's garbage at once. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For after a load that dropped many times what it kept, such as buffers of the engine, which V8 keeps until its heap
 * has grown by much. Takes some tens of milliseconds.
 */
export const collectGarbage = (): void => {
  // Contexts that are made meanwhile have the function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
};
