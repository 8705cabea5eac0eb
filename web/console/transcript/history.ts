/** What can be undone and done again. */

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** Changes of the same group that follow each other, such as letters of a word, are undone together. */
  group: string | null;
}

/** Steps share what they have in common, so each costs little; more than these nobody undoes. */
const LIMIT = 200;

export const newHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], group: null });

export const withChange = <T>(history: History<T>, present: T, group: string | null = null): History<T> => {
  const continues = group !== null && group === history.group;
  const past = continues ? history.past : [...history.past, history.present].slice(-LIMIT);
  return { past, present, future: [], group };
};

/** The next change begins a step of its own. */
export const closed = <T>(history: History<T>): History<T> => ({ ...history, group: null });

/** @returns the same history if there is nothing to undo */
export const undone = <T>(history: History<T>): History<T> => {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (last === undefined) return history;
  return { past: past.slice(0, -1), present: last, future: [present, ...future], group: null };
};

/** @returns the same history if there is nothing to do again */
export const redone = <T>(history: History<T>): History<T> => {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: later, group: null };
};
