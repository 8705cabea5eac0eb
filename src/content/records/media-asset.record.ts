/** A media asset's fields, and how a row becomes them. */
import { z } from 'zod';
import { chapterExample, chapterRecord } from './chapter.record.js';
import {
  mediaContentTypes,
  variantTypeExample,
  variantTypeRecord,
  type MediaContentType,
} from './variant-type.record.js';
import type { Row } from '../../platform/db/tables.js';
import { itemRecord } from './item.record.js';
import { absoluteUrl } from '../../platform/lib/caller.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { externalPlatform } from './external-video.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { mediaStatuses } from './media-types.js';

const nullableInt = z.int().nullable();
const nullableText = z.string().nullable();

const mediaAssetRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    contentType: z
      .enum(mediaContentTypes)
      .meta({ description: '`text` is a transcript without media of its own.' }),
    mimeType: nullableText,
    variantTypeId: nullableInt,
    fileSizeBytes: nullableInt,
    durationSecs: nullableInt.meta({ description: 'Seconds.' }),
    bitrate: nullableInt.meta({ description: 'Bits per second.' }),
    videoWidth: nullableInt,
    videoHeight: nullableInt,
    filename: nullableText.meta({ description: 'As it is stored, once it is there.' }),
    originalFilename: nullableText,
    externalPlatform: externalPlatform.nullable(),
    externalPlatformId: nullableText,
    streamAssetId: nullableText,
    streamPlaybackId: nullableText,
    status: z.enum(mediaStatuses),
    url: nullableText.meta({ description: 'Null until the file is there; needs no token.' }),
    downloadUrl: nullableText,
    entryDate: dateTimeOutput,
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'MediaAssetRecord' });

/** With its related records; `item` is null unless it is expanded, also inside an expanded item. */
export const mediaAsset = mediaAssetRecord
  .extend({
    item: itemRecord.nullable().meta({ description: 'With `_expand[]=item`.' }),
    variantType: variantTypeRecord.nullable(),
    chapters: z.array(chapterRecord),
  })
  .meta({ id: 'MediaAsset' });

export type MediaAsset = z.input<typeof mediaAsset> & Sourced;
type Stored = z.input<typeof mediaAssetRecord>;

export const toMediaAsset = (
  row: Row<'mediaAsset'>,
  baseUrl: string,
  { item, variantType, chapters }: Pick<MediaAsset, 'item' | 'variantType' | 'chapters'>,
): MediaAsset => ({
  id: row.id,
  itemId: row.itemId,
  contentType: row.contentType as MediaContentType,
  mimeType: row.mimeType,
  variantTypeId: row.variantTypeId,
  fileSizeBytes: row.fileSizeBytes,
  durationSecs: row.durationSecs,
  bitrate: row.bitrate,
  videoWidth: row.videoWidth,
  videoHeight: row.videoHeight,
  filename: row.filename,
  originalFilename: row.originalFilename,
  externalPlatform: row.externalPlatform as Stored['externalPlatform'],
  externalPlatformId: row.externalPlatformId,
  streamAssetId: row.streamAssetId,
  streamPlaybackId: row.streamPlaybackId,
  status: row.status as Stored['status'],
  url: absoluteUrl(row.url, baseUrl),
  downloadUrl: absoluteUrl(row.downloadUrl, baseUrl),
  entryDate: row.entryDate,
  deletedDate: row.deletedDate,
  item,
  variantType,
  chapters,
  [SOURCE]: row,
});

export const mediaAssetExample: MediaAsset = {
  id: 7,
  itemId: 42,
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  variantTypeId: 2,
  fileSizeBytes: 29_280_000,
  durationSecs: 1830,
  bitrate: 128_000,
  videoWidth: null,
  videoHeight: null,
  filename: 'good-shepherd.mp3',
  originalFilename: 'Good shepherd.mp3',
  externalPlatform: null,
  externalPlatformId: null,
  streamAssetId: null,
  streamPlaybackId: null,
  status: 'ready',
  url: 'https://library.example.org/v2/files/1/k3xVw8Qm/good-shepherd.mp3',
  downloadUrl: 'https://library.example.org/v2/files/1/k3xVw8Qm/good-shepherd.mp3?download=1',
  entryDate: '2026-03-01T12:00:00.000Z',
  deletedDate: null,
  item: null,
  variantType: variantTypeExample,
  chapters: [chapterExample],
};
