/** Compares the memory of the program in the second half of a time with that in the first. */
import type { Program } from './program.js';

type Sample = Record<'api' | 'worker', number>;

export interface Memory {
  /** Means of resident MiB after garbage collection, of each half. */
  api: [first: number, second: number];
  worker: [first: number, second: number];
  samples: number;
}

export interface MemoryWatch {
  /** Null with too few samples to compare. */
  end(): Memory | null;
}

const EVERY_MS = 5_000;
/** Two minutes. */
const MIN_SAMPLES = 24;
const MOST_GROWTH = 1.05;

const mean = (values: readonly number[]): number => {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

export const watchMemory = (program: Program): MemoryWatch => {
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    void program.collectedMiB().then((sample) => samples.push(sample));
  }, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      if (samples.length < MIN_SAMPLES) return null;
      const half = Math.ceil(samples.length / 2);
      const halves = (name: keyof Sample): [number, number] => [
        mean(samples.slice(0, half).map((sample) => sample[name])),
        mean(samples.slice(half).map((sample) => sample[name])),
      ];
      return { api: halves('api'), worker: halves('worker'), samples: samples.length };
    },
  };
};

export const growthOf = (memory: Memory): string[] =>
  (['api', 'worker'] as const).flatMap((name) => {
    const [first, second] = memory[name];
    return second <= first * MOST_GROWTH
      ? []
      : [`memory of the ${name} process grew from ${first.toFixed(0)} to ${second.toFixed(0)} MiB`];
  });
