/** Transcripts in SQL: the segments as uploaded, the media asset they belong to, and the chunks made of them. */
import type { Segment } from '../../../indexer/index.js';
import { ensureVariantType } from '../collections/variant-type.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';
import { newTranscriptPath } from './transcript-link.js';

export interface TranscriptInput {
  segments: readonly Segment[];
  language: string | null;
  /** A media asset of the item; without one the transcript gets an asset of its own. */
  mediaAssetId?: number | null;
}

/** Replaces the item's transcript. The item keeps its link, or gets one. */
export const saveTranscript = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId' | 'transcriptUrl'>,
  { segments, language, mediaAssetId }: TranscriptInput,
): Promise<void> => {
  const now = isoTime(clock);
  const text = JSON.stringify(segments);
  const values = {
    mediaAssetId: mediaAssetId ?? (await ensureTextAsset(trx, now, accountId, item)),
    language,
    segments: text,
    contentHash: sha256(text),
    updatedDate: now,
  };
  await trx
    .insertInto('transcript')
    .values({ accountId, itemId: item.id, entryDate: now, ...values })
    .onConflict((oc) => oc.column('itemId').doUpdateSet(values))
    .execute();
  if (item.transcriptUrl === null)
    await trx
      .updateTable('item')
      .set({ transcriptUrl: newTranscriptPath(accountId, item.id) })
      .where('accountId', '=', accountId)
      .where('id', '=', item.id)
      .where('transcriptUrl', 'is', null)
      .execute();
};

/** The item's asset for a transcript without media, of the variant type `Transcript`; both are made on demand. */
export const ensureTextAsset = async (
  trx: Db,
  now: string,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId'>,
): Promise<number> => {
  const known = await existingRows(trx, 'mediaAsset', accountId)
    .select('id')
    .where('itemId', '=', item.id)
    .where('contentType', '=', 'text')
    .orderBy('id')
    .executeTakeFirst();
  if (known) return known.id;
  const created = await insertRow(trx, 'mediaAsset', {
    accountId,
    itemId: item.id,
    contentType: 'text',
    mimeType: 'application/json',
    variantTypeId: await ensureVariantType(trx, accountId, item.collectionId, {
      name: 'Transcript',
      contentType: 'text',
      indexable: 1,
    }),
    fileSizeBytes: null,
    durationSecs: null,
    bitrate: null,
    videoWidth: null,
    videoHeight: null,
    filename: null,
    originalFilename: null,
    externalPlatform: null,
    externalPlatformId: null,
    streamAssetId: null,
    streamPlaybackId: null,
    status: 'ready',
    url: null,
    downloadUrl: null,
    entryDate: now,
    deletedDate: null,
  });
  return created.id;
};

export interface StoredTranscript {
  itemId: number;
  mediaAssetId: number | null;
  language: string | null;
  segments: Segment[];
}

export const findTranscript = async (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<StoredTranscript | undefined> => {
  const row = await db
    .selectFrom('transcript')
    .select(['itemId', 'mediaAssetId', 'language', 'segments'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return row && { ...row, segments: JSON.parse(row.segments) as Segment[] };
};

/** The passages of a processed item, in order. */
export const readChunks = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<Pick<Row<'chunk'>, 'text' | 'startMs' | 'endMs'>[]> =>
  db
    .selectFrom('chunk')
    .select(['text', 'startMs', 'endMs'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .orderBy('ordinal')
    .execute();

/** The item's living media assets, with their durations. */
export const findMedia = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<Pick<Row<'mediaAsset'>, 'id' | 'durationSecs'>[]> =>
  existingRows(db, 'mediaAsset', accountId)
    .select(['id', 'durationSecs'])
    .where('itemId', '=', itemId)
    .orderBy('id')
    .execute();
