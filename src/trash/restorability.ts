/** Why records of the trash cannot be restored: their parents are deleted, or what they had is gone or taken. */
import { isSameVideo } from '../content/records/external-video.js';
import { lacksFile, NO_MEDIA_FILE } from '../content/media/media-rules.js';
import { NO_RESOURCE_FILE } from '../content/records/resource.record.js';
import type { Db } from '../platform/db/dialect.js';
import { existingRows, rowsById } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { TrashKind } from './trash-tables.js';
import type { TrashRef, TrashRow } from './trash.repository.js';

type Reasons = Map<string, string>;
const keyOf = ({ kind, id }: TrashRef): string => `${kind} ${id}`;

/** @returns the reason by record; absent if nothing is known to prevent it. With a fixed number of queries. */
export const obstacles = async (
  db: Db,
  accountId: number,
  rows: readonly TrashRow[],
): Promise<(row: TrashRef) => string | null> => {
  const reasons: Reasons = new Map();
  const find = <T extends TrashKind>(kind: T): Promise<Map<number, Row<T>>> => {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return rowsById(db, kind as 'item', accountId, ids, true) as unknown as Promise<Map<number, Row<T>>>;
  };
  const refuse: Refuse = (kind, id, reason) => {
    const key = keyOf({ kind, id });
    if (!reasons.has(key)) reasons.set(key, reason);
  };

  await refuseWithoutParents(db, accountId, rows, refuse);
  const [media, resources] = [await find('mediaAsset'), await find('resource')];
  for (const [id, asset] of media) if (lacksFile(asset)) refuse('mediaAsset', id, NO_MEDIA_FILE);
  for (const [id, { contentType }] of resources)
    if (contentType === 'file') refuse('resource', id, NO_RESOURCE_FILE);
  await refuseTakenVideos(db, accountId, 'mediaAsset', media, refuse);
  await refuseTakenVideos(db, accountId, 'resource', resources, refuse);
  const taken = [
    ['topic', await find('topic'), ['name']],
    ['resourceType', await find('resourceType'), ['name']],
    ['variantType', await find('variantType'), ['collectionId', 'name']],
    ['series', await find('series'), ['collectionId', 'urlSlug']],
    ['chapter', await find('chapter'), ['mediaAssetId', 'startMs']],
  ] as const;
  for (const [kind, own, columns] of taken) await refuseTaken(db, accountId, kind, own, columns, refuse);
  return (row) => reasons.get(keyOf(row)) ?? null;
};

type Refuse = (kind: TrashKind, id: number, reason: string) => void;

const PARENTS = [
  ['itemId', 'item', 'The item'],
  ['mediaAssetId', 'mediaAsset', 'The media asset'],
  ['collectionId', 'collection', 'The collection'],
] as const;

const refuseWithoutParents = async (
  db: Db,
  accountId: number,
  rows: readonly TrashRow[],
  refuse: Refuse,
): Promise<void> => {
  for (const [column, table, noun] of PARENTS) {
    const children = rows.filter((row) => row[column] !== null);
    const parents = await rowsById(
      db,
      table as 'item',
      accountId,
      children.map((row) => row[column]),
    );
    for (const { kind, id, [column]: parentId } of children)
      if (!parents.has(parentId!)) refuse(kind, id, `${noun} of this record is deleted. Restore it first.`);
  }
};

const TAKEN = {
  topic: 'Another topic has this name',
  resourceType: 'Another resource type has this name',
  variantType: 'Another variant type of the collection has this name',
  series: 'Another series of the collection has this slug',
  chapter: 'Another chapter of the media starts at this time',
};

/** Compares exactly; the restoration itself also ignores case and spaces in names. */
const refuseTaken = async (
  db: Db,
  accountId: number,
  kind: keyof typeof TAKEN,
  own: ReadonlyMap<number, object>,
  columns: readonly string[],
  refuse: Refuse,
): Promise<void> => {
  if (own.size === 0) return;
  const valueOf = (row: object): string => JSON.stringify(columns.map((column) => row[column as never]));
  let query = existingRows(db, kind as 'chapter', accountId).select(columns as ['title']);
  for (const column of columns)
    query = query.where(column as 'title', 'in', [
      ...new Set([...own.values()].map((row) => row[column as never])),
    ]);
  const taken = new Set((await query.execute()).map(valueOf));
  for (const [id, row] of own) if (taken.has(valueOf(row))) refuse(kind, id, TAKEN[kind]);
};

const refuseTakenVideos = async (
  db: Db,
  accountId: number,
  kind: 'mediaAsset' | 'resource',
  own: ReadonlyMap<number, Row<'mediaAsset' | 'resource'>>,
  refuse: Refuse,
): Promise<void> => {
  const videos = [...own].filter(([, { externalPlatformId }]) => externalPlatformId !== null);
  if (videos.length === 0) return;
  const present = await existingRows(db, kind as 'resource', accountId)
    .select(['itemId', 'externalPlatform', 'externalPlatformId'])
    .where('itemId', 'in', [...new Set(videos.map(([, { itemId }]) => itemId))])
    .where('externalPlatformId', 'is not', null)
    .execute();
  for (const [id, video] of videos) {
    const isTaken = present.some(
      ({ itemId, externalPlatform, externalPlatformId }) =>
        itemId === video.itemId &&
        externalPlatform === video.externalPlatform &&
        isSameVideo(externalPlatformId!, video.externalPlatformId!),
    );
    if (isTaken) refuse(kind, id, 'The item has this video already');
  }
};
