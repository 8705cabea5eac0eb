/** The rules of series. */
import { replaceArtwork } from '../artwork/artwork.repository.js';
import { toColumns } from '../../platform/db/columns.js';
import type { Db } from '../../platform/db/dialect.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import { assertSlugAvailable } from '../../platform/db/slugs.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import { createSeries, requireCollection } from '../items/create-series.js';
import { refreshItemsOf } from '../items/item-links.repository.js';
import { presentSeries, seriesInUse } from './series.repository.js';
import { seriesList, type NewSeries, type Series, type SeriesChanges } from './series.schema.js';

export type SeriesService = ReturnType<typeof createSeriesService>;

export const createSeriesService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { presentOne, list, get } = createRecordReader<'series', Series>({
    db,
    spec: seriesList,
    present: (caller, rows, { expand }) => presentSeries(db, caller, rows, expand),
  });

  return {
    list,
    get,

    /** The last of its collection unless `sortOrder` says otherwise. @throws ValidationError, ConflictError */
    create: async (caller: Caller, input: NewSeries): Promise<Series> => {
      const row = await db
        .transaction()
        .execute((trx) => createSeries(trx, clock, caller.accountId, toColumns(input)));
      return presentOne(caller, row);
    },

    /**
     * A new title follows into search and leaves the slug as it is.
     * @throws NotFoundError, PreconditionFailedError, ValidationError; ConflictError for a slug that is taken, or a move while items stand in the series
     */
    update: async (caller: Caller, id: number, changes: SeriesChanges, ifMatch?: string): Promise<Series> => {
      const { accountId } = caller;
      const row = await db.transaction().execute(async (trx) => {
        const use = changes.collectionId === undefined ? 'change' : 'delete';
        const known = await lockForChange(trx, 'series', accountId, id, ifMatch, use);
        const { collectionId = known.collectionId, urlSlug = known.urlSlug, title = known.title } = changes;
        if (collectionId !== known.collectionId) {
          await requireCollection(trx, accountId, collectionId);
          if (await seriesInUse(trx, accountId, id))
            throw conflict('The series still holds items: it cannot leave its collection');
        }
        if (urlSlug && (urlSlug !== known.urlSlug || collectionId !== known.collectionId))
          await assertSlugAvailable(trx, 'series', accountId, collectionId, urlSlug, id);
        if (title !== known.title) await refreshItemsOf(trx, clock, accountId, 'series', id);
        return updateRow(trx, 'series', accountId, id, {
          ...(await replaceArtwork(trx, clock, known, toColumns(changes))),
          updatedDate: isoTime(clock),
        });
      });
      return presentOne(caller, row);
    },

    /** @throws NotFoundError; ConflictError while items stand in it */
    remove: ({ accountId }: Caller, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'series', accountId, id, 'delete'))) throw notFound();
        if (await seriesInUse(trx, accountId, id)) throw conflict('The series still holds items');
        await updateRow(trx, 'series', accountId, id, { deletedDate: isoTime(clock) });
      }),
  };
};
