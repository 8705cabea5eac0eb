/** Voids the links that somebody made with rights that they no longer have. */
import type { Db } from '../../platform/db/dialect.js';
import { deleteInvited } from '../sign-in/link.repository.js';
import { deleteResetsBy, invitedBy } from './people.repository.js';

export const voidLinksBy = async (trx: Db, accountId: number, personId: number): Promise<void> => {
  for (const invited of await invitedBy(trx, accountId, personId)) await deleteInvited(trx, invited);
  await deleteResetsBy(trx, personId);
};
