/** Deletes content permanently, unlike a soft deletion: rows, files and index entries. */
import { sql } from 'kysely';
import { removeTexts } from '../transcripts/stored/transcript-text.repository.js';
import { renditionKeys } from '../content/media/media-asset.repository.js';
import { releaseImage } from '../content/speakers/speaker-image.repository.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { isPostgres, type Db } from '../platform/db/dialect.js';
import { findRow, updateRow, deleteWhere, updateWhere, rowsWhere } from '../platform/db/rows.js';
import type { Tables } from '../platform/db/tables.js';
import type { TrashKind } from './trash-tables.js';
import { enqueueMany } from '../platform/jobs/job.repository.js';
import { itemSubject, SUGGESTIONS_SUBJECT } from '../platform/jobs/job-subject.js';
import type { Clock } from '../platform/lib/clock.js';
import { blobKeyOf } from '../platform/storage/blob-key.js';
import { forgetUploads, type UploadPurpose } from '../platform/storage/upload.repository.js';

export interface Content {
  trx: Db;
  clock: Clock;
  accountId: number;
}

/**
 * Tables with the records of an item; those that refer to others come first. Imported files stay: the next import would
 * otherwise bring the item back.
 */
const BELOW_ITEM = [
  ...(['chapter', 'scripture', 'resource', 'transcriptDraft', 'transcriptRevision', 'transcript'] as const),
  ...([
    'transcription',
    'writing',
    'searchCheck',
    'suggestionDecision',
    'suggestion',
    'previewLink',
    'chunk',
    'processingStep',
    'processing',
  ] as const),
  ...(['itemSpeaker', 'itemTopic', 'itemDraft', 'itemRevision', 'importedEpisode', 'mediaAsset'] as const),
];

/** The upload kinds of an item and of the records that belong to it. */
const UPLOADS = { item: 'artwork', mediaAsset: 'media', resource: 'resource' } as const;

/** @returns number of deleted items */
export const purgeItems = async (content: Content, ids: readonly number[]): Promise<number> => {
  const { trx, clock, accountId } = content;
  if (ids.length === 0) return 0;
  const query = rowsWhere(trx, 'item', { accountId }).selectAll().where('id', 'in', ids).orderBy('id');
  const items = await (isPostgres(trx) ? query.forUpdate() : query).execute();
  const itemIds = items.map(({ id }) => id);
  if (itemIds.length === 0) return 0;
  const [mediaAssets, resources] = [
    await ofItems(trx, 'mediaAsset', accountId, itemIds),
    await ofItems(trx, 'resource', accountId, itemIds),
  ];
  for (const item of items) {
    if (item.deletedDate === null) await enqueueItemEvent(trx, clock, 'item.deleted', item);
    await enqueueItemEvent(trx, clock, 'item.purged', item);
  }
  await removeFiles(content, [...items, ...mediaAssets, ...resources]);
  for (const [table, rows] of Object.entries({ item: items, mediaAsset: mediaAssets, resource: resources }))
    await forgetUploads(trx, clock, accountId, UPLOADS[table as keyof typeof UPLOADS], idsOf(rows));
  const textIds = [
    ...(await textIdsOf(trx, 'transcript', accountId, itemIds)),
    ...(await textIdsOf(trx, 'transcriptRevision', accountId, itemIds)),
    ...(await textIdsOf(trx, 'transcriptDraft', accountId, itemIds)),
  ];
  await removeTranscriptionParts(trx, accountId, itemIds);
  for (const table of BELOW_ITEM)
    await deleteWhere(trx, table as 'chunk', { accountId })
      .where('itemId', 'in', itemIds)
      .execute();
  await removeTexts(trx, accountId, textIds);
  await deleteWhere(trx, 'job', { accountId })
    .where(
      'subject',
      'in',
      itemIds.flatMap((id) => [itemSubject(id), SUGGESTIONS_SUBJECT + String(id)]),
    )
    .where('status', '!=', 'running')
    .execute();
  await deleteRows(trx, 'item', accountId, itemIds);
  await enqueueMany(
    trx,
    clock,
    accountId,
    'removeItem',
    itemIds.map((itemId) => ({ itemId })),
  );
  return itemIds.length;
};

/** Columns through which other rows may refer to a record. */
const REFERENCES = {
  series: [['item', 'seriesId']],
  speaker: [['itemSpeaker', 'speakerId']],
  topic: [['itemTopic', 'topicId']],
  collection: [
    ['item', 'collectionId'],
    ['series', 'collectionId'],
    ['importedEpisode', 'collectionId'],
  ],
} as const satisfies Record<string, readonly (readonly [keyof Tables, string])[]>;

