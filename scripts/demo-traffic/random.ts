/** Numbers by chance that come out alike for the same seed. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** 0 to 1, without 1. */
  next(): number;
  between(from: number, to: number): number;
  /** A whole number below `count`. */
  index(count: number): number;
  happens(share: number): boolean;
}

/** Mulberry32 (T. Ettinger, 2017), begun with a hash of the seed. */
export const chanceOf = (seed: string): Chance => {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    index: (count) => Math.floor(next() * count),
    happens: (share) => next() < share,
  };
};

/** A UUID that is the same for the same name. */
export const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
