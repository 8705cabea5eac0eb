/** Suggested chapters in SQL: rows among the chapters of the item's media that have not been accepted yet. */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';
import { existingRows, findRow, updateRow, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { acceptsSuggestions } from '../content/items/item-references.js';
import { isHiddenChapter } from '../content/items/visibility.js';
import { isBeyond } from '../content/media/media-rules.js';
import type { FoundChapter } from './found-suggestions.js';
import {
  changeSuggested,
  removeSuggested,
  reviewedRows,
  type ReviewedState,
} from '../content/items/suggested-rows.js';

/** Chapters that start closer together than this are considered the same. */
const NEAR_MS = 15_000;

/** Chapters of the item that were accepted or dismissed. */
export const reviewedChapters = (
  db: Db,
  accountId: number,
  itemId: number,
  state: ReviewedState,
): Promise<number[]> =>
  reviewedRows(db, 'chapter', { accountId, itemId }, state, sql<boolean>`not ${isHiddenChapter}`);

export const acceptChapters = (
  trx: Db,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<void> => changeSuggested(trx, 'chapter', { accountId, itemId }, ids, { accepted: 1 });

export const dismissChapters = (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<void> =>
  changeSuggested(trx, 'chapter', { accountId, itemId }, ids, { deletedDate: isoTime(clock) });

/** The media to play with a transcript uploaded without media: the item's first audio or video, if there is one. */
const playedAsset = async (
  trx: Db,
  accountId: number,
  itemId: number,
  mediaAssetId: number | null,
): Promise<Row<'mediaAsset'> | undefined> => {
  const transcribed =
    mediaAssetId === null ? undefined : await findRow(trx, 'mediaAsset', accountId, mediaAssetId);
  if (transcribed && transcribed.contentType !== 'text') return transcribed;
  const played = await existingRows(trx, 'mediaAsset', accountId, { itemId })
    .selectAll()
    .where('contentType', '<>', 'text')
    .where('status', '<>', 'error')
    .orderBy('id')
    .executeTakeFirst();
  return played ?? transcribed;
};

const isMade = (row: Row<'chapter'>): boolean =>
  row.deletedDate === null && row.suggested === 1 && row.accepted !== 1 && row.score !== null;

/**
 * Replaces processing's pending suggestions with the found chapters. Leaves out chapters close to an existing or
 * dismissed one. The item must be locked.
 * @param mediaAssetId media asset of the transcript
 * @returns number of new pending suggestions
 */
export const storeChapters = async (
  trx: Db,
  item: Row<'item'>,
  mediaAssetId: number | null,
  found: readonly FoundChapter[],
): Promise<number> => {
  const { accountId, id: itemId } = item;
  const rows = await rowsWhere(trx, 'chapter', { accountId, itemId }).selectAll().execute();
  const asset = await playedAsset(trx, accountId, itemId, mediaAssetId);
  const made = rows.filter(isMade);
  const others = rows.filter((row) => !isMade(row) && row.mediaAssetId === asset?.id);
  const current = asset
    ? found.filter(
        ({ startMs }) =>
          !isBeyond(startMs, asset.durationSecs) &&
          !others.some((row) => Math.abs(row.startMs - startMs) < NEAR_MS),
      )
    : [];
  const kept = new Map(
    current.map((chapter) => [
      chapter,
      made.find((row) => row.mediaAssetId === asset?.id && row.startMs === chapter.startMs),
    ]),
  );
  const keptIds = new Set([...kept.values()].map((row) => row?.id));
  const added = [...kept.values()].filter((row) => !row).length;
  const obsolete = made.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id);
  await removeSuggested(trx, 'chapter', { accountId, itemId }, obsolete);
  if (!asset || current.length === 0) return 0;

  const accepted = (await acceptsSuggestions(trx, item, 'autoAcceptMediaChapters')) ? 1 : 0;
  for (const [{ title, startMs, score }, row] of kept) {
    if (row) {
      await updateRow(trx, 'chapter', accountId, row.id, { title, score, accepted });
      continue;
    }
    const values = { accountId, itemId, mediaAssetId: asset.id, title, startMs, score };
    await trx
      .insertInto('chapter')
      .values({ ...values, suggested: 1, accepted, deletedDate: null })
      .execute();
  }
  return accepted ? 0 : added;
};
