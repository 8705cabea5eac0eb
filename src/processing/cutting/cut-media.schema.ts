/** The schema of a part of a recording. */
import { z } from 'zod';

/** A day, the longest recording that is accepted. */
const MAX_MS = 86_400_000;
/** What is shorter was a slip of the hand. */
export const MIN_CUT_MS = 1_000;

export const cut = z.strictObject({
  startMs: z.int().min(0).max(MAX_MS).meta({ description: 'Where the part begins in the recording.' }),
  endMs: z
    .int()
    .min(MIN_CUT_MS)
    .max(MAX_MS)
    .meta({ description: `Where it ends, at least ${MIN_CUT_MS} ms later.` }),
});
