/** Reads public items for feeds and the sitemap. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow, rowsById, countRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { linkedTo } from '../../content/items/item-links.repository.js';
import { isWithheld, isPublicSeries, publicItems } from '../../content/items/visibility.js';
import {
  readyMedia,
  transcriptsOf,
  visibleChaptersOf,
  type TranscriptFacts,
} from '../items/public-item.repository.js';
import { hasEnclosure, PODCAST_TYPES } from '../../content/feeds/feed-check.js';
import { playableMimeType, playableFile, type Playable } from '../items/playable.js';

/** The collection or series of a feed. The feed of a series uses the settings of its collection's feed. */
export type FeedSubject = { collection: Row<'collection'> } & (
  { kind: 'collection'; row: Row<'collection'> } | { kind: 'series'; row: Row<'series'> }
);

type FeedFile = Row<'mediaAsset'> & { url: string };

/** An item in a feed. */
export interface FeedItem {
  row: Row<'item'>;
  file: FeedFile;
  speakers: readonly { name: string; imageUrl: string | null }[];
  hasChapters: boolean;
  transcript: TranscriptFacts | undefined;
  /** The item's series, if it is public. */
  series: Row<'series'> | undefined;
}

/** The collection or series if it is public: `published: false` withholds a series. */
export const findFeedSubject = async (
  db: Db,
  accountId: number,
  kind: FeedSubject['kind'],
  id: number,
): Promise<FeedSubject | undefined> => {
  if (kind === 'collection') {
    const row = await findRow(db, 'collection', accountId, id);
    return row && { kind, row, collection: row };
  }
  const row = await findRow(db, 'series', accountId, id);
  if (!row || isWithheld(row)) return undefined;
  const collection = await findRow(db, 'collection', accountId, row.collectionId);
  return collection && { kind, row, collection };
};

const itemsOf = (db: Db, now: string, accountId: number, { kind, row }: FeedSubject) =>
  publicItems(db, accountId, now)
    .where(kind === 'collection' ? 'item.collectionId' : 'item.seriesId', '=', row.id)
    .where(hasEnclosure);

/** One page of the subject's items that have a file, newest first and undated ones last, and their total number. */
export const readFeedItems = async (
  db: Db,
  now: string,
  accountId: number,
  subject: FeedSubject,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: FeedItem[]; total: number }> => {
  const [rows, { total }] = await Promise.all([
    itemsOf(db, now, accountId, subject)
      .selectAll('item')
      .orderBy('item.dateIsKnown', 'desc')
      .orderBy('item.date', 'desc')
      .orderBy('item.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    itemsOf(db, now, accountId, subject)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  // SQLite reads on this thread, so other requests run between the reads.
  await setImmediate();
  const ids = rows.map(({ id }) => id);
  const seriesIds = rows.map(({ seriesId }) => seriesId);
  const [speakers, series, media, chapters, transcripts] = await Promise.all([
    linkedTo(db, 'itemSpeaker', accountId, ids),
    rowsById(db, 'series', accountId, seriesIds),
    readyMedia(db, accountId, ids),
    visibleChaptersOf(db, accountId, ids),
    transcriptsOf(db, accountId, ids),
  ]);
  await setImmediate();
  const items = rows.flatMap((row): FeedItem[] => {
    const its = row.seriesId === null ? undefined : series.get(row.seriesId);
    const file = podcastFile(media.get(row.id) ?? []);
    // The file may have been removed in the meantime.
    if (!file) return [];
    return [
      {
        row,
        file,
        speakers: speakers.get(row.id) ?? [],
        hasChapters: chapters.has(row.id),
        transcript: transcripts.get(row.id),
        series: its && !isWithheld(its) ? its : undefined,
      },
    ];
  });
  return { items, total };
};

/** Numbers of a collection's public series, counted from 1 in display order, by series id. */
export const seriesNumbers = async (
  db: Db,
  accountId: number,
  collectionId: number,
): Promise<Map<number, number>> => {
  const rows = await existingRows(db, 'series', accountId, { collectionId })
    .select('id')
    .where(isPublicSeries)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id }, i) => [id, i + 1]));
};

/** The data from which item URLs are built: up to `limit` items with ids from `from`, by id. */
export const readPageSubjects = (
  db: Db,
  now: string,
  accountId: number,
  { from, limit }: { from: number; limit: number },
): Promise<Pick<Row<'item'>, 'id' | 'urlSlug' | 'collectionId' | 'updatedDate'>[]> =>
  publicItems(db, accountId, now)
    .select(['item.id', 'item.urlSlug', 'item.collectionId', 'item.updatedDate'])
    .where('item.id', '>=', from)
    .orderBy('item.id')
    .limit(limit)
    .execute();

/** The id of the public item at this position, ordered by id and counted from 0; undefined after the last. */
export const publicItemAt = async (
  db: Db,
  now: string,
  accountId: number,
  offset: number,
): Promise<number | undefined> =>
  (
    await publicItems(db, accountId, now)
      .select('item.id')
      .orderBy('item.id')
      .limit(1)
      .offset(offset)
      .executeTakeFirst()
  )?.id;

export const countPublicItems = (db: Db, now: string, accountId: number): Promise<number> =>
  countRows(publicItems(db, accountId, now));

const isPodcastFile = (asset: Playable): boolean => PODCAST_TYPES.has(playableMimeType(asset));

/** The file, or its version with the sound alone where podcast apps do not play it. */
export const podcastVersion = <T extends Playable & { fileSizeBytes?: number | null }>(asset: T): T =>
  asset.audioUrl && asset.url !== null && !isPodcastFile(asset)
    ? { ...asset, url: asset.audioUrl, contentType: 'audio', mimeType: 'audio/mp4', fileSizeBytes: null }
    : asset;

/** A file that podcast apps play, preferring audio to video; any other file if there is none. */
export const podcastFile = <T extends Playable>(media: readonly T[]): (T & { url: string }) | undefined =>
  playableFile(media.filter(isPodcastFile)) ??
  playableFile(media.map(podcastVersion).filter(isPodcastFile)) ??
  playableFile(media);

export const enclosureType = (file: Playable): string =>
  PODCAST_TYPES.get(playableMimeType(file)) ?? playableMimeType(file);