const ARTWORK: Partial<Record<keyof typeof REFERENCES, UploadPurpose>> = {
  series: 'seriesArtwork',
  speaker: 'speakerImage',
  collection: 'collectionArtwork',
};

/**
 * Deletes the records that nothing refers to, including soft-deleted ones.
 * @returns number of deleted records
 */
export const purgeUnused = async (
  content: Content,
  table: keyof typeof REFERENCES,
  ids: readonly number[],
): Promise<number> => {
  const { trx, clock, accountId } = content;
  if (ids.length === 0) return 0;
  const used = new Set<number>();
  for (const [other, column] of REFERENCES[table]) {
    const rows = await sql<{ id: number }>`select distinct ${sql.ref(column)} as "id" from ${sql.table(other)}
      where "accountId" = ${accountId} and ${sql.ref(column)} in (${sql.join([...ids])})`.execute(trx);
    for (const { id } of rows.rows) used.add(id);
  }
  const unused = ids.filter((id) => !used.has(id));
  if (unused.length === 0) return 0;
  const rows = await rowsWhere(trx, table as 'series', { accountId })
    .selectAll()
    .where('id', 'in', unused)
    .execute();
  if (table === 'speaker') await removeImages(content, unused);
  else await removeFiles(content, rows);
  const purpose = ARTWORK[table];
  if (purpose) await forgetUploads(trx, clock, accountId, purpose, idsOf(rows));
  if (table === 'topic')
    await updateWhere(trx, 'suggestion', { accountId })
      .set({ topicId: null })
      .where('topicId', 'in', unused)
      .execute();
  if (table === 'collection') await removeVariantTypes(content, unused);
  await deleteRows(trx, table, accountId, unused);
  return rows.length;
};

/** Speakers may share an image. */
const removeImages = async ({ trx, clock, accountId }: Content, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    const speaker = await findRow(trx, 'speaker', accountId, id, true);
    if (!speaker) continue;
    await releaseImage(trx, clock, speaker);
    await updateRow(trx, 'speaker', accountId, id, { imageUrl: null });
  }
};

/** Media of items that have left the collection may still refer to them, if they are deleted. */
const removeVariantTypes = async (
  { trx, accountId }: Content,
  collectionIds: readonly number[],
): Promise<void> => {
  const types = rowsWhere(trx, 'variantType', { accountId })
    .select('id')
    .where('collectionId', 'in', collectionIds);
  await updateWhere(trx, 'mediaAsset', { accountId })
    .set({ variantTypeId: null })
    .where('variantTypeId', 'in', types)
    .execute();
  await deleteWhere(trx, 'variantType', { accountId }).where('collectionId', 'in', collectionIds).execute();
};

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

const ofItems = async (
  trx: Db,
  table: 'mediaAsset' | 'resource',
  accountId: number,
  itemIds: readonly number[],
): Promise<{ id: number }[]> =>
  rowsWhere(trx, table as 'mediaAsset', { accountId })
    .selectAll()
    .where('itemId', 'in', itemIds)
    .execute();

export const deleteRows = async (
  trx: Db,
  table: TrashKind,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  await deleteWhere(trx, table as 'item', { accountId })
    .where('id', 'in', ids)
    .execute();
};

const textIdsOf = async (
  trx: Db,
  table: 'transcript' | 'transcriptRevision' | 'transcriptDraft',
  accountId: number,
  itemIds: readonly number[],
): Promise<number[]> => {
  const rows = await trx
    .selectFrom(table)
    .select('textId')
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .execute();
  return rows.map(({ textId }) => textId);
};

/** @param column of the transcription */
export const removeTranscriptionParts = async (
  trx: Db,
  accountId: number,
  ids: readonly number[],
  column: 'itemId' | 'mediaAssetId' = 'itemId',
): Promise<void> => {
  await deleteWhere(trx, 'transcriptionPart', { accountId })
    .where('transcriptionId', 'in', ({ selectFrom }) =>
      selectFrom('transcription').select('id').where('accountId', '=', accountId).where(column, 'in', ids),
    )
    .execute();
};

/** Enqueues the removal of the files that columns of the rows refer to, and of their renditions. */
export const removeFiles = async (
  { trx, clock, accountId }: Content,
  rows: readonly object[],
): Promise<void> => {
  const values: unknown[] = rows.flatMap((row) => Object.values(row) as unknown[]);
  const named = values.flatMap((value) => (typeof value === 'string' ? (blobKeyOf(value) ?? []) : []));
  const keys = new Set(named);
  for (const key of named) for (const beside of await renditionKeys(trx, accountId, key)) keys.add(beside);
  await enqueueMany(
    trx,
    clock,
    accountId,
    'removeBlob',
    [...keys].map((blobKey) => ({ blobKey })),
  );
};
