/** Types of bootstrap.mjs, for vitest.config.ts and the set-up of tests. */
export declare const build: () => void;
