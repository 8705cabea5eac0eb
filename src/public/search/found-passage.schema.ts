/** A passage of a search result. */
import { z } from 'zod';

const ms = z.int().nullable();
const score = z.number().meta({ description: '0 to 1, at most the item’s; comparable within one item.' });

export const foundPassage = z
  .object({
    text: z.string(),
    highlights: z.array(z.tuple([z.int(), z.int()])).meta({
      description: 'The words of the query in `text`: start and end, in UTF-16 units.',
    }),
    startMs: ms,
    endMs: ms,
    mediaAssetId: z.int().nullable(),
    paragraph: z.int().optional().meta({
      description:
        'Where the transcript has no times: the paragraph in which the passage begins, from 0, as in `GET /items/{itemId}/transcript` and, as `#p12`, on the item’s page.',
    }),
    speaker: z.string().nullable().meta({
      description:
        'Who speaks in the passage, or most of it: of items in a collection whose `contentFormat` is interview, as the transcript names them.',
    }),
    score,
  })
  .meta({ id: 'FoundPassage' });
