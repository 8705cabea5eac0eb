/** Creates, changes, reorders and deletes topics. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { assertNameAvailable } from '../../platform/db/names.js';
import { moveTo, nextPosition, reorder } from '../../platform/db/reorder.js';
import { findRow, lockDeleted, lockForChange, updateRow, softDelete } from '../../platform/db/rows.js';
import { completeTopics, countItems, refreshItemsOf } from '../items/item-links.repository.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import type { TopicRecord } from '../records/topic.record.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { createTopic } from './create-topic.js';
import { mergeRecords } from '../items/merge-records.js';
import { topicList, type TopicInput, type TopicChanges } from './topic.schema.js';

export type TopicService = ReturnType<typeof createTopicService>;

export const createTopicService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, list, get } = createRecordReader<'topic', TopicRecord>({
    db,
    spec: topicList,
    complete: ({ accountId }, rows) => completeTopics(db, accountId, rows),
  });

  return {
    list,
    get,

    /**
     * Creates a topic at the end of the list.
     * @throws {ConflictError} when another topic has the name, ignoring case
     */
    create: (caller: Caller, { name }: TopicInput): Promise<TopicRecord> =>
      save(caller, (trx) => createTopic(trx, clock, caller, name)),

    /**
     * A new position shifts the topics that follow; a new name updates the search index.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when another topic has the name
     */
    update: (
      caller: Caller,
      id: number,
      { name, displayOrder }: TopicChanges,
      conditions?: SaveConditions,
    ): Promise<TopicRecord> =>
      save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        const known = await lockForChange(trx, 'topic', accountId, id, conditions);
        if (name !== undefined && name !== known.name) {
          await assertNameAvailable(trx, 'topic', accountId, accountId, name, id);
          await refreshItemsOf(trx, clock, accountId, 'itemTopic', id);
        }
        await moveTo(trx, 'topic', accountId, known, displayOrder);
        return updateRow(trx, 'topic', accountId, id, {
          ...(name !== undefined && { name }),
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * The topics after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when items have the topic
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockAccount(trx, accountId);
        await lockForChange(trx, 'topic', accountId, id, { ifMatch }, 'delete');
        const { size: inUse } = await countItems(trx, 'itemTopic', accountId, [id]);
        if (inUse)
          throw conflict('Items still have this topic. Remove it from them first, or merge it into another.');
        await removeTopic(trx, clock, caller, id);
      }),

    /**
     * Restores a deleted topic at the end of the list.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ConflictError} when another topic now has the name
     */
    restore: (caller: Caller, id: number): Promise<TopicRecord> =>
      save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        const { name } = await lockDeleted(trx, 'topic', accountId, id);
        await assertNameAvailable(trx, 'topic', accountId, accountId, name);
        const displayOrder = await nextPosition(trx, 'topic', accountId, accountId);
        await refreshItemsOf(trx, clock, accountId, 'itemTopic', id);
        return updateRow(trx, 'topic', accountId, id, {
          deletedDate: null,
          displayOrder,
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * Replaces the topic with another one in all items and deletes it.
     * @throws {NotFoundError}
     * @throws {ValidationError} when `into` is not another existing topic
     */
    merge: (caller: Caller, id: number, into: number): Promise<TopicRecord> =>
      save(caller, async (trx, accountId) => {
        const kept = await mergeRecords(trx, clock, 'topic', caller, id, into);
        await reorder(trx, 'topic', accountId, accountId);
        return findRow(trx, 'topic', accountId, kept.id);
      }),
  };
};

/** Soft-deletes the topic; those after it move up. The account must be locked. */
export const removeTopic = async (trx: Db, clock: Clock, caller: Caller, id: number): Promise<void> => {
  const { accountId } = caller;
  await softDelete(trx, clock, 'topic', caller, id);
  await reorder(trx, 'topic', accountId, accountId);
};
