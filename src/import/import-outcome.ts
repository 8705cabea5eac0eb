/** The outcome for a file in an imported folder. */
import type { ImportedField } from './written-fields.js';

/** Where a file was imported from. */
export interface ImportedPlace {
  /** Absolute path; null for documents outside a folder, and those imported by earlier versions. */
  folder: string | null;
  /** Path below the folder. */
  path: string;
  collectionId: number;
}

export type ImportOutcome =
  | {
      path: string;
      itemId: number;
      result: 'created' | 'updated' | 'unchanged';
      /** Fields that both the file and staff have changed; staff's values are kept. */
      kept?: ImportedField[];
      /** The former path of a renamed file. */
      renamedFrom?: string;
      /** The place from which the item was imported before, and which it keeps. */
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
