/** What tests share: started before them, and closed after them. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** An object that hooks set, for tests and other hooks. @param get what is undefined until then */
export const later = <T extends object>(get: () => T | undefined): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      const object = get();
      if (!object)
        throw new Error(`${String(name)} is there in tests and hooks, not while tests are declared`);
      return Reflect.get(object, name);
    },
  });

type Use = <K extends string, T extends Record<K, () => unknown>>(start: () => Promise<T> | T, close: K) => T;

const useAround =
  (before: typeof beforeAll, after: typeof afterAll): Use =>
  <K extends string, T extends Record<K, () => unknown>>(start: () => Promise<T> | T, close: K): T => {
    let started: T | undefined;
    before(async () => void (started = await start()));
    after(async () => {
      await started?.[close]();
      started = undefined;
    });
    return later(() => started);
  };

/**
 * For all tests of the file, or of the `describe` around.
 * @param start called in the order of declaration
 * @param close the method that closes it, called in the reverse order
 */
export const use: Use = useAround(beforeAll, afterAll);

/** For each test anew. */
export const useEach: Use = useAround(beforeEach, afterEach);
