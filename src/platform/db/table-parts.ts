/** Columns that many tables share. */
import type { Generated } from 'kysely';

export type Flag = 0 | 1;

export interface Owned {
  id: Generated<number>;
  accountId: number;
}
export interface SoftDeletedColumns {
  deletedDate: string | null;
}
/** A table without `Authored`. */
export interface DeletedBy extends SoftDeletedColumns {
  /** JSON of an `Author`. */
  deletedBy: Generated<string | null>;
}
export interface Dated {
  entryDate: string;
  updatedDate: string;
}
/** Who created a record and who changed it last: JSON of an `Author`; null if nobody knows. */
export interface Authored {
  createdBy: Generated<string | null>;
  updatedBy: Generated<string | null>;
}
