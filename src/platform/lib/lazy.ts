/** A thing that is opened when it is first needed, and tried again where that failed. */

export interface Lazy<T> {
  /** Opens it, or gives what is open; a failure is forgotten. */
  get(): Promise<T>;
  /** What is open or being opened; undefined where nobody has asked yet. */
  begun(): Promise<T> | undefined;
}

export const createLazy = <T>(open: () => Promise<T>): Lazy<T> => {
  let held: Promise<T> | undefined;
  return {
    get: () => {
      if (held) return held;
      const opening = open();
      held = opening;
      opening.catch(() => {
        if (held === opening) held = undefined;
      });
      return opening;
    },
    begun: () => held,
  };
};
