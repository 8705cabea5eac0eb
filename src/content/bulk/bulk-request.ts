/** The stored request of a bulk job: the action, the items, and who requested it. */
import type { Actor } from '../../platform/audit/audit-entry.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { BulkAction } from './bulk.schema.js';

/** The kind of bulk jobs. */
export const BULK = 'bulk';

export interface BulkRequest {
  action: BulkAction;
  /** Distinct ids, in the order in which the items are changed. */
  ids: number[];
  topicId?: number;
  seriesId?: number | null;
  actor: Actor;
  /** Whose rights apply, as they were at the time of the request; absent in requests of version 0.1. */
  caller?: Caller;
}
