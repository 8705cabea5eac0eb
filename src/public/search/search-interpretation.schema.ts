/** Schema of how a search interpreted its query. */
import { z } from 'zod';

export const searchInterpretation = z.object({
  language: z.string().nullable().meta({
    description:
      "ISO 639-1 code of the query's language; null if unknown. Queries in German, Spanish, French and Portuguese are searched in English too. Words of other languages that no public item uses are not searched, except names.",
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
          'Number of public items on the scripture, ignoring filters. If 0, results are items that quote or mention it, then items with similar content, and ' +
          'items that match the rest of the query.',
      }),
    })
    .optional()
    .meta({ description: 'Scripture reference in the query; items on it come first.' }),
  names: z
    .array(z.object({ type: z.enum(['speaker', 'series', 'topic']), id: z.int(), name: z.string() }))
    .optional()
    .meta({
      description:
        'Speakers, series and topics in the query; omitted if there are none. Their items come first, sorted newest first if the query contains nothing else.',
    }),
  phrases: z
    .array(
      z.object({
        text: z.string(),
        found: z.int().meta({
          description:
            'Number of public items that contain the exact phrase, ignoring filters. If 0, its words are searched instead.',
        }),
      }),
    )
    .optional()
    .meta({ description: 'Phrases of the query; omitted if there are none.' }),
  synonyms: z
    .array(z.object({ text: z.string(), also: z.array(z.string()) }))
    .optional()
    .meta({
      description: 'Parts of the query with the synonyms that were searched as well; omitted without any.',
    }),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .optional()
    .meta({ description: 'The query as typed and as corrected, if it was misspelled.' }),
});
