/** Schema of a passage in a search result. */
import { z } from 'zod';

const ms = z.int().nullable();
const score = z
  .number()
  .meta({ description: '0 to 1, at most the item’s score; comparable only within the item.' });

export const foundPassage = z
  .object({
    text: z.string().meta({
      description:
        'If the transcript has no times, a line break separates headings, entries of lists and rows of tables from what is beside them; ` | ` separates cells.',
    }),
    highlights: z.array(z.tuple([z.int(), z.int()])).meta({
      description: 'Positions of the query’s words in `text`: start and end, in UTF-16 units.',
    }),
    startMs: ms,
    endMs: ms,
    mediaAssetId: z.int().nullable(),
    paragraph: z
      .int()
      .optional()
      .meta({
        description:
          'If the transcript has no times: index of the paragraph in which the passage starts, as in `GET /items/{itemId}/transcript` and in the anchors of the ' +
          'item’s page (`#p12`).',
      }),
    speaker: z.string().nullable().meta({
      description:
        'Speaker of the passage, or of most of it. Only in collections whose `contentFormat` is interview.',
    }),
    score,
  })
  .meta({ id: 'FoundPassage' });
