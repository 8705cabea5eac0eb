/** Creates, changes, reorders and deletes the scriptures of items. */
import { reorder, nextPosition } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { acceptsSuggestions } from '../items/auto-accept.js';
import { refreshItem } from '../items/refresh-item.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, notFound } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { toColumns } from '../../platform/db/columns.js';
import { verseText, type Translation } from './bible.js';
import { completePassage, passageProblems, type Passage } from './passage.js';
import { completeScripture, type ScriptureRecord } from '../records/scripture.record.js';
import { findScripture, listScriptures } from './scripture.repository.js';
import type { NewScripture, ScriptureChanges } from './scripture.schema.js';

export type ScriptureService = ReturnType<typeof createScriptureService>;

const requirePassage = (passage: Passage): void => {
  const problems = passageProblems(passage);
  if (problems.length > 0) throw invalid(problems);
};

const textOf = (row: Row<'scripture'>, translation: Translation | undefined): string | null =>
  translation ? verseText(translation, row.book, row.chapter, row.verseStart, row.verseEnd) : null;

export const createScriptureService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /**
   * Locks the item of the scripture: one transaction at a time reorders its scriptures.
   * @throws {NotFoundError}
   */
  const lockItemOf = async (trx: Db, accountId: number, scriptureId: number): Promise<Row<'item'>> => {
    const scripture = await findRow(trx, 'scripture', accountId, scriptureId);
    const item = scripture && (await lockRow(trx, 'item', accountId, scripture.itemId));
    if (!item) throw notFound();
    return item;
  };

  return {
    list: async (
      { accountId }: Caller,
      { translation, ...params }: ListParams & { translation?: Translation },
    ): Promise<Page<ScriptureRecord>> => {
      const { rows, totalRecords } = await listScriptures(db, accountId, params);
      return { rows: rows.map((row) => completeScripture(row, textOf(row, translation))), totalRecords };
    },

    /** @throws {NotFoundError} */
    get: async (
      { accountId }: Caller,
      id: number,
      { translation, withDeleted = false }: { translation?: Translation; withDeleted?: boolean } = {},
    ): Promise<ScriptureRecord> => {
      const row = await findScripture(db, accountId, id, withDeleted);
      if (!row) throw notFound();
      return completeScripture(withVersion(row), textOf(row, translation));
    },

    /**
     * Creates the item's last scripture.
     * @throws {NotFoundError}
     * @throws {ValidationError} when the passage does not exist
     */
    create: ({ accountId }: Caller, itemId: number, input: NewScripture): Promise<ScriptureRecord> =>
      db.transaction().execute(async (trx) => {
        const item = await lockRow(trx, 'item', accountId, itemId);
        if (!item) throw notFound();
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
        await refreshItem(trx, clock, item);
        return completeScripture(withVersion(row));
      }),

    /**
     * The passage is checked as it will be. A new position shifts the scriptures that follow.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError} when the passage does not exist
     */
    update: (
      { accountId }: Caller,
      id: number,
      { displayOrder, ...changes }: ScriptureChanges,
      ifMatch?: string,
    ): Promise<ScriptureRecord> =>
      db.transaction().execute(async (trx) => {
        const item = await lockItemOf(trx, accountId, id);
        const known = await lockForChange(trx, 'scripture', accountId, id, ifMatch);
        requirePassage({ ...known, ...changes });
        if (displayOrder !== undefined && displayOrder !== known.displayOrder)
          await reorder(trx, 'scripture', accountId, item.id, {
            id,
            from: known.displayOrder ?? (await nextPosition(trx, 'scripture', accountId, item.id)),
            to: displayOrder,
          });
        const row = await updateRow(trx, 'scripture', accountId, id, toColumns(changes));
        if (!row) throw notFound();
        await refreshItem(trx, clock, item);
        return completeScripture(withVersion(row));
      }),

    /**
     * The scriptures after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: ({ accountId }: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const item = await lockItemOf(trx, accountId, id);
        await lockForChange(trx, 'scripture', accountId, id, ifMatch);
        await updateRow(trx, 'scripture', accountId, id, { deletedDate: isoTime(clock) });
        await reorder(trx, 'scripture', accountId, item.id);
        await refreshItem(trx, clock, item);
      }),
  };
};
