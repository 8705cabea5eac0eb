/** Pending changes of items: contributors save them, and editors apply them as one change of the item. */
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findRow, getLocked, insertRow, updateRow, updateWhere } from '../../platform/db/rows.js';
import { assertSlugAvailable } from '../../platform/db/slugs.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound, preconditionFailed } from '../../platform/lib/errors.js';
import { assertVersion, namesTag, versionOf, withVersion } from '../../platform/lib/etag.js';
import { checkedChanges } from './checked-changes.js';
import { assertMaySchedule } from './draft-policy.js';
import {
  comparedItem,
  currentValues,
  deletePendingChanges,
  findPendingChanges,
} from './item-draft.repository.js';
import type { ItemDraft } from './item-draft.schema.js';
import { completeItems } from './item-expansions.repository.js';
import { PUBLIC_OR_CHANGING } from './refresh-item.js';
import { assertValues, updateItem } from './update-item.js';
import { itemList, type Item, type ItemChanges } from './item.schema.js';

export type ItemDraftService = ReturnType<typeof createItemDraftService>;

type Values = Record<string, unknown>;
/** A draft with the fields that have changed in the item; its ETag covers both. */
type DraftState = Row<'itemDraft'> & { changedSince: string[] };

const stateOf = async (db: Db, item: Row<'item'>, row: Row<'itemDraft'>): Promise<DraftState> => {
  const base = JSON.parse(row.base) as Values;
  const now = await currentValues(db, item, base);
  const changedSince = Object.keys(base).filter((field) => !isDeepStrictEqual(base[field], now[field]));
  return { ...row, changedSince };
};

const presented = (state: DraftState): ItemDraft => ({
  ...withVersion(state),
  changes: JSON.parse(state.changes) as Values,
});

export const createItemDraftService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { completeOne } = createRecordReader<'item', Item>({
    db,
    spec: itemList,
    complete: ({ accountId }, rows, { expand }) => completeItems(db, accountId, rows, expand),
  });

  const lockDraft = async (trx: Db, accountId: number, itemId: number) => {
    const item = await getLocked(trx, 'item', accountId, itemId);
    const row = await findPendingChanges(trx, accountId, itemId);
    return { item, state: row && (await stateOf(trx, item, row)) };
  };

  /** Leaves `updatedDate`, which feeds and sitemaps of a public item show. */
  const setFlag = (trx: Db, item: Row<'item'>, hasDraft: 0 | 1, values = {}) =>
    updateRow(trx, 'item', item.accountId, item.id, { hasDraft, ...values });

  /** Adds the changes to those of the draft; where both name a field, the new ones count. */
  const store = async (
    trx: Db,
    caller: Caller,
    item: Row<'item'>,
    known: Row<'itemDraft'> | undefined,
    changes: ItemChanges,
  ): Promise<Row<'itemDraft'>> => {
    const { accountId, id: itemId } = item;
    const all: ItemChanges = { ...(JSON.parse(known?.changes ?? '{}') as ItemChanges), ...changes };
    await assertValues(trx, clock, item, all);
    if (typeof all.urlSlug === 'string')
      await assertSlugAvailable(
        trx,
        'item',
        accountId,
        all.collectionId ?? item.collectionId,
        all.urlSlug,
        itemId,
      );
    const base = {
      ...(JSON.parse(known?.base ?? '{}') as Values),
      ...(await currentValues(trx, item, changes)),
    };
    const [now, author] = [isoTime(clock), authorOf(caller)];
    const values = { changes: JSON.stringify(all), base: JSON.stringify(base), updatedBy: author };
    if (known)
      return updateWhere(trx, 'itemDraft', { accountId, id: known.id })
        .set({ ...values, updatedDate: isoTimeAfter(clock, known.updatedDate) })
        .returningAll()
        .executeTakeFirstOrThrow();
    await setFlag(trx, item, 1);
    const dates = { entryDate: now, updatedDate: now };
    return insertRow(trx, 'itemDraft', { accountId, itemId, ...values, createdBy: author, ...dates });
  };

  return {
    /** @throws {NotFoundError} when the item or its draft does not exist */
    get: async ({ accountId }: Caller, itemId: number): Promise<ItemDraft> => {
      const item = await findRow(db, 'item', accountId, itemId);
      const row = item && (await findPendingChanges(db, accountId, itemId));
      if (!row) throw notFound();
      return presented(await stateOf(db, item, row));
    },

    /**
     * Validates all pending changes as a change of the item would. What the caller saw is compared with the pending
     * changes, or with the item for fields that have none.
     * @throws the same errors as `updateItem`, except for the state of the item
     */
    save: (
      caller: Caller,
      itemId: number,
      changes: ItemChanges,
      conditions?: SaveConditions,
    ): Promise<ItemDraft> =>
      db.transaction().execute(async (trx) => {
        const { item, state } = await lockDraft(trx, caller.accountId, itemId);
        const pending = JSON.parse(state?.changes ?? '{}') as Values;
        const compared = { ...(await comparedItem(trx, item, conditions)), ...pending };
        await assertConditions(trx, state, conditions, compared);
        assertMaySchedule(caller, changes, item);
        if (state && Object.keys(changes).length === 0) return presented(state);
        const row = await store(trx, caller, item, state, changes);
        return presented(await stateOf(trx, item, row));
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    discard: ({ accountId }: Caller, itemId: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { item, state } = await lockDraft(trx, accountId, itemId);
        if (!state) throw notFound();
        assertVersion(state, ifMatch);
        await deletePendingChanges(trx, accountId, itemId);
        // For a public item, there was nothing to review but its pending changes.
        const isPublic = PUBLIC_OR_CHANGING.has(item.status);
        await setFlag(trx, item, 0, isPublic ? { readyForReview: 0, reviewNote: null } : {});
      }),

    /**
     * Changes the item, and removes the draft.
     * @param ifMatch the ETag of the draft or of the item
     * @throws {ConflictError} naming fields that have changed in the item since
     * @throws the same errors as `updateItem`
     */
    apply: async (
      caller: Caller,
      itemId: number,
      ifMatch?: string,
    ): Promise<{ item: Item; draft: ItemDraft }> => {
      const { row, draft } = await db.transaction().execute(async (trx) => {
        const { item, state } = await lockDraft(trx, caller.accountId, itemId);
        if (!state) throw notFound();
        const isVersion = (record: object): boolean =>
          namesTag(ifMatch ?? '*', versionOf(withVersion({ ...record })));
        if (!isVersion(state) && !isVersion(item)) throw preconditionFailed();
        assertUnchanged(state);
        await deletePendingChanges(trx, caller.accountId, itemId);
        await setFlag(trx, item, 0, { readyForReview: 0, reviewNote: null });
        const changes = checkedChanges(JSON.parse(state.changes));
        const changed = await updateItem(trx, clock, caller, itemId, changes, {
          draftAuthor: state.updatedBy,
        });
        return { row: changed, draft: presented(state) };
      });
      return { item: await completeOne(caller, row), draft };
    },
  };
};

const assertUnchanged = ({ changedSince }: DraftState): void => {
  if (changedSince.length > 0)
    throw conflict(
      `The item has changed since these changes were saved: ${changedSince.join(', ')}. Save these fields again, or discard the draft.`,
      changedSince.map((path) => ({ path, message: 'has changed in the item since it was saved' })),
    );
};
