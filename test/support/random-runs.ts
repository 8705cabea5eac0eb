/** How much random input tests try: `npm test` a tenth, `npm run test:more` all of it. */

/** @param all the number of inputs with TEST_RANDOM=all, at least 1 */
export const runs = (all: number): number => (process.env.TEST_RANDOM === 'all' ? all : Math.ceil(all / 10));
