/** Chapters in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';

/** The asset's chapter that starts at this time. */
export const findChapterAt = (
  db: Db,
  accountId: number,
  mediaAssetId: number,
  startMs: number,
): Promise<Pick<Row<'chapter'>, 'id' | 'title'> | undefined> =>
  existingRows(db, 'chapter', accountId)
    .select(['id', 'title'])
    .where('mediaAssetId', '=', mediaAssetId)
    .where('startMs', '=', startMs)
    .executeTakeFirst();

/** End of the transcript of the media or, without one, of their item, in ms; null without a transcript or times. */
export const transcriptEnd = async (
  db: Db,
  { accountId, id, itemId }: Row<'mediaAsset'>,
): Promise<number | null> => {
  const row = await db
    .selectFrom('transcript')
    .select('endMs')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where((eb) => eb.or([eb('mediaAssetId', '=', id), eb('isCurrent', '=', 1)]))
    .orderBy(({ eb }) => eb.case().when('mediaAssetId', '=', id).then(0).else(1).end())
    .executeTakeFirst();
  return row?.endMs ?? null;
};
