/** Types of allocator.mjs, for the tests. */
export declare const ALLOCATOR_SETTINGS: Record<string, string>;
