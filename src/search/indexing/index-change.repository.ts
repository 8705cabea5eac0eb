/** The log of writes to a version of the search index, by which all processes learn of them. */
import type { IndexChangeLog } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';

/** Changes kept of each version: a process that is further behind reads the whole index again. */
const MAX_KEPT = 5_000;

const changesSince = prepared((db: Db, indexVersionId: number, position: number) =>
  db
    .selectFrom('indexChange')
    .select(['position', 'accountId', 'itemIds', 'withChunks'])
    .where('indexVersionId', '=', indexVersionId)
    .where('position', '>', position)
    .orderBy('position'),
);

const lastPosition = prepared((db: Db, indexVersionId: number) =>
  db.selectFrom('indexVersion').select('changes').where('id', '=', indexVersionId),
);

export const indexChangeLog = (db: Db, indexVersionId: number): IndexChangeLog => ({
  // The row of the version is locked meanwhile, so that positions become visible in their order.
  record: (changes) =>
    db.transaction().execute(async (trx) => {
      const version = await trx
        .updateTable('indexVersion')
        .set(({ eb }) => ({ changes: eb('changes', '+', changes.length) }))
        .where('id', '=', indexVersionId)
        .returning('changes')
        .executeTakeFirst();
      // Dropped meanwhile, or nothing to record.
      if (!version || changes.length === 0) return;
      const values = changes.map(({ accountId, itemIds, withChunks }, at) => ({
        indexVersionId,
        position: version.changes - changes.length + 1 + at,
        accountId,
        itemIds: JSON.stringify(itemIds),
        withChunks: withChunks ? (1 as const) : (0 as const),
      }));
      await trx.insertInto('indexChange').values(values).execute();
    }),
  position: async () => (await lastPosition(db, indexVersionId))[0]?.changes ?? 0,
  since: async (position) => {
    const rows = await changesSince(db, indexVersionId, position);
    if (rows.length > 0 && rows[0]!.position !== position + 1) return null;
    return rows.map((row) => ({
      position: row.position,
      accountId: row.accountId,
      itemIds: JSON.parse(row.itemIds) as number[],
      withChunks: row.withChunks === 1,
    }));
  },
});

/** Deletes old changes, and those of versions that are gone; the last ones stay. */
export const deleteOldIndexChanges = async (db: Db, indexVersionId: number): Promise<void> => {
  const [last] = await lastPosition(db, indexVersionId);
  await db
    .deleteFrom('indexChange')
    .where(({ eb, or }) =>
      or([
        eb('indexVersionId', '<', indexVersionId),
        eb('indexVersionId', '=', indexVersionId).and('position', '<=', (last?.changes ?? 0) - MAX_KEPT),
      ]),
    )
    .execute();
};
