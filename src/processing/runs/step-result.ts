/** How a step of the pipeline ends, for each item. */

/** The step that follows once an item is ready, in its own job. Its result does not change the item's status. */
export const SUGGEST = 'suggest';

/**
 * - `done`, or `skipped` if there is nothing to do: the item continues with the next step. `input` identifies
 *   what the result was made from.
 * - `waiting`: other jobs do the work, and enqueue the item again when they end.
 * - `actionRequired`: a person must act. The message says what to do.
 */
export type StepResult =
  | { status: 'done' | 'skipped'; message?: string; input?: string }
  | { status: 'waiting'; message?: string }
  | { status: 'actionRequired'; message: string };
