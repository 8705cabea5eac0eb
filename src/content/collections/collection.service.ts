/** Creates, changes and deletes collections. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findByName } from '../../platform/db/names.js';
import {
  insertRow,
  lockDeleted,
  lockForChange,
  updateRow,
  toColumns,
  softDelete,
} from '../../platform/db/rows.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { recomputeCollectionLanguages } from '../items/item-language.repository.js';
import { changedFeed, feedOf, noFeedSettings } from '../records/feed-settings.js';
import { collectionInUse, insertDefaultVariantTypes, completeCollections } from './collection.repository.js';
import {
  collectionList,
  type Collection,
  type CollectionChanges,
  type NewCollection,
} from './collection.schema.js';

export type CollectionService = ReturnType<typeof createCollectionService>;

export const createCollectionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, list, get } = createRecordReader<'collection', Collection>({
    db,
    spec: collectionList,
    complete: ({ accountId }, rows, { expand }) => completeCollections(db, accountId, rows, expand),
  });

  return {
    list,
    get,

    /**
     * Creates a collection with the variant types `Full video` and `Audio`. Names need not be unique: the result
     * contains the collection that already has the name.
     */
    create: async (
      caller: Caller,
      { feed = {}, ...input }: NewCollection,
    ): Promise<{ collection: Collection; duplicateOf: number | null }> => {
      let duplicateOf: number | null = null;
      const collection = await save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        duplicateOf = (await findByName(trx, 'collection', accountId, input.name)) ?? null;
        const now = isoTime(clock);
        const created = await insertRow(trx, 'collection', {
          accountId,
          ...toColumns(input),
          feed: JSON.stringify(changedFeed(noFeedSettings, feed)),
          entryDate: now,
          updatedDate: now,
          createdBy: authorOf(caller),
          updatedBy: authorOf(caller),
        });
        await insertDefaultVariantTypes(trx, accountId, created.id);
        return created;
      });
      return { collection, duplicateOf };
    },

    /**
     * Feed settings that are not given keep their values.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    update: (
      caller: Caller,
      id: number,
      { feed, ...changes }: CollectionChanges,
      conditions?: SaveConditions,
    ): Promise<Collection> =>
      save(caller, async (trx, accountId) => {
        const known = await lockForChange(trx, 'collection', accountId, id, conditions);
        const changed = await updateRow(trx, 'collection', accountId, id, {
          ...toColumns(changes),
          ...(feed !== undefined && { feed: JSON.stringify(changedFeed(feedOf(known), feed)) }),
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
        if (changes.defaultLanguage !== undefined && changes.defaultLanguage !== known.defaultLanguage) {
          const items = [...(await recomputeCollectionLanguages(trx, accountId, id)).keys()];
          await enqueueMany(
            trx,
            clock,
            accountId,
            'refreshItem',
            items.map((itemId) => ({ itemId })),
          );
        }
        return changed;
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when it has items or series
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockForChange(trx, 'collection', accountId, id, { ifMatch }, 'delete');
        if (await collectionInUse(trx, accountId, id))
          throw conflict('The collection still has items or series. Move or delete them first.');
        await softDelete(trx, clock, 'collection', caller, id);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the collection is not deleted
     */
    restore: (caller: Caller, id: number): Promise<Collection> =>
      save(caller, async (trx, accountId) => {
        await lockDeleted(trx, 'collection', accountId, id);
        return updateRow(trx, 'collection', accountId, id, {
          deletedDate: null,
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),
  };
};
