/** What a bulk job has stored: what it does, to which items, and who asked. */
import type { Actor } from '../../platform/audit/audit-entry.js';
import type { BulkAction } from './bulk.schema.js';

/** The kind of bulk jobs. */
export const BULK = 'bulk';

export interface BulkRequest {
  action: BulkAction;
  /** Items, each once, in the order in which they are changed. */
  ids: number[];
  topicId?: number;
  seriesId?: number | null;
  actor: Actor;
}
