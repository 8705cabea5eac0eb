/** Random choices that a seed repeats. */

export interface Random {
  /** 0 ≤ n < `below` */
  int(below: number): number;
  /** True so often out of one. */
  chance(probability: number): boolean;
  pick<T>(all: readonly T[]): T;
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty to choose requests by. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (all) => all[int(all.length)] as never,
  };
};
