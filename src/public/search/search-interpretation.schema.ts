/** What a search has made of its query. */
import { z } from 'zod';

export const searchInterpretation = z.object({
  language: z
    .string()
    .nullable()
    .meta({
      description:
        'ISO 639-1 code of the language of the query, null where its words do not tell. Words of a language that no public item has ' +
        'are not searched, except names.',
    }),
  scripture: z
    .object({
      book: z.string(),
      bookName: z.string(),
      chapter: z.int().nullable(),
      chapterEnd: z.int().nullable(),
      verseStart: z.int().nullable(),
      verseEnd: z.int().nullable(),
      citation: z.string(),
      found: z.int().meta({
        description:
          'Number of public items on it, whatever the filters. Where it is 0, results are items that quote it or speak of it, ' +
          'then items near it by meaning, and no others but those that match the rest of the query.',
      }),
    })
    .optional()
    .meta({ description: 'The scripture in the query; items on it come first.' }),
  names: z
    .array(z.object({ type: z.enum(['speaker', 'series', 'topic']), id: z.int(), name: z.string() }))
    .optional()
    .meta({
      description:
        'The speakers, series and topics that the query names, present if there are any: their items come first, newest first if it says nothing else.',
    }),
  phrases: z
    .array(
      z.object({
        text: z.string(),
        found: z.int().meta({
          description:
            'Number of public items that have it word for word, whatever the filters. Where it is 0, its words are searched instead.',
        }),
      }),
    )
    .optional()
    .meta({ description: 'The phrases of the query, present if it has any.' }),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .optional()
    .meta({ description: 'The whole query as typed and as searched, if it was surely mistyped.' }),
});
