/** The schema of an item's own fields. */
import { z } from 'zod';
import { artworkFields } from '../records/artwork-fields.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import {
  dateOutput,
  dateTimeOutput,
  signedFileUrl,
  signedText,
  id,
  languageTag,
  longText,
  nullableInt,
  slug,
  text,
  withoutInputLimits,
} from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

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

/** The statuses that the list filter accepts. */
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

const flag = z.boolean().nullable();

/** Nullable fields that callers may write. */
export const itemDetails = {
  subTitle: text(500).nullable(),
  description: longText.nullable(),
  shortDescription: text(2_000).nullable(),
  urlSlug: slug.nullable(),
  seriesId: id.nullable(),
  orderInSeries: nullableInt,
  language: languageTag.nullable().meta({
    description:
      'BCP 47, e.g. `de` or `pt-BR`. Null: that of the transcript, of the collection, or the one told from the text.',
  }),
  autoAcceptScriptures: flag,
  autoAcceptMediaChapters: flag,
  autoPublish: flag.meta({
    description: 'Whether to publish the item automatically when it is ready. Unpublishing sets it to false.',
  }),
};

/** Whether the item is public and stays so until somebody changes it. Then the URLs of its files need no signature. */
export const isPublicRow = ({
  status,
  deletedDate,
  unpublishAt,
}: {
  status: string;
  deletedDate: string | null;
  unpublishAt: string | null;
}): boolean => status === 'published' && deletedDate === null && unpublishAt === null;

export const itemRecord = z
  .object({
    id: z.int(),
    title: z.string(),
    ...withoutInputLimits(itemDetails),
    date: dateOutput,
    dateIsKnown: z.boolean().meta({
      description:
        'False if the date is unknown and `date` is a placeholder, as for imported files without a date. Then the date is not public, the item comes last among the latest, and date filters exclude it.',
    }),
    collectionId: z.int(),
    effectiveLanguage: z
      .string()
      .nullable()
      .meta({ description: 'Language in use, BCP 47; null if it is unknown.' }),
    durationSecs: z.int().nullable().meta({ description: "Duration of the item's media, seconds." }),
    status: z.enum(itemStatuses),
    wizardStep: z.enum(wizardSteps),
    publishedDate: dateTimeOutput.nullable(),
    publishAt: dateTimeOutput
      .nullable()
      .meta({ description: 'Scheduled time of publication; null once the item is published.' }),
    unpublishAt: dateTimeOutput.nullable().meta({
      description: 'Scheduled time from which the item is not public any more; null once it has come.',
    }),
    ...artworkFields,
    entryDate: dateTimeOutput,
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    suggestedDescription: z.string().nullable(),
    suggestedShortDescription: z.string().nullable(),
    errorMessage: z
      .string()
      .nullable()
      .meta({ description: 'Set if the status is error or actionRequired.' }),
    indexedMediaAssetId: z.int().nullable().meta({
      description:
        'Media asset whose transcript was embedded for search or, without a transcript, whose recording is played.',
    }),
    transcriptUrl: signedFileUrl(isPublicRow)
      .nullable()
      .meta({ description: `URL of the raw transcript JSON. ${signedText}` }),
    readyForReview: z
      .boolean()
      .meta({ description: 'Whether a contributor has asked for a review; false once it is published.' }),
    reviewNote: z
      .string()
      .nullable()
      .meta({ description: 'Note of the contributor, or of the editor who sent the item back.' }),
    hasDraft: z.boolean().meta({ description: 'Whether there are pending changes to apply.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'ItemRecord' });

export type ItemRecord = StoredOf<typeof itemRecord>;

export const itemExample = exampleOf(itemRecord, {
  id: 42,
  title: 'The Good Shepherd',
  description: 'What a shepherd does all day, and why David wanted one.',
  shortDescription: 'Psalm 23 from the field.',
  date: '2026-03-01',
  dateIsKnown: true,
  collectionId: 1,
  seriesId: 3,
  orderInSeries: 1,
  urlSlug: 'the-good-shepherd',
  effectiveLanguage: 'en',
  durationSecs: 1830,
  status: 'published',
  wizardStep: 'finalize',
  publishedDate: '2026-03-02T09:00:00.000Z',
  autoPublish: false,
  entryDate: '2026-03-01T12:00:00.000Z',
  indexedMediaAssetId: 7,
  readyForReview: false,
  hasDraft: false,
});

export const draftExample = {
  ...itemExample,
  status: 'draft' as const,
  wizardStep: 'basicDetails' as const,
  publishedDate: null,
  durationSecs: null,
  indexedMediaAssetId: null,
};
