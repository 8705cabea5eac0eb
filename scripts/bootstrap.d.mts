/** Types of bootstrap.mjs, for vitest.config.ts. */
export declare const build: () => void;
