/** Finds the items that have a file or an episode already. */
import type { Db } from '../platform/db/dialect.js';
import { existingRows } from '../platform/db/rows.js';

/** Limit, because many recordings may have the same size. */
const MAX_ROWS = 2_000;

export const fileKey = (name: string | null, sizeBytes: number | null): string =>
  `${sizeBytes} ${name ?? ''}`;

/** Ids of the items with media of this name and size, by `fileKey`. */
export const itemsWithFiles = async (
  db: Db,
  accountId: number,
  files: readonly { originalFilename: string; fileSizeBytes: number }[],
): Promise<Map<string, number>> => {
  if (files.length === 0) return new Map();
  const rows = await existingRows(db, 'mediaAsset', accountId)
    .select(['itemId', 'originalFilename', 'fileSizeBytes'])
    .where(
      'fileSizeBytes',
      'in',
      files.map((file) => file.fileSizeBytes),
    )
    .where(
      'originalFilename',
      'in',
      files.map((file) => file.originalFilename),
    )
    // Declared, but never uploaded.
    .where('status', '!=', 'created')
    .where('itemId', 'not in', ({ selectFrom }) =>
      selectFrom('item')
        .select('item.id')
        .where('accountId', '=', accountId)
        .where('deletedDate', 'is not', null),
    )
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  return new Map(rows.map((row) => [fileKey(row.originalFilename, row.fileSizeBytes), row.itemId]));
};

export interface KnownEpisode {
  id: number;
  itemId: number;
  feedUrl: string;
  guid: string;
  enclosureUrl: string;
  status: string;
  accountJobId: number | null;
}

/** A guid of this length is unique, whatever the address of its feed. */
const UNIQUE_GUID = 12;

/** The episodes with one of these guids or enclosures whose items exist, the newest first. */
export const episodesLike = async (
  db: Db,
  accountId: number,
  episodes: readonly { guid: string; enclosureUrl: string }[],
): Promise<KnownEpisode[]> => {
  if (episodes.length === 0) return [];
  const find = (column: 'guid' | 'enclosureUrl') =>
    db
      .selectFrom('importedEpisode')
      .innerJoin('item', 'item.id', 'importedEpisode.itemId')
      .select(['importedEpisode.id', 'importedEpisode.itemId', 'importedEpisode.feedUrl'])
      .select([
        'importedEpisode.guid',
        'importedEpisode.enclosureUrl',
        'importedEpisode.status',
        'importedEpisode.accountJobId',
      ])
      .where('importedEpisode.accountId', '=', accountId)
      .where('item.deletedDate', 'is', null)
      .where(
        `importedEpisode.${column}`,
        'in',
        episodes.map((episode) => episode[column]),
      )
      .orderBy('importedEpisode.id', 'desc')
      .limit(MAX_ROWS)
      .execute();
  return [...(await find('guid')), ...(await find('enclosureUrl'))];
};

/** Whether the known episode is this one. */
export const isSameEpisode = (
  known: KnownEpisode,
  { feedUrl, guid, enclosureUrl }: { feedUrl: string; guid: string; enclosureUrl: string },
): boolean =>
  known.enclosureUrl === enclosureUrl ||
  (known.guid === guid && (known.feedUrl === feedUrl || guid.length >= UNIQUE_GUID));
