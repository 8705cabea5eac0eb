/** Takes a person out of an account. */
import { cancelJobsOf } from '../../platform/account-jobs/cancel-jobs.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Role } from '../../platform/lib/permissions.js';
import { endUploadsOf } from '../../platform/storage/resumable.repository.js';
import { deleteResetLinks } from '../sign-in/link.repository.js';
import { assertOtherOwner } from './last-owner.js';
import { deleteMembership } from './people.repository.js';
import { voidLinksBy } from './void-links.js';

/**
 * Ends the membership, the person's uploads and bulk jobs, and voids the links that the person or its owners made. Call
 * it after `lockPeople`, and end the person's sessions or renew the one that asks for it.
 * @throws {ConflictError} when it is the last owner
 */
export const endMembership = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  { id, role }: { id: number; role: Role },
): Promise<void> => {
  if (role === 'owner') await assertOtherOwner(trx, accountId, id);
  await voidLinksBy(trx, accountId, id);
  await deleteResetLinks(trx, id);
  await deleteMembership(trx, accountId, id);
  await endUploadsOf(trx, clock, accountId, 'personId', id);
  await cancelJobsOf(trx, clock, accountId, id);
};
