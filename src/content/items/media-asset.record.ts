/** The schema of a media asset's fields. In this room, because items and media can be expanded with each other. */
import { z } from 'zod';
import { chapterExample, chapterRecord } from '../records/chapter.record.js';
import { mediaContentTypes, variantTypeExample, variantTypeRecord } from '../records/variant-type.record.js';
import { itemRecord } from './item.record.js';
import { exampleOf } from '../../platform/lib/example.js';
import { externalPlatform } from '../records/external-video.js';
import { dateTimeOutput, signedFileUrl, signedText, withoutInputLimits } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

/** `created` until the file has arrived, then `uploaded`, `processing` while it is examined, `ready` or `error`. */
export const mediaStatuses = ['created', 'uploaded', 'processing', 'ready', 'error'] as const;

const nullableInt = z.int().nullable();
const nullableText = z.string().nullable();

const measure = z.int().min(1).max(2_147_483_647).nullable();

/** What callers may declare about media; once the file is examined, its own values replace these. */
export const mediaMeasures = {
  durationSecs: measure.meta({ description: 'Seconds.' }),
  bitrate: measure.meta({ description: 'Bits per second.' }),
  videoWidth: measure.meta({ description: 'Pixels; video only.' }),
  videoHeight: measure.meta({ description: 'Pixels; video only.' }),
};

/** `isPublic` is added by `markPublic`. */
const url = signedFileUrl().nullable();

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
    ...withoutInputLimits(mediaMeasures),
    filename: nullableText.meta({ description: 'Name of the stored file; null before the upload.' }),
    originalFilename: nullableText,
    externalPlatform: externalPlatform.nullable(),
    externalPlatformId: nullableText,
    streamAssetId: nullableText,
    streamPlaybackId: nullableText,
    status: z.enum(mediaStatuses).meta({
      description:
        '`uploaded` after the upload, `processing` during the examination, then `ready` or `error`.',
    }),
    errorMessage: nullableText.meta({ description: 'With `error`: what is wrong with the file.' }),
    url: url.meta({ description: `Null before the upload. ${signedText}` }),
    downloadUrl: url,
    waveformUrl: url.meta({
      description:
        'Peaks of the audio for each 0.1 s, as JSON in the format of audiowaveform. This and the next three fields need ffmpeg on the server and are set some time after the upload.',
    }),
    posterUrl: url.meta({ description: 'Poster of a video, JPEG.' }),
    audioUrl: url.meta({ description: 'Audio version, AAC at 64 kbit/s.' }),
    streamUrl: url.meta({
      description:
        'Playlist of the HLS stream that the server makes of a video if TRANSCODE is on; it then sets `streamAssetId` and `streamPlaybackId`.',
    }),
    uploadedBytes: nullableInt.meta({
      description:
        'Bytes that have arrived of an upload in pieces; null if none is in progress. Of a file that goes to a bucket, those at the last request for parts.',
    }),
    uploadExpiresAt: dateTimeOutput.nullable().meta({
      description: 'When this upload expires if nothing else arrives; null if none is in progress.',
    }),
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

export type MediaAsset = StoredOf<typeof mediaAsset>;

export const mediaAssetExample = exampleOf(mediaAsset, {
  id: 7,
  itemId: 42,
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  variantTypeId: 2,
  fileSizeBytes: 29_280_000,
  durationSecs: 1830,
  bitrate: 128_000,
  filename: 'good-shepherd.mp3',
  originalFilename: 'Good shepherd.mp3',
  status: 'ready',
  url: 'https://library.example.org/v2/files/1/k3xVw8Qm/good-shepherd.mp3',
  downloadUrl: 'https://library.example.org/v2/files/1/k3xVw8Qm/good-shepherd.mp3?download=1',
  entryDate: '2026-03-01T12:00:00.000Z',
  variantType: variantTypeExample,
  chapters: [chapterExample],
});
