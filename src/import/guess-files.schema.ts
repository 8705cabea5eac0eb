/** Schemas of the call that guesses what files are. */
import { z } from 'zod';
import { id, languageTag, text, timeInput, title, visibleText } from '../platform/lib/fields.js';
import { MAX_MEDIA_BYTES, playableContentTypes } from '../content/media/media-types.js';
import { guessedFields, mayCreateNames, MAX_FILES } from './guess/guess.schema.js';

const tag = text(1_000);
/** As programs read them from files: what is missing is absent or null. */
const tags = z
  .strictObject({
    title: tag.nullable(),
    artist: tag.nullable().meta({ description: 'Several are separated by `;`, `/`, `,` or `&`.' }),
    album: tag.nullable(),
    date: text(100).nullable().meta({ description: 'A date. A year alone is ignored.' }),
    track: z
      .union([z.int().min(0).max(9_999), text(20)])
      .nullable()
      .meta({ description: 'A number, or `3/12`.' }),
    comment: text(5_000).nullable(),
    language: text(35).nullable().meta({ description: '`de`, `deu` or `German`.' }),
  })
  .partial();

const file = z.strictObject({
  originalFilename: title,
  relativePath: visibleText(1_000).nullable().default(null).meta({
    description: 'With the folders that were chosen, and the name: `Romans/08 No condemnation.mp3`.',
  }),
  fileSizeBytes: z.int().min(0).max(MAX_MEDIA_BYTES),
  mimeType: text(255)
    .nullable()
    .default(null)
    .meta({ description: 'As the browser tells it; may be empty.' }),
  modifiedDate: timeInput.default(null).meta({ description: 'When the file was last changed.' } as never),
  tags: tags.default({}),
});

export const guessFilesRequest = z
  .strictObject({
    collectionId: id,
    files: z.array(file).min(1).max(MAX_FILES),
    language: languageTag.nullable().default(null).meta({
      description: 'Of the transcript to use if a recording has several; defaults to that of the account.',
    }),
  })
  .meta({ id: 'GuessFiles' });

export type GuessFiles = z.output<typeof guessFilesRequest>;
export type NamedFile = GuessFiles['files'][number];

const guessedFile = z.object({
  index: z.int().meta({ description: 'In `files` of the request.' }),
  role: z.enum(['media', 'transcript', 'unused']).meta({
    description: '`unused`: the same transcript in another format or language.',
  }),
  originalFilename: z.string(),
  contentType: z.enum(playableContentTypes).nullable().meta({ description: 'Of media.' }),
  mimeType: z.string().nullable().meta({ description: 'Of media, to declare it.' }),
});

export const guessFilesResponse = z.object({
  guesses: z.array(z.object({ files: z.array(guessedFile), ...guessedFields }).meta({ id: 'FileGuess' })),
  skipped: z.array(z.object({ index: z.int(), reason: z.string() })),
  mayCreateNames,
});
export type GuessFilesResponse = z.output<typeof guessFilesResponse>;
