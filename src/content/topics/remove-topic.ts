/** Deletes topics that no item has. */
import type { Db } from '../../platform/db/dialect.js';
import { reorder } from '../../platform/db/reorder.js';
import { updateRow } from '../../platform/db/rows.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

/** Soft-deletes the topic; those after it move up. The account must be locked. */
export const removeTopic = async (trx: Db, clock: Clock, caller: Caller, id: number): Promise<void> => {
  const { accountId } = caller;
  await updateRow(trx, 'topic', accountId, id, {
    deletedDate: isoTime(clock),
    updatedBy: authorOf(caller),
  });
  await reorder(trx, 'topic', accountId, accountId);
};
