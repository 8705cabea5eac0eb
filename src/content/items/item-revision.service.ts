/** Lists the revisions of items, and undoes one. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, notFound } from '../../platform/lib/errors.js';
import { completeItems } from './item-expansions.repository.js';
import { findRevision, shown, type FieldChange } from './item-revisions.repository.js';
import { itemRevisionList, type ItemRevision } from './item-revision.schema.js';
import { itemChanges, itemList, type Item } from './item.schema.js';
import { updateItem } from './update-item.js';
import { checkedChanges } from './checked-changes.js';

export type ItemRevisionService = ReturnType<typeof createItemRevisionService>;

export const createItemRevisionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save } = createRecordReader<'item', Item>({
    db,
    spec: itemList,
    complete: ({ accountId }, rows, { expand }) => completeItems(db, accountId, rows, expand),
  });

  return {
    /** @throws {NotFoundError} */
    list: async ({ accountId }: Caller, itemId: number, params: ListParams): Promise<Page<ItemRevision>> => {
      if (!(await findRow(db, 'item', accountId, itemId, params.withDeleted))) throw notFound();
      const { rows, totalRecords } = await listPage(
        db,
        itemRevisionList,
        accountId,
        within(params, 'itemId', itemId),
      );
      return { rows: rows.map((row) => ({ ...row, changes: shownChanges(row.changes) })), totalRecords };
    },

    /**
     * Sets the changed fields to what they were before the revision, as one PATCH of the item.
     * @throws {InvalidStateError} when it changed nothing that can be set
     * @throws the same errors as `updateItem`, naming the fields
     */
    restore: (caller: Caller, itemId: number, id: number): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        const revision = await findRevision(trx, accountId, itemId, id);
        if (!revision) throw notFound();
        const changes = checkedChanges(formerValues(revision));
        return updateItem(trx, clock, caller, itemId, changes);
      }),
  };
};

const changesOf = ({ changes }: Pick<Row<'itemRevision'>, 'changes'>): FieldChange[] =>
  JSON.parse(changes) as FieldChange[];

const shownChanges = (changes: string): FieldChange[] =>
  changesOf({ changes }).map(({ field, from, to }) => ({ field, from: shown(from), to }));

/** The body of the PATCH that undoes the revision. */
const formerValues = (revision: Row<'itemRevision'>): Record<string, unknown> => {
  const all = changesOf(revision);
  const settable = all.filter(({ field }) => Object.hasOwn(itemChanges.shape, field));
  if (settable.length === 0)
    throw invalidState(
      `This revision cannot be restored: it changed only ${all.map(({ field }) => field).join(', ')}.`,
    );
  return Object.fromEntries(
    settable.map(({ field, from }) => [
      field,
      Array.isArray(from) ? from.map((member: unknown) => ({ id: member })) : from,
    ]),
  );
};
