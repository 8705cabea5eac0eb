/** What became of a file of an imported folder. */
import type { Field } from './written-fields.js';

export type ImportOutcome =
  | {
      path: string;
      itemId: number;
      result: 'created' | 'updated' | 'unchanged';
      /** Fields that the file has changed, and staff as well: they stay as staff have them. */
      kept?: Field[];
      /** The former path of a renamed file. */
      renamedFrom?: string;
    }
  | { path: string; itemId: number | null; result: 'skipped'; reason: string };

/** The outcome for a file that is not imported. */
export const skipped = (path: string, reason: string): ImportOutcome => ({
  path,
  itemId: null,
  result: 'skipped',
  reason,
});
