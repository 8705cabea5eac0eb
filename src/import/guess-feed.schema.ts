/** Schemas of the call that guesses what the episodes of a podcast feed are. */
import { z } from 'zod';
import { dateTimeOutput, httpUrl, id, languageTag, visibleText } from '../platform/lib/fields.js';
import { mimeTypeOf } from '../platform/lib/mime-type.js';
import { MAX_CHAPTERS } from '../content/chapters/media-chapters.js';
import { newChapter } from '../content/chapters/chapter.schema.js';
import { mediaMimeTypes } from '../content/media/media-types.js';
import { guessedFields, mayCreateNames, MAX_FILES } from './guess/guess.schema.js';

const feedUrl = httpUrl
  .refine((value) => !URL.canParse(value) || !new URL(value).username, 'must not contain a user name')
  .meta({
    description:
      'Must have a public address, unless this installation allows private ones, also after redirects.',
  });

export const guessFeedRequest = z
  .strictObject({
    collectionId: id,
    feedUrl,
    limit: z.int().min(1).max(MAX_FILES).default(50),
    offset: z.int().min(0).max(100_000).default(0),
  })
  .meta({ id: 'GuessFeed' });
export type GuessFeed = z.output<typeof guessFeedRequest>;

/** Where an episode comes from; sent back to import it. */
export const episodeSource = {
  feedUrl,
  guid: visibleText(2_000),
  enclosureUrl: httpUrl,
  mimeType: mimeTypeOf(z.enum(mediaMimeTypes)),
  transcriptUrl: httpUrl.nullable(),
  transcriptType: visibleText(100).nullable(),
  language: languageTag.nullable().meta({ description: 'Of the transcript.' }),
  chapters: z
    .array(newChapter.pick({ title: true, startMs: true }))
    .max(MAX_CHAPTERS)
    .meta({ description: 'Those in the feed.' }),
  chaptersUrl: httpUrl.nullable().meta({ description: 'Of a JSON file with chapters.' }),
};

const guessedEpisode = z.object({
  feedUrl: z.string(),
  guid: z.string(),
  enclosureUrl: z.string(),
  mimeType: z.string(),
  publishedDate: dateTimeOutput.nullable(),
  transcriptUrl: z.string().nullable(),
  transcriptType: z.string().nullable(),
  language: z.string().nullable(),
  chapters: z.array(z.object({ title: z.string(), startMs: z.int() })),
  chaptersUrl: z.string().nullable(),
});

export const guessFeedResponse = z.object({
  feed: z.object({ title: z.string(), author: z.string().nullable(), language: z.string().nullable() }),
  guesses: z.array(
    z
      .object({
        episode: guessedEpisode,
        ...guessedFields,
        description: z.string().nullable(),
        durationSecs: z.int().nullable(),
      })
      .meta({ id: 'EpisodeGuess' }),
  ),
  withoutMedia: z
    .array(z.string())
    .meta({ description: 'Titles of the first 20 entries without audio or video.' }),
  notes: z.array(z.string()).meta({ description: 'What was repaired to read the feed.' }),
  isWhole: z.boolean().meta({
    description:
      'False while there are pages (RFC 5005) that have not been read yet: the next request reads on, and `total` grows.',
  }),
  total: z.int().meta({ description: 'Number of episodes in the feed, as far as it has been read.' }),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
  mayCreateNames,
});
export type GuessFeedResponse = z.output<typeof guessFeedResponse>;
