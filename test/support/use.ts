/** What the tests of a file, or of a `describe`, share: started before the first, and closed after the last. */
import { afterAll, beforeAll } from 'vitest';

/**
 * @param start called in the order of declaration
 * @param close the method that closes it, called in the reverse order
 * @returns what `start` has returned, for tests and hooks. It has no properties yet while tests are declared
 */
export const use = <K extends string, T extends Record<K, () => unknown>>(
  start: () => Promise<T> | T,
  close: K,
): T => {
  let started: T | undefined;
  beforeAll(async () => void (started = await start()));
  afterAll(async () => void (await started?.[close]()));
  return new Proxy({} as T, {
    get: (_, name) => {
      if (!started)
        throw new Error(`${String(name)} is there in tests and hooks, not while tests are declared`);
      return Reflect.get(started, name);
    },
  });
};
