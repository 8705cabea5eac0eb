/** Creates, changes and deletes series. */
import { replaceArtwork } from '../artwork/artwork.repository.js';
import {
  toColumns,
  lockDeleted,
  lockForChange,
  lockParent,
  updateRow,
  softDelete,
} from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { assertSlugAvailable } from '../../platform/db/slugs.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { createSeries, requireCollection } from './create-series.js';
import { refreshItemsOf } from '../items/item-links.repository.js';
import { mergeRecords } from '../items/merge-records.js';
import { completeSeries, seriesInUse } from './series.repository.js';
import { seriesList, type NewSeries, type Series, type SeriesChanges } from './series.schema.js';

export type SeriesService = ReturnType<typeof createSeriesService>;

export const createSeriesService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, list, get } = createRecordReader<'series', Series>({
    db,
    spec: seriesList,
    complete: ({ accountId }, rows, { expand }) => completeSeries(db, accountId, rows, expand),
  });

  return {
    list,
    get,

    /**
     * Creates a series, at the end of its collection unless `sortOrder` is given.
     * @throws {ValidationError} when the collection does not exist
     * @throws {ConflictError} when the slug is taken
     */
    create: (caller: Caller, input: NewSeries): Promise<Series> =>
      save(caller, (trx) => createSeries(trx, clock, caller, toColumns(input))),

    /**
     * A new title updates the search index; the slug does not change.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError} when the new collection does not exist
     * @throws {ConflictError} when the slug is taken, or the series has items and would change its collection
     */
    update: (
      caller: Caller,
      id: number,
      changes: SeriesChanges,
      conditions?: SaveConditions,
    ): Promise<Series> =>
      save(caller, async (trx, accountId) => {
        const use = changes.collectionId === undefined ? 'change' : 'delete';
        const known = await lockForChange(trx, 'series', accountId, id, conditions, use);
        const { collectionId = known.collectionId, urlSlug = known.urlSlug, title = known.title } = changes;
        if (collectionId !== known.collectionId) {
          await requireCollection(trx, accountId, collectionId);
          if (await seriesInUse(trx, accountId, id))
            throw conflict('A series that has items cannot move to another collection');
        }
        if (urlSlug && (urlSlug !== known.urlSlug || collectionId !== known.collectionId))
          await assertSlugAvailable(trx, 'series', accountId, collectionId, urlSlug, id);
        if (title !== known.title) await refreshItemsOf(trx, clock, accountId, 'series', id);
        return updateRow(trx, 'series', accountId, id, {
          ...(await replaceArtwork(trx, clock, known, toColumns(changes))),
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the series has items
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockForChange(trx, 'series', accountId, id, { ifMatch }, 'delete');
        if (await seriesInUse(trx, accountId, id))
          throw conflict('The series still has items. Move or delete them first, or merge it into another.');
        await softDelete(trx, clock, 'series', caller, id);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the series is not deleted
     * @throws {ConflictError} when its collection is deleted, or another series now has its slug
     */
    restore: (caller: Caller, id: number): Promise<Series> =>
      save(caller, async (trx, accountId) => {
        const { collectionId, urlSlug } = await lockDeleted(trx, 'series', accountId, id);
        await lockParent(trx, 'collection', accountId, collectionId, 'The collection');
        if (urlSlug !== null) await assertSlugAvailable(trx, 'series', accountId, collectionId, urlSlug, id);
        return updateRow(trx, 'series', accountId, id, {
          deletedDate: null,
          updatedDate: isoTime(clock),
          updatedBy: authorOf(caller),
        });
      }),

    /**
     * Moves the items of the series into another one of its collection and deletes it.
     * @throws {NotFoundError}
     * @throws {ValidationError} when `into` is not another existing series, or belongs to another collection
     */
    merge: (caller: Caller, id: number, into: number): Promise<Series> =>
      save(caller, (trx) => mergeRecords(trx, clock, 'series', caller, id, into)),
  };
};
