/** Checks many things at once: reports all problems together, and fails for an empty list. */
import { expect } from 'vitest';

/** Records a problem, in words that name the checked thing. */
export type Note = (problem: string) => void;

/**
 * Checks the elements one after another.
 * @param atLeast minimum number of elements: fewer mean that the test no longer finds what it should check
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
