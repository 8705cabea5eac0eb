/** Seed for the choice of half sentences. */
export const HALVES = 400;
export const SEED = 20;
