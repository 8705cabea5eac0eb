/** Creates, changes, reorders and deletes the scriptures of items. */
import { moveTo, nextPosition, reorder } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import {
  findRow,
  getLocked,
  insertRow,
  lockDeleted,
  lockForChange,
  lockParent,
  notDeleted,
  updateRow,
  toColumns,
  softDelete,
} from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { accountReaders } from '../../identity/accounts/account.repository.js';
import { acceptsSuggestions } from '../items/item-references.js';
import { assertMayChange } from '../items/draft-policy.js';
import { lockItemOf } from '../items/item.repository.js';
import { announceItemChange } from '../items/refresh-item.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, notFound } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { verseText, type Translation } from './bible.js';
import { proposedKeyVerse, completePassage, passageProblems } from './passage.js';
import { completeScripture, type ScriptureRecord } from '../records/scripture.record.js';
import { scriptureList, type NewScripture, type ScriptureChanges } from './scripture.schema.js';
import type { Readers, VerseRange } from '../../../indexer/index.js';

export type ScriptureService = ReturnType<typeof createScriptureService>;

const requirePassage = (passage: VerseRange): void => {
  const problems = passageProblems(passage);
  if (problems.length > 0) throw invalid(problems);
};

const textOf = (row: Row<'scripture'>, translation: Translation | undefined): string | null =>
  translation ? verseText(translation, row.book, row.chapter, row.verseStart, row.verseEnd) : null;

const named = async (
  db: Db,
  row: Row<'scripture'>,
  text: string | null = null,
): Promise<ReturnType<typeof completeScripture>> =>
  completeScripture(withVersion(row), (await accountReaders(db, row.accountId)).versification, text);

/**
 * The columns of a suggestion after a change: accepted, it may become the key verse; edited, it becomes the
 * user's own.
 */
const proposals = async (
  trx: Db,
  known: Row<'scripture'>,
  changes: Omit<ScriptureChanges, 'displayOrder'>,
): Promise<Partial<NewRow<'scripture'>>> => {
  const { accepted, keyVerse, ...passage } = changes;
  const isKey =
    accepted === true &&
    keyVerse === undefined &&
    (await proposedKeyVerse(trx, known.accountId, known.itemId, [known.id])) !== undefined;
  const isChanged = Object.entries(passage).some(
    ([name, value]) => toColumns({ value }).value !== known[name as 'book'],
  );
  return { ...(isKey && { keyVerse: 1 }), ...(isChanged && { score: null }) };
};

export const createScriptureService = ({ db, clock }: { db: Db; clock: Clock }) => {
  // Reads rows rather than records, because a record's verse text depends on the request.
  const { find, list } = createRecordReader<'scripture', Row<'scripture'>>({
    db,
    spec: scriptureList,
    parents: { itemId: 'item' },
    complete: (_caller, rows) => rows,
  });

  return {
    list: async (
      caller: Caller,
      { translation, ...params }: ListParams & { translation?: Translation },
    ): Promise<Page<ScriptureRecord>> => {
      const { rows, totalRecords } = await list(caller, params);
      const { versification } = await accountReaders(db, caller.accountId);
      const records = rows.map((row) => completeScripture(row, versification, textOf(row, translation)));
      return { rows: records, totalRecords };
    },

    /** @throws {NotFoundError} */
    get: async (
      { accountId }: Caller,
      id: number,
      { translation, withDeleted }: { translation?: Translation; withDeleted?: boolean } = {},
    ): Promise<ScriptureRecord> => {
      const row = await find(accountId, id, withDeleted);
      return named(db, row, textOf(row, translation));
    },

    /** Whose way of writing references counts. */
    readersOf: ({ accountId }: Caller): Promise<Readers> => accountReaders(db, accountId),

    /**
     * Creates a scripture at the end of the item's list.
     * @throws {NotFoundError}
     * @throws {ValidationError} when the passage does not exist
     */
    create: (caller: Caller, itemId: number, input: NewScripture): Promise<ScriptureRecord> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayChange(caller, item);
        const passage = completePassage(input);
        requirePassage(passage);
        const { keyVerse, suggested } = input;
        const accepted =
          input.accepted ?? (suggested && (await acceptsSuggestions(trx, item, 'autoAcceptScriptures')));
        const row = await insertRow(trx, 'scripture', {
          accountId,
          itemId,
          ...passage,
          ...toColumns({ keyVerse, suggested, accepted }),
          displayOrder: await nextPosition(trx, 'scripture', accountId, itemId),
        });
        await announceItemChange(trx, clock, item);
        return named(trx, row);
      }),

    /**
     * Validates the passage after the change. A new position shifts the scriptures that follow.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError} when the passage does not exist
     */
    update: (
      caller: Caller,
      id: number,
      { displayOrder, ...changes }: ScriptureChanges,
      conditions?: SaveConditions,
    ): Promise<ScriptureRecord> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const item = await lockItemOf(trx, 'scripture', accountId, id);
        assertMayChange(caller, item);
        const known = await lockForChange(trx, 'scripture', accountId, id, conditions);
        requirePassage({ ...known, ...changes });
        await moveTo(trx, 'scripture', item.id, known, displayOrder);
        const row = await updateRow(trx, 'scripture', accountId, id, {
          ...toColumns(changes),
          ...(await proposals(trx, known, changes)),
        });
        if (!row) throw notFound();
        await announceItemChange(trx, clock, item);
        return named(trx, row);
      }),

    /**
     * The scriptures after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const item = await lockItemOf(trx, 'scripture', accountId, id);
        assertMayChange(caller, item);
        await lockForChange(trx, 'scripture', accountId, id, { ifMatch });
        await softDelete(trx, clock, 'scripture', caller, id);
        await reorder(trx, 'scripture', accountId, item.id);
        await announceItemChange(trx, clock, item);
      }),

    /**
     * Restores a deleted scripture at the end of the item's list.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ConflictError} when its item is deleted
     */
    restore: (caller: Caller, id: number): Promise<ScriptureRecord> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const known = await findRow(trx, 'scripture', accountId, id, true);
        if (!known) throw notFound();
        const item = await lockParent(trx, 'item', accountId, known.itemId, 'The item');
        assertMayChange(caller, item);
        await lockDeleted(trx, 'scripture', accountId, id);
        const displayOrder = await nextPosition(trx, 'scripture', accountId, item.id);
        const row = await updateRow(trx, 'scripture', accountId, id, { ...notDeleted, displayOrder });
        if (!row) throw notFound();
        await announceItemChange(trx, clock, item);
        return named(trx, row);
      }),
  };
};
