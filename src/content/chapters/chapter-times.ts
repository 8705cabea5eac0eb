/** When chapters may start: within their media, and no two at the same time. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import { isBeyond } from '../media/media-rules.js';

/** The asset's chapter that starts at this time. */
const findChapterAt = (
  db: Db,
  accountId: number,
  mediaAssetId: number,
  startMs: number,
): Promise<Pick<Row<'chapter'>, 'id' | 'title'> | undefined> =>
  existingRows(db, 'chapter', accountId, { mediaAssetId, startMs })
    .select(['id', 'title'])
    .executeTakeFirst();

/** End of the transcript of the media or, without one, of their item, in ms; null without a transcript or times. */
const transcriptEnd = async (
  db: Db,
  { accountId, id, itemId }: Row<'mediaAsset'>,
): Promise<number | null> => {
  const row = await rowsWhere(db, 'transcript', { accountId, itemId })
    .select('endMs')
    .where((eb) => eb.or([eb('mediaAssetId', '=', id), eb('isCurrent', '=', 1)]))
    .orderBy(({ eb }) => eb.case().when('mediaAssetId', '=', id).then(0).else(1).end())
    .executeTakeFirst();
  return row?.endMs ?? null;
};

/**
 * Checks that a chapter can start at this time. The asset must be locked.
 * @throws {ValidationError} when it is beyond the end of the media or, if that is unknown, of the transcript
 * @throws {ConflictError} when another chapter starts at this time
 */
export const assertTimeAvailable = async (
  trx: Db,
  asset: Row<'mediaAsset'>,
  startMs: number,
  ownId?: number,
): Promise<void> => {
  if (isBeyond(startMs, asset.durationSecs))
    throw invalid([{ path: 'startMs', message: `must be before the media's end, ${asset.durationSecs} s` }]);
  const spokenMs = asset.durationSecs === null ? await transcriptEnd(trx, asset) : null;
  if (spokenMs !== null && startMs >= spokenMs)
    throw invalid([
      {
        path: 'startMs',
        message: `must be before the transcript's end, ${spokenMs} ms, because the duration of the media is unknown`,
      },
    ]);
  const chapterThere = await findChapterAt(trx, asset.accountId, asset.id, startMs);
  if (chapterThere && chapterThere.id !== ownId)
    throw conflict(`Another chapter ("${chapterThere.title}") already starts at this time`, [
      { path: 'startMs', message: 'is the start of another chapter of the media' },
    ]);
};
