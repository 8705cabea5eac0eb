/** Columns that many tables share. */
import type { Generated } from 'kysely';

export type Flag = 0 | 1;

export interface Owned {
  id: Generated<number>;
  accountId: number;
}
export interface SoftDeleted {
  deletedDate: string | null;
}
export interface Dated {
  entryDate: string;
  updatedDate: string;
}
