/** Creates topics, for the API and for imports. */
import { sql } from 'kysely';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { likeIgnoringCase, literalPattern, type Db } from '../../platform/db/dialect.js';
import { nextPosition } from '../../platform/db/reorder.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';

/**
 * Creates a topic, the last of its account. Locks the account: names and positions concern all its topics.
 * @throws {ConflictError} when another topic has the name, in any case
 */
export const createTopic = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  name: string,
): Promise<Row<'topic'>> => {
  await lockAccount(trx, accountId);
  await assertTopicNameAvailable(trx, accountId, name);
  const now = isoTime(clock);
  return insertRow(trx, 'topic', {
    accountId,
    name,
    displayOrder: await nextPosition(trx, 'topic', accountId, accountId),
    entryDate: now,
    updatedDate: now,
  });
};

/**
 * @param ownId the topic that may already have the name
 * @throws {ConflictError} when another topic has the name, in any case
 */
export const assertTopicNameAvailable = async (
  trx: Db,
  accountId: number,
  name: string,
  ownId?: number,
): Promise<void> => {
  const topic = await trx
    .selectFrom('topic')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .where(likeIgnoringCase(trx, sql.ref('name'), literalPattern(name)))
    .executeTakeFirst();
  if (topic && topic.id !== ownId)
    throw conflict(`A topic named "${topic.name}" already exists`, [
      { path: 'name', message: 'is already used by another topic' },
    ]);
};
