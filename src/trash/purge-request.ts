/** The stored request of a job that purges the trash. */
import type { AccountJob } from '../platform/account-jobs/account-job.repository.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import type { TrashKind } from './trash-tables.js';
import type { TrashPlace, TrashRef } from './trash.repository.js';

/** The kind of the account's jobs. */
export const TRASH = 'trash';

export interface PurgeRequest {
  /** The records to purge, in this order; otherwise all that were deleted before a time. */
  records?: TrashRef[];
  /** Kinds that whoever requested it may purge, in the order of purging. */
  kinds: TrashKind[];
  before?: string;
  /** The last record that was deleted before that time. */
  after?: TrashPlace;
  /** Null if the trash is purged because of its age. */
  actor: Actor | null;
}

export const requestOf = ({ request }: AccountJob): PurgeRequest => JSON.parse(request) as PurgeRequest;
