/** Checks many things at once: reports all problems together, and fails for an empty list. */
import { expect } from 'vitest';

/** Takes down what is wrong, in words that name the thing checked. */
export type Note = (problem: string) => void;

/**
 * Checks one after another.
 * @param atLeast how many there were when the test was written: fewer mean that the test no longer finds what it is to
 * check
 */
export const checkEach = async <T>(
  all: readonly T[],
  atLeast: number,
  check: (one: T, note: Note) => Promise<void> | void,
): Promise<void> => {
  expect(all.length, 'things to check').toBeGreaterThanOrEqual(Math.max(1, atLeast));
  const problems: string[] = [];
  for (const one of all) await check(one, (problem) => problems.push(problem));
  expect(problems).toEqual([]);
};
