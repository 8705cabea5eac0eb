/** An item's own fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { artworkFields, noArtwork } from './artwork-fields.js';
import { absoluteUrl } from '../../platform/lib/caller.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateOutput, dateTimeOutput, fileUrl, toBoolean } from '../../platform/lib/fields.js';
import { parseObject } from '../../platform/lib/json.js';

export const itemStatuses = [
  'draft',
  'queued',
  'processing',
  'ready',
  'publishing',
  'published',
  'unpublishing',
  'unpublished',
  'actionRequired',
  'error',
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The statuses that the list filter takes. */
export const filterStatuses = [
  'draft',
  'queued',
  'processing',
  'ready',
  'published',
  'unpublished',
  'error',
] as const;

export const wizardSteps = ['basicDetails', 'artwork', 'media', 'processing', 'finalize'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export const itemRecord = z
  .object({
    id: z.int(),
    title: z.string(),
    subTitle: z.string().nullable(),
    description: z.string().nullable(),
    shortDescription: z.string().nullable(),
    date: dateOutput,
    collectionId: z.int(),
    seriesId: z.int().nullable(),
    orderInSeries: z.int().nullable(),
    urlSlug: z.string().nullable(),
    durationSecs: z.int().nullable().meta({ description: "Duration of the item's media, seconds." }),
    status: z.enum(itemStatuses),
    wizardStep: z.enum(wizardSteps),
    publishedDate: dateTimeOutput.nullable(),
    autoPublish: z.boolean().nullable(),
    ...artworkFields,
    entryDate: dateTimeOutput,
    suggestedDescription: z.string().nullable(),
    suggestedShortDescription: z.string().nullable(),
    errorMessage: z.string().nullable().meta({ description: 'Set while status is error or actionRequired.' }),
    indexedMediaAssetId: z
      .int()
      .nullable()
      .meta({ description: 'Media asset whose transcript was embedded for search.' }),
    autoAcceptScriptures: z.boolean().nullable(),
    autoAcceptMediaChapters: z.boolean().nullable(),
    transcriptUrl: fileUrl.nullable().meta({ description: 'URL of the raw transcript JSON.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'ItemRecord' });

export type ItemRecord = z.input<typeof itemRecord> & Sourced;

/**
 * Written out field by field, as in all records: a spread with more fields beside it costs many times as much, and
 * lists hold hundreds of records.
 */
export const toItem = (row: Row<'item'>, baseUrl: string): ItemRecord => ({
  id: row.id,
  title: row.title,
  subTitle: row.subTitle,
  description: row.description,
  shortDescription: row.shortDescription,
  date: row.date,
  collectionId: row.collectionId,
  seriesId: row.seriesId,
  orderInSeries: row.orderInSeries,
  urlSlug: row.urlSlug,
  durationSecs: row.durationSecs,
  status: row.status as ItemStatus,
  wizardStep: row.wizardStep as WizardStep,
  publishedDate: row.publishedDate,
  autoPublish: toBoolean(row.autoPublish),
  squareImgUrl: absoluteUrl(row.squareImgUrl, baseUrl),
  wideImgUrl: absoluteUrl(row.wideImgUrl, baseUrl),
  ultraWideImgUrl: absoluteUrl(row.ultraWideImgUrl, baseUrl),
  verticalImgUrl: absoluteUrl(row.verticalImgUrl, baseUrl),
  squareImgMetadata: parseObject(row.squareImgMetadata),
  wideImgMetadata: parseObject(row.wideImgMetadata),
  ultraWideImgMetadata: parseObject(row.ultraWideImgMetadata),
  verticalImgMetadata: parseObject(row.verticalImgMetadata),
  entryDate: row.entryDate,
  suggestedDescription: row.suggestedDescription,
  suggestedShortDescription: row.suggestedShortDescription,
  errorMessage: row.errorMessage,
  indexedMediaAssetId: row.indexedMediaAssetId,
  autoAcceptScriptures: toBoolean(row.autoAcceptScriptures),
  autoAcceptMediaChapters: toBoolean(row.autoAcceptMediaChapters),
  transcriptUrl: absoluteUrl(row.transcriptUrl, baseUrl),
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const itemExample: ItemRecord = {
  id: 42,
  title: 'The Good Shepherd',
  subTitle: null,
  description: 'What a shepherd does all day, and why David wanted one.',
  shortDescription: 'Psalm 23 from the field.',
  date: '2026-03-01',
  collectionId: 1,
  seriesId: 3,
  orderInSeries: 1,
  urlSlug: 'the-good-shepherd',
  durationSecs: 1830,
  status: 'published',
  wizardStep: 'finalize',
  publishedDate: '2026-03-02T09:00:00.000Z',
  autoPublish: false,
  ...noArtwork,
  entryDate: '2026-03-01T12:00:00.000Z',
  suggestedDescription: null,
  suggestedShortDescription: null,
  errorMessage: null,
  indexedMediaAssetId: 7,
  autoAcceptScriptures: null,
  autoAcceptMediaChapters: null,
  transcriptUrl: null,
  deletedDate: null,
};
