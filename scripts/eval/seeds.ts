/** Which half sentences are drawn. */
export const HALVES = 400;
export const SEED = 20;
