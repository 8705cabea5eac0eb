/** One writer at a time per index, however many handles on it this process has open. */
import pLimit, { type LimitFunction } from 'p-limit';

const mutexes = new Map<string, LimitFunction>();

/** Runs `work` after all earlier work of the same name, whether that failed or not. */
export function withMutex<T>(name: string, work: () => Promise<T>): Promise<T> {
  let mutex = mutexes.get(name);
  if (!mutex) mutexes.set(name, (mutex = pLimit(1)));
  return mutex(work);
}
