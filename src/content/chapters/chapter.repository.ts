/** Chapters in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import { chapterList } from './chapter.schema.js';

export const listChapters = (
  db: Db,
  accountId: number,
  mediaAssetId: number,
  params: ListParams,
): Promise<Page<Row<'chapter'>>> =>
  listPage(db, chapterList, accountId, within(params, 'mediaAssetId', mediaAssetId));

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
