/** Follows the log of changes to an index. */
import type { IndexChange, IndexChangeLog } from '../ports.js';

export type Follower = {
  /** Where the log stood at first. */
  begin(position: number): void;
  /** Writes since the last call; null where the log no longer has all of them. */
  changes(since: IndexChange[] | null, position: number): void;
};

/**
 * Passes changes on in their order, whoever asks first.
 * @returns passes on what is new, and resolves to the position up to which all is passed on
 */
export function followChanges(
  changes: Pick<IndexChangeLog, 'position' | 'since'>,
  follower: Follower,
): () => Promise<number> {
  let passed: number | null = null;
  let begin: Promise<number> | undefined;
  const pass = (since: IndexChange[] | null, position: number): void => {
    passed = position;
    follower.changes(since, position);
  };
  return async () => {
    if (passed === null) {
      const first = await (begin ??= changes.position().catch((error: unknown) => {
        begin = undefined;
        throw error;
      }));
      if (passed !== null) return passed;
      passed = first;
      follower.begin(first);
      return passed;
    }
    const since = await changes.since(passed);
    if (since === null) pass(null, await changes.position());
    // Several searches may ask at once.
    const fresh = since?.filter(({ position }) => position > passed!) ?? [];
    if (fresh.length > 0) pass(fresh, fresh.at(-1)!.position);
    return passed;
  };
}
