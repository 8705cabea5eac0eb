/** The rules of topics. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { reorder } from '../../platform/db/reorder.js';
import { findRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { countItems, refreshItemsOf } from '../items/item-links.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import type { TopicRecord } from '../records/topic.record.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { assertTopicNameAvailable, createTopic } from '../items/create-topic.js';
import { listTopics, presentTopics } from './topic.repository.js';
import type { NewTopic, TopicChanges } from './topic.schema.js';

export type TopicService = ReturnType<typeof createTopicService>;

export const createTopicService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const present = async (accountId: number, row: Row<'topic'> | undefined): Promise<TopicRecord> => {
    const [record] = await presentTopics(db, accountId, row ? [row] : []);
    if (!record) throw notFound();
    return record;
  };

  return {
    list: async (accountId: number, params: ListParams): Promise<Page<TopicRecord>> => {
      const { rows, totalRecords } = await listTopics(db, accountId, params);
      return { rows: await presentTopics(db, accountId, rows), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (accountId: number, id: number, { withDeleted = false } = {}): Promise<TopicRecord> =>
      present(accountId, await findRow(db, 'topic', accountId, id, withDeleted)),

    /** The new topic is the last. @throws ConflictError where the name is taken, whatever its case */
    create: async (accountId: number, { name }: NewTopic): Promise<TopicRecord> => {
      const row = await db.transaction().execute((trx) => createTopic(trx, clock, accountId, name));
      return present(accountId, row);
    },

    /** A new place shifts the topics that follow; a new name follows into search. @throws NotFoundError, PreconditionFailedError, ConflictError */
    update: async (
      accountId: number,
      id: number,
      { name, displayOrder }: TopicChanges,
      ifMatch?: string,
    ): Promise<TopicRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountId);
        const known = await lockForChange(trx, 'topic', accountId, id, ifMatch);
        if (name !== undefined && name !== known.name) {
          await assertTopicNameAvailable(trx, accountId, name, id);
          await refreshItemsOf(trx, clock, accountId, 'itemTopic', id);
        }
        if (displayOrder !== undefined && displayOrder !== known.displayOrder)
          await reorder(trx, 'topic', accountId, accountId, {
            id,
            from: known.displayOrder,
            to: displayOrder,
          });
        return updateRow(trx, 'topic', accountId, id, {
          ...(name !== undefined && { name }),
          updatedDate: isoTime(clock),
        });
      });
      return present(accountId, row);
    },

    /** The topics behind it move up. @throws NotFoundError; ConflictError while items carry the topic */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountId);
        if (!(await lockRow(trx, 'topic', accountId, id, 'delete'))) throw notFound();
        const { size: inUse } = await countItems(trx, 'itemTopic', accountId, [id]);
        if (inUse) throw conflict('Items still carry this topic');
        await updateRow(trx, 'topic', accountId, id, { deletedDate: isoTime(clock) });
        await reorder(trx, 'topic', accountId, accountId);
      }),
  };
};
