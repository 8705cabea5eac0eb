/** The schema of the places at which a bulk job found its text, and the declaration of their list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { exampleOf } from '../../platform/lib/example.js';

export const jobHit = z
  .object({
    id: z.int(),
    itemId: z.int(),
    segment: z.int().meta({ description: "Index of the segment in the item's transcript, from 0." }),
    startMs: z.int().nullable().meta({ description: 'Start of the segment; null without times.' }),
    position: z.int().meta({ description: 'Of the text in the segment, in characters from 0.' }),
    before: z.string().meta({ description: 'The text with up to 80 characters on either side.' }),
    after: z.string().meta({ description: 'The same with the replacement.' }),
  })
  .meta({ id: 'JobHit' });

export const hitList: ListSpec<'jobHit'> = {
  table: 'jobHit',
  fields: listFields(jobHit),
  expansions: [],
  searched: ['before', 'after'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: null,
};

export const hitExample = exampleOf(jobHit, {
  id: 5_012,
  itemId: 43,
  segment: 12,
  startMs: 61_200,
  position: 4,
  before: 'And Melkisedek brought out bread and wine.',
  after: 'And Melchizedek brought out bread and wine.',
});
