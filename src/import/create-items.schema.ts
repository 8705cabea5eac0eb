/** Schemas of the call that creates items from accepted guesses. */
import { z } from 'zod';
import { jobRecord } from '../platform/account-jobs/account-job.record.js';
import { dateInput, id, languageTag, nullableInt, title } from '../platform/lib/fields.js';
import { itemDetails } from '../content/items/item.record.js';
import { item, MAX_REFERENCES, newItem } from '../content/items/item.schema.js';
import { createdMedia, newMediaAsset } from '../content/media/media-asset.schema.js';
import { newScripture } from '../content/scriptures/scripture.schema.js';
import { episodeSource } from './guess-feed.schema.js';
import { MAX_FILES } from './guess/guess.schema.js';

const MAX_MEDIA = 10;
const MAX_SCRIPTURES = 50;

/** Other fields are ignored, so that guesses can be sent back. */
const lenient = { maxProperties: 100 } as never;

/** An existing record, or the name of one, which is created if there is none. */
const named = z
  .object({ id: id.nullable().default(null), name: title.optional() })
  .refine(({ id: known, name }) => known !== null || name !== undefined, 'must have an id or a name')
  .meta(lenient);

const { book, chapter, verseStart, verseEnd } = newScripture.shape;

const importedItem = z
  .strictObject({
    title,
    date: dateInput
      .nullable()
      .meta({ description: 'Null if it is unknown; the item then gets the current day.' }),
    speakers: z
      .array(named)
      .max(MAX_REFERENCES)
      .default([])
      .meta({ description: 'A name without an id finds the speaker with this name, or creates one.' }),
    series: named
      .nullable()
      .default(null)
      .meta({
        description: 'A name without an id finds the series of the collection, or creates one.',
      } as never),
    orderInSeries: nullableInt.default(null),
    topics: newItem.shape.topics,
    scriptures: z
      .array(z.object({ book, chapter, verseStart, verseEnd }).meta(lenient))
      .max(MAX_SCRIPTURES)
      .default([])
      .meta({ description: 'The first becomes the key verse.' }),
    ...z
      .object({
        subTitle: itemDetails.subTitle,
        description: itemDetails.description,
        shortDescription: itemDetails.shortDescription,
        autoPublish: itemDetails.autoPublish,
      })
      .partial().shape,
    media: z
      .array(newMediaAsset)
      .max(MAX_MEDIA)
      .default([])
      .meta({ description: 'As for `POST /items/{itemId}/media/create`.' }),
    transcript: z
      .strictObject({ originalFilename: title, language: languageTag.nullable().default(null) })
      .nullable()
      .default(null)
      .meta({ description: 'A transcript that you will upload; the response tells where.' } as never),
    episode: z
      .strictObject({
        ...episodeSource,
        transcriptUrl: episodeSource.transcriptUrl.default(null),
        transcriptType: episodeSource.transcriptType.default(null),
        language: episodeSource.language.default(null),
        chapters: episodeSource.chapters.default([]),
        chaptersUrl: episodeSource.chaptersUrl.default(null),
        publishedDate: z.string().max(40).nullable().optional().meta({ description: 'Ignored.' }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'An episode of a feed, whose media are downloaded.' } as never),
  })
  .refine(({ media, episode }) => episode === null || media.length === 0, {
    path: ['media'],
    message: 'must be empty for an episode',
  })
  .meta({ id: 'NewImportedItem' });

export const newImport = z
  .strictObject({ collectionId: id, items: z.array(importedItem).min(1).max(MAX_FILES) })
  .meta({ id: 'NewImport' });

export type NewImport = z.output<typeof newImport>;
export type NewImportedItem = NewImport['items'][number];

const problem = z.object({ path: z.string(), message: z.string() });

const result = z
  .object({
    index: z.int().meta({ description: 'In `items` of the request.' }),
    status: z.enum(['created', 'exists', 'failed']).meta({
      description: '`exists`: the episode has been imported before.',
    }),
    item: item.nullable().meta({ description: 'Null if it failed.' }),
    mediaAssets: z.array(createdMedia).meta({ description: 'With where to upload each file.' }),
    transcript: z
      .object({
        originalFilename: z.string(),
        method: z.literal('PUT'),
        path: z.string().meta({ description: 'Below the base URL of this API.' }),
      })
      .nullable()
      .meta({ description: 'Where to upload the transcript. Upload the media first.' }),
    isDownloading: z
      .boolean()
      .meta({ description: 'Whether the media of the episode are being downloaded.' }),
    notCreated: z
      .array(z.object({ kind: z.enum(['speaker', 'series']), name: z.string() }))
      .meta({ description: 'Names that do not exist and that the caller may not create.' }),
    problems: z.array(problem).meta({ description: 'Media that could not be created.' }),
    error: z
      .object({ type: z.string(), message: z.string(), details: z.array(problem) })
      .nullable()
      .meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'ImportResult' });

export const importResponse = z.object({
  results: z.array(result).meta({ description: 'In the order of `items`.' }),
  job: jobRecord.nullable().meta({ description: 'Counts the downloads of episodes.' }),
});
export type ImportResult = z.output<typeof result>;
