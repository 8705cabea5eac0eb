/** The stored request of a bulk job: the action with its parameters, and who requested it. */
import type { Actor } from '../../platform/audit/audit-entry.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { BulkAction, NewBulkJob } from './bulk.schema.js';

/** The kind of bulk jobs. */
export const BULK = 'bulk';

/** The action of a job that undoes another one. */
export const UNDO = 'undo';

export type BulkParameters = Omit<NewBulkJob, 'ids' | 'filter' | 'action' | 'dryRun'>;

export interface BulkRequest extends BulkParameters {
  action: BulkAction | typeof UNDO;
  /** The action of the job that this one undoes. */
  undone?: BulkAction;
  actor: Actor;
  /** Whose rights apply, as they were at the time of the request; absent in requests of version 0.1. */
  caller?: Caller;
}

/** The actions that cannot be undone, and why. */
export const irreversible: Partial<Record<BulkAction, string>> = {
  reprocess: 'Processing cannot be undone',
};
