/** The seed of all random tests of a run: printed at the start, and read from `TEST_SEED` to repeat one. */
import { inject } from 'vitest';
import { createRandom, type Random } from '../../scripts/random.js';

export const seed: number = inject('seed');

/**
 * Random choices of one test, independent of other tests.
 * @param name of the test
 */
export const randomOf = (name: string): Random => createRandom(`${seed} ${name}`);
