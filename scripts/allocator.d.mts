/** What the tests use of allocator.mjs. */
export declare const ALLOCATOR_SETTINGS: Record<string, string>;
