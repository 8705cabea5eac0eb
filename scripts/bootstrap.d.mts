/** What vitest.config.ts uses of bootstrap.mjs. */
export declare const build: () => void;
