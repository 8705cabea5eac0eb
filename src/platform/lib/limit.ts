/** A bound on how much of one kind of work runs at a time; the rest waits its turn. */

export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** @param most how many run at once */
export const createLimit = (most: number): Limit => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
