/** A resource that is opened on first use. If opening fails, the next use tries again. */

export interface Lazy<T> {
  /** Returns the resource, opening it if necessary. */
  get(): Promise<T>;
  /** The resource, open or opening; undefined before the first use. */
  ifStarted(): Promise<T> | undefined;
}

export const createLazy = <T>(open: () => Promise<T>): Lazy<T> => {
  let current: Promise<T> | undefined;
  return {
    get: () => {
      if (current) return current;
      const opening = open();
      current = opening;
      opening.catch(() => {
        if (current === opening) current = undefined;
      });
      return opening;
    },
    ifStarted: () => current,
  };
};
