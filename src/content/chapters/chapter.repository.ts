/** Chapters in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** The asset's living chapter that begins at this time. */
export const findChapterAt = (
  db: Db,
  accountId: number,
  mediaAssetId: number,
  startMs: number,
): Promise<Pick<Row<'chapter'>, 'id' | 'title'> | undefined> =>
  db
    .selectFrom('chapter')
    .select(['id', 'title'])
    .where('accountId', '=', accountId)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('startMs', '=', startMs)
    .where('deletedDate', 'is', null)
    .executeTakeFirst();
