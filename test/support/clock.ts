/** A clock that a test sets by hand. */
import type { Clock } from '../../src/platform/lib/clock.js';

export interface FakeClock extends Clock {
  pass(ms: number): void;
}

export const createFakeClock = (start = '2026-03-01T12:00:00.000Z'): FakeClock => {
  let time = new Date(start).getTime();
  return { now: () => new Date(time), pass: (ms) => void (time += ms) };
};
