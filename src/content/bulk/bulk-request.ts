/** The stored request of a bulk job: the action, the items, and who requested it. */
import type { Actor } from '../../platform/audit/audit-entry.js';
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
}
