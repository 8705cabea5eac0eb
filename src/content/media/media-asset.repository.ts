/** Media assets in SQL: records with their related records, their uploads, chapters and transcripts. */
import { toChapter } from '../records/chapter.record.js';
import { toVariantType } from '../records/variant-type.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { groupBy } from '../../platform/lib/group.js';
import { toItem } from '../records/item.record.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import { toMediaAsset, type MediaAsset } from '../records/media-asset.record.js';

/** Rows as records with variant type and chapters, and with the item where `expand` names it: one query a kind. */
export const presentMedia = async (
  db: Db,
  { accountId, baseUrl }: Caller,
  rows: readonly Row<'mediaAsset'>[],
  expand: readonly string[] = [],
): Promise<MediaAsset[]> => {
  if (rows.length === 0) return [];
  const [types, chapters, items] = await Promise.all([
    rowsById(
      db,
      'variantType',
      accountId,
      rows.map(({ variantTypeId }) => variantTypeId),
    ),
    db
      .selectFrom('chapter')
      .selectAll()
      .where('accountId', '=', accountId)
      .where(
        'mediaAssetId',
        'in',
        rows.map(({ id }) => id),
      )
      .where('deletedDate', 'is', null)
      .orderBy('startMs')
      .orderBy('id')
      .execute(),
    expand.includes('item') ? itemsOf(db, accountId, rows) : undefined,
  ]);
  const byAsset = groupBy(chapters, ({ mediaAssetId }) => mediaAssetId);
  return rows.map((row) => {
    const type = types.get(row.variantTypeId ?? 0);
    const item = items?.get(row.itemId);
    return toMediaAsset(row, baseUrl, {
      item: item ? toItem(item, baseUrl) : null,
      variantType: type ? toVariantType(type) : null,
      chapters: (byAsset.get(row.id) ?? []).map(toChapter),
    });
  });
};

const itemsOf = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'mediaAsset'>[],
): Promise<Map<number, Row<'item'>>> => {
  const items = await db
    .selectFrom('item')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', 'in', [...new Set(rows.map(({ itemId }) => itemId))])
    .execute();
  return new Map(items.map((item) => [item.id, item]));
};

/** The upload that the asset's file comes with. */
export const uploadOf = (db: Db, accountId: number, mediaAssetId: number): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'media')
    .where('subjectId', '=', mediaAssetId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Where the last chapter of the asset begins, ms. */
export const lastChapterStart = async (
  db: Db,
  accountId: number,
  mediaAssetId: number,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('chapter')
    .select('startMs')
    .where('accountId', '=', accountId)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('deletedDate', 'is', null)
    .orderBy('startMs', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.startMs;
};

/** Whether the item's transcript belongs to the asset. */
export const carriesTranscript = async (
  db: Db,
  accountId: number,
  { id, itemId }: Pick<Row<'mediaAsset'>, 'id' | 'itemId'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('transcript')
    .select('id')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('mediaAssetId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes the asset's chapters, softly. */
export const removeChapters = async (
  trx: Db,
  accountId: number,
  mediaAssetId: number,
  deletedDate: string,
): Promise<void> => {
  await trx
    .updateTable('chapter')
    .set({ deletedDate })
    .where('accountId', '=', accountId)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('deletedDate', 'is', null)
    .execute();
};
