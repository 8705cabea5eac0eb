/** Takes a person out of an account. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Role } from '../../platform/lib/permissions.js';
import { endUploadsOf } from '../../platform/storage/resumable.repository.js';
import { deleteResetLinks, deleteInvited } from '../sign-in/link.repository.js';
import { deleteMembership, deleteResetsBy, invitedBy, hasOtherOwner } from './people.repository.js';
import { conflict } from '../../platform/lib/errors.js';

/**
 * Ends the membership and the person's uploads, and voids the links that the person or its owners made. Call
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
};

/** Voids the links that somebody made with rights that they no longer have. */
export const voidLinksBy = async (trx: Db, accountId: number, personId: number): Promise<void> => {
  for (const invited of await invitedBy(trx, accountId, personId)) await deleteInvited(trx, invited);
  await deleteResetsBy(trx, personId);
};

/**
 * Call it after `lockPeople`.
 * @throws {ConflictError} when this person is the last owner of the account
 */
export const assertOtherOwner = async (trx: Db, accountId: number, personId: number): Promise<void> => {
  if (!(await hasOtherOwner(trx, accountId, personId)))
    throw conflict('This is the last owner of the account: make somebody else an owner first');
};
