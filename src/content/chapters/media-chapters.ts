/** Chapters that come with a recording, in its file or in the feed: they become those of an item that has none. */
import type { Db } from '../../platform/db/dialect.js';
import { rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { title } from '../../platform/lib/fields.js';
import { singleSpaced } from '../../platform/lib/white-space.js';
import { truncate } from '../../platform/lib/errors.js';
import { removeSuggested } from '../items/suggested-rows.js';
import { isBeyond } from '../media/media-rules.js';

export interface MediaChapter {
  title: string;
  /** Milliseconds from the start. */
  startMs: number;
}

/** A recording has no more; further ones are left out. */
export const MAX_CHAPTERS = 200;

const MAX_TITLE = 255;

/**
 * Sorted by time, with titles as the API takes them. Leaves out those without a title, at the time of another, and
 * beyond the end.
 */
export const usableChapters = (
  chapters: readonly MediaChapter[],
  durationSecs: number | null,
): MediaChapter[] => {
  const byStart = new Map<number, MediaChapter>();
  for (const chapter of chapters) {
    const { data } = title.safeParse(
      truncate(singleSpaced(chapter.title.replaceAll('\0', '').toWellFormed()), MAX_TITLE),
    );
    const startMs = Math.round(chapter.startMs);
    const isInside = startMs >= 0 && startMs <= MAX_START_MS && !isBeyond(startMs, durationSecs);
    if (data !== undefined && isInside && !byStart.has(startMs))
      byStart.set(startMs, { title: data, startMs });
  }
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs).slice(0, MAX_CHAPTERS);
};

/** The greatest that the column takes; recordings are shorter. */
const MAX_START_MS = 2_147_483_647;

/**
 * Stores them, in the place of pending suggestions, if the item has no chapters that somebody has made or accepted, and nobody has deleted those of the
 * recording. The item must be locked.
 * @returns the number of stored chapters
 */
export const storeMediaChapters = async (
  trx: Db,
  {
    accountId,
    itemId,
    id: mediaAssetId,
    durationSecs,
  }: Pick<Row<'mediaAsset'>, 'accountId' | 'itemId' | 'id' | 'durationSecs'>,
  found: readonly MediaChapter[],
): Promise<number> => {
  const chapters = usableChapters(found, durationSecs);
  if (chapters.length === 0) return 0;
  const rows = await rowsWhere(trx, 'chapter', { accountId, itemId }).selectAll().execute();
  const isKept = ({ suggested, accepted, ...row }: Row<'chapter'>): boolean =>
    (suggested !== 1 || accepted === 1) && (row.deletedDate === null || row.mediaAssetId === mediaAssetId);
  if (rows.some(isKept)) return 0;
  const pending = rows.filter((row) => row.deletedDate === null).map(({ id }) => id);
  await removeSuggested(trx, 'chapter', { accountId, itemId }, pending);
  await trx
    .insertInto('chapter')
    .values(
      chapters.map((chapter) => ({
        ...chapter,
        accountId,
        itemId,
        mediaAssetId,
        suggested: 0 as const,
        accepted: 0 as const,
        deletedDate: null,
      })),
    )
    .execute();
  return chapters.length;
};
