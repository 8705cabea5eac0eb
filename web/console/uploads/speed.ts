/** Measures how fast an upload is, over its last seconds. */

const WINDOW_MS = 8_000;
/** A shorter time says little. */
const MIN_MS = 500;

export interface SpeedMeter {
  /** @param bytes sent in all */
  add(bytes: number): void;
  /** Bytes per second; null until it is known. */
  perSecond(): number | null;
  /** After a break, which is no part of the speed. */
  reset(): void;
}

export const createSpeedMeter = (now: () => number = () => performance.now()): SpeedMeter => {
  let samples: { at: number; bytes: number }[] = [];
  return {
    add: (bytes) => {
      const at = now();
      samples = [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, bytes }];
    },
    perSecond: () => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < MIN_MS) return null;
      return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * 1_000);
    },
    reset: () => {
      samples = [];
    },
  };
};
