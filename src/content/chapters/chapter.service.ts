/** The rules of chapters: each begins within its media, and no two at the same time. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { acceptsSuggestions } from '../items/auto-accept.js';
import { enqueueItemUpdated } from '../items/item-webhook-events.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, invalid, notFound } from '../../platform/lib/errors.js';
import { toFlag } from '../../platform/lib/fields.js';
import { isBeyond } from '../media/media-rules.js';
import { toChapter, type ChapterRecord } from '../records/chapter.record.js';
import { findChapterAt, listChapters } from './chapter.repository.js';
import type { ChapterChanges, NewChapter } from './chapter.schema.js';

export type ChapterService = ReturnType<typeof createChapterService>;

export const createChapterService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /** The media asset, where its item is there too. @throws NotFoundError */
  const findAsset = async (
    trx: Db,
    accountId: number,
    id: number,
    withDeleted = false,
  ): Promise<Row<'mediaAsset'>> => {
    const asset = await findRow(trx, 'mediaAsset', accountId, id, withDeleted);
    if (!asset || !(await findRow(trx, 'item', accountId, asset.itemId, withDeleted))) throw notFound();
    return asset;
  };

  /** Keeps other chapters and other durations away from the asset until the transaction ends. @throws NotFoundError */
  const lockAsset = async (trx: Db, accountId: number, id: number): Promise<Row<'mediaAsset'>> => {
    await findAsset(trx, accountId, id);
    const asset = await lockRow(trx, 'mediaAsset', accountId, id);
    if (!asset) throw notFound();
    return asset;
  };

  /** The chapter, where its media asset and item are there too. @throws NotFoundError */
  const find = async (
    trx: Db,
    accountId: number,
    id: number,
    withDeleted = false,
  ): Promise<Row<'chapter'>> => {
    const row = await findRow(trx, 'chapter', accountId, id, withDeleted);
    if (!row) throw notFound();
    await findAsset(trx, accountId, row.mediaAssetId, withDeleted);
    return row;
  };

  /** @throws ValidationError beyond the media's end; ConflictError where another chapter begins then */
  const requireFreeTime = async (
    trx: Db,
    asset: Row<'mediaAsset'>,
    startMs: number,
    ownId?: number,
  ): Promise<void> => {
    if (isBeyond(startMs, asset.durationSecs))
      throw invalid([
        { path: 'startMs', message: `must be before the media's end, ${asset.durationSecs} s` },
      ]);
    const holder = await findChapterAt(trx, asset.accountId, asset.id, startMs);
    if (holder && holder.id !== ownId)
      throw conflict(`The chapter ${holder.title} begins then already`, [
        { path: 'startMs', message: 'is where another chapter of the media begins' },
      ]);
  };

  return {
    /** @throws NotFoundError where there is no such media asset */
    list: async (
      accountId: number,
      mediaAssetId: number,
      params: ListParams,
    ): Promise<Page<ChapterRecord>> => {
      await findAsset(db, accountId, mediaAssetId, params.withDeleted);
      const { rows, totalRecords } = await listChapters(db, accountId, mediaAssetId, params);
      return { rows: rows.map(toChapter), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (accountId: number, id: number, { withDeleted = false } = {}): Promise<ChapterRecord> =>
      toChapter(await find(db, accountId, id, withDeleted)),

    /** @throws NotFoundError, ValidationError, ConflictError */
    create: async (
      accountId: number,
      mediaAssetId: number,
      { title, startMs, suggested, accepted: chosen }: NewChapter,
    ): Promise<ChapterRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        const asset = await lockAsset(trx, accountId, mediaAssetId);
        await requireFreeTime(trx, asset, startMs);
        const item = await findRow(trx, 'item', accountId, asset.itemId);
        if (!item) throw notFound();
        const accepted =
          chosen ?? (suggested && (await acceptsSuggestions(trx, item, 'autoAcceptMediaChapters')));
        await enqueueItemUpdated(trx, clock, accountId, item.id);
        return insertRow(trx, 'chapter', {
          accountId,
          itemId: asset.itemId,
          mediaAssetId,
          title,
          startMs,
          suggested: toFlag(suggested),
          accepted: toFlag(accepted),
          deletedDate: null,
        });
      });
      return toChapter(row);
    },

    /** @throws NotFoundError, PreconditionFailedError, ValidationError, ConflictError */
    update: async (
      accountId: number,
      id: number,
      { title, startMs, suggested, accepted }: ChapterChanges,
      ifMatch?: string,
    ): Promise<ChapterRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        const { mediaAssetId } = await find(trx, accountId, id);
        const asset = await lockAsset(trx, accountId, mediaAssetId);
        const known = await lockForChange(trx, 'chapter', accountId, id, ifMatch);
        if (startMs !== undefined && startMs !== known.startMs)
          await requireFreeTime(trx, asset, startMs, id);
        await enqueueItemUpdated(trx, clock, accountId, asset.itemId);
        return updateRow(trx, 'chapter', accountId, id, {
          ...(title !== undefined && { title }),
          ...(startMs !== undefined && { startMs }),
          ...(suggested !== undefined && { suggested: toFlag(suggested) }),
          ...(accepted !== undefined && { accepted: toFlag(accepted) }),
        });
      });
      if (!row) throw notFound();
      return toChapter(row);
    },

    /** Soft. @throws NotFoundError */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { itemId } = await find(trx, accountId, id);
        if (!(await lockRow(trx, 'chapter', accountId, id, 'delete'))) throw notFound();
        await updateRow(trx, 'chapter', accountId, id, { deletedDate: isoTime(clock) });
        await enqueueItemUpdated(trx, clock, accountId, itemId);
      }),
  };
};
