/** A media asset's own fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../db/tables.js';
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

export type MediaAssetRecord = z.input<typeof mediaAssetRecord>;

export const toMediaAsset = (row: Row<'mediaAsset'>): MediaAssetRecord => row;
