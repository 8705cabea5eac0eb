/** Seeded random numbers. */
import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  /** `from` ≤ n < `to` */
  between(from: number, to: number): number;
  /** A whole number, 0 ≤ n < `below`. */
  int(below: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** Uniform numbers, 0 ≤ n < 1. */
export const randomFrom = (seed: number | string): (() => number) => {
  const number = typeof seed === 'number' ? seed : createHash('sha256').update(seed).digest().readInt32LE();
  const generator = xoroshiro128plus(number);
  return () => uniformFloat64(generator);
};

export const createRandom = (seed: number | string): Random => {
  const next = randomFrom(seed);
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(values.length)] as never,
  };
};
