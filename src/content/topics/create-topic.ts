/** Creates topics, for the API and for imports. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { assertNameAvailable } from '../../platform/db/names.js';
import { nextPosition } from '../../platform/db/reorder.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';

/**
 * Creates a topic at the end of the account's list. Locks the account, because names and positions concern all
 * its topics.
 * @throws {ConflictError} when another topic has the name, ignoring case
 */
export const createTopic = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  name: string,
): Promise<Row<'topic'>> => {
  const { accountId } = caller;
  await lockAccount(trx, accountId);
  await assertNameAvailable(trx, 'topic', accountId, accountId, name);
  const now = isoTime(clock);
  return insertRow(trx, 'topic', {
    accountId,
    name,
    displayOrder: await nextPosition(trx, 'topic', accountId, accountId),
    entryDate: now,
    updatedDate: now,
    createdBy: authorOf(caller),
    updatedBy: authorOf(caller),
  });
};
