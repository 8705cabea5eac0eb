/** A media asset's fields, and how a row becomes them. */
import { z } from 'zod';
import { chapterRecord } from '../chapters/chapter.record.js';
import { variantTypeRecord } from '../collections/variant-type.record.js';
import type { Row } from '../db/tables.js';
import { itemRecord } from '../items/item.record.js';
import { dateTimeOutput } from '../lib/fields.js';

const nullableInt = z.int().nullable();
const nullableText = z.string().nullable();

export const mediaAssetRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    contentType: z.string(),
    mimeType: nullableText,
    variantTypeId: nullableInt,
    fileSizeBytes: nullableInt,
    durationSecs: nullableInt,
    bitrate: nullableInt,
    videoWidth: nullableInt,
    videoHeight: nullableInt,
    filename: nullableText,
    originalFilename: nullableText,
    externalPlatform: nullableText,
    externalPlatformId: nullableText,
    streamAssetId: nullableText,
    streamPlaybackId: nullableText,
    status: z.string(),
    url: nullableText,
    downloadUrl: nullableText,
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'MediaAssetRecord' });

/** With what belongs to it; `item` is null where the asset stands inside its item. */
export const mediaAsset = mediaAssetRecord
  .extend({
    item: itemRecord.nullable(),
    variantType: variantTypeRecord.nullable(),
    chapters: z.array(chapterRecord),
  })
  .meta({ id: 'MediaAsset' });

export type MediaAsset = z.input<typeof mediaAsset>;
export type MediaAssetRecord = z.input<typeof mediaAssetRecord>;

export const toMediaAsset = (
  row: Row<'mediaAsset'>,
  { item, variantType, chapters }: Pick<MediaAsset, 'item' | 'variantType' | 'chapters'>,
): MediaAsset => ({
  id: row.id,
  itemId: row.itemId,
  contentType: row.contentType,
  mimeType: row.mimeType,
  variantTypeId: row.variantTypeId,
  fileSizeBytes: row.fileSizeBytes,
  durationSecs: row.durationSecs,
  bitrate: row.bitrate,
  videoWidth: row.videoWidth,
  videoHeight: row.videoHeight,
  filename: row.filename,
  originalFilename: row.originalFilename,
  externalPlatform: row.externalPlatform,
  externalPlatformId: row.externalPlatformId,
  streamAssetId: row.streamAssetId,
  streamPlaybackId: row.streamPlaybackId,
  status: row.status,
  url: row.url,
  downloadUrl: row.downloadUrl,
  entryDate: row.entryDate,
  item,
  variantType,
  chapters,
});
