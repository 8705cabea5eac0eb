/** Creates, changes and deletes chapters. Each starts within its media, and no two at the same time. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  findRow,
  getLocked,
  insertRow,
  lockDeleted,
  lockForChange,
  lockParent,
  notDeleted,
  updateRow,
  toColumns,
  softDelete,
} from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { acceptsSuggestions } from '../items/item-references.js';
import { assertMayChange } from '../items/draft-policy.js';
import { enqueueItemUpdated } from '../items/item-webhook-events.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { completeChapter, type ChapterRecord } from '../records/chapter.record.js';
import { assertTimeAvailable } from './chapter-times.js';
import { chapterList, type ChapterChanges, type NewChapter } from './chapter.schema.js';

export type ChapterService = ReturnType<typeof createChapterService>;

export const createChapterService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, find, list, get } = createRecordReader<'chapter', ChapterRecord>({
    db,
    spec: chapterList,
    parents: { mediaAssetId: 'mediaAsset', itemId: 'item' },
    complete: (_caller, rows) => rows.map(completeChapter),
  });

  /** @throws {NotFoundError} when the media asset or its item does not exist */
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

  /**
   * Locks the asset and its item, so that its chapters and duration do not change until the transaction ends, nor
   * whether the item is public.
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   */
  const lockAsset = async (
    trx: Db,
    caller: Caller,
    id: number,
  ): Promise<{ item: Row<'item'>; asset: Row<'mediaAsset'> }> => {
    const { accountId } = caller;
    const { itemId } = await findAsset(trx, accountId, id);
    const item = await getLocked(trx, 'item', accountId, itemId);
    assertMayChange(caller, item);
    return { item, asset: await getLocked(trx, 'mediaAsset', accountId, id) };
  };

  return {
    /** @throws {NotFoundError} when the media asset does not exist */
    list: async (caller: Caller, mediaAssetId: number, params: ListParams): Promise<Page<ChapterRecord>> => {
      await findAsset(db, caller.accountId, mediaAssetId, params.withDeleted);
      return list(caller, within(params, 'mediaAssetId', mediaAssetId));
    },

    get,

    /**
     * @throws {NotFoundError}
     * @throws {ValidationError}
     * @throws {ConflictError}
     */
    create: (
      caller: Caller,
      mediaAssetId: number,
      { title, startMs, suggested, accepted: requested }: NewChapter,
    ): Promise<ChapterRecord> =>
      save(caller, async (trx, accountId) => {
        const { item, asset } = await lockAsset(trx, caller, mediaAssetId);
        await assertTimeAvailable(trx, asset, startMs);
        const accepted =
          requested ?? (suggested && (await acceptsSuggestions(trx, item, 'autoAcceptMediaChapters')));
        await enqueueItemUpdated(trx, clock, accountId, item.id);
        return insertRow(trx, 'chapter', {
          accountId,
          itemId: asset.itemId,
          mediaAssetId,
          title,
          startMs,
          suggested: suggested ? 1 : 0,
          accepted: accepted ? 1 : 0,
        });
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError}
     * @throws {ConflictError}
     */
    update: (
      caller: Caller,
      id: number,
      changes: ChapterChanges,
      conditions?: SaveConditions,
    ): Promise<ChapterRecord> =>
      save(caller, async (trx, accountId) => {
        const { startMs } = changes;
        const { mediaAssetId } = await find(accountId, id, false, trx);
        const { asset } = await lockAsset(trx, caller, mediaAssetId);
        const known = await lockForChange(trx, 'chapter', accountId, id, conditions);
        if (startMs !== undefined && startMs !== known.startMs)
          await assertTimeAvailable(trx, asset, startMs, id);
        await enqueueItemUpdated(trx, clock, accountId, asset.itemId);
        const isChanged =
          (changes.title ?? known.title) !== known.title || (startMs ?? known.startMs) !== known.startMs;
        // Processing replaces only its own suggestions, so a changed one becomes the user's.
        return updateRow(trx, 'chapter', accountId, id, {
          ...toColumns(changes),
          ...(isChanged && { score: null }),
        });
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const { itemId } = await find(accountId, id, false, trx);
        assertMayChange(caller, await getLocked(trx, 'item', accountId, itemId));
        await lockForChange(trx, 'chapter', accountId, id, { ifMatch }, 'delete');
        await softDelete(trx, clock, 'chapter', caller, id);
        await enqueueItemUpdated(trx, clock, accountId, itemId);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the chapter is not deleted
     * @throws {ValidationError} when it now starts beyond the end of the media
     * @throws {ConflictError} when its item or media are deleted, or another chapter starts at its time
     */
    restore: (caller: Caller, id: number): Promise<ChapterRecord> =>
      save(caller, async (trx, accountId) => {
        const known = await findRow(trx, 'chapter', accountId, id, true);
        if (!known) throw notFound();
        const item = await lockParent(trx, 'item', accountId, known.itemId, 'The item');
        assertMayChange(caller, item);
        const asset = await lockParent(trx, 'mediaAsset', accountId, known.mediaAssetId, 'The media asset');
        const { startMs } = await lockDeleted(trx, 'chapter', accountId, id);
        await assertTimeAvailable(trx, asset, startMs, id);
        await enqueueItemUpdated(trx, clock, accountId, item.id);
        return updateRow(trx, 'chapter', accountId, id, notDeleted);
      }),
  };
};
