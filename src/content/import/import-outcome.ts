/** What became of a file of an imported folder. */
import type { Field } from './written-fields.js';

/** Where a file was imported from. */
export interface ImportedPlace {
  /** Absolute; null for documents of no folder, and those of earlier versions. */
  folder: string | null;
  /** Below the folder. */
  path: string;
  collectionId: number;
}

export type ImportOutcome =
  | {
      path: string;
      itemId: number;
      result: 'created' | 'updated' | 'unchanged';
      /** Fields that the file has changed, and staff as well: they stay as staff have them. */
      kept?: Field[];
      /** The former path of a renamed file. */
      renamedFrom?: string;
      /** The place that the item was imported from before, which it stays with. */
      alreadyFrom?: ImportedPlace;
    }
  | { path: string; itemId: number | null; result: 'skipped'; reason: string };

/** The outcome for a file that is not imported. */
export const skipped = (path: string, reason: string): ImportOutcome => ({
  path,
  itemId: null,
  result: 'skipped',
  reason,
});
