/** Creates, changes, deletes and restores items. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { createItem } from './create-item.js';
import { itemList, type Item, type ItemChanges, type NewItem } from './item.schema.js';
import { deleteItem, restoreItem } from './delete-item.js';
import { completeItems } from './item-expansions.repository.js';
import { updateItem } from './update-item.js';

export type ItemService = ReturnType<typeof createItemService>;

export const createItemService = (deps: { db: Db; clock: Clock; quotas: Quotas }) => {
  const { db, clock, quotas } = deps;
  const { save, list, get } = createRecordReader<'item', Item>({
    db,
    spec: itemList,
    complete: ({ accountId }, rows, { expand }) => completeItems(db, accountId, rows, expand),
  });

  return {
    list,
    get,

    /**
     * Creates a draft.
     * @throws {ValidationError} when a referenced record does not exist
     * @throws {ConflictError} when the requested slug is taken
     * @throws {QuotaExceededError}
     */
    create: (caller: Caller, input: NewItem): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        await quotas.reserve(trx, accountId, 'items');
        return createItem(trx, clock, caller, input);
      }),

    /** Throws the same errors as `updateItem`. */
    update: (caller: Caller, id: number, changes: ItemChanges, conditions?: SaveConditions): Promise<Item> =>
      save(caller, (trx) => updateItem(trx, clock, caller, id, changes, { conditions })),

    /** Throws the same errors as `deleteItem`. */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute((trx) => deleteItem(trx, deps, caller, id, ifMatch)),

    /** Throws the same errors as `restoreItem`. */
    restore: (caller: Caller, id: number): Promise<Item> =>
      save(caller, (trx) => restoreItem(trx, deps, caller, id)),
  };
};
