/**
 * The schema of a topic's fields.
 * Below `items/`, because `topics/` imports items and items can be expanded with topics.
 */
import { z } from 'zod';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const topicRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    displayOrder: z.int(),
    itemCount: z.int().meta({ description: 'Items with this topic that are not deleted.' }),
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Topic' });

export type TopicRecord = StoredOf<typeof topicRecord>;

export const topicExample = exampleOf(topicRecord, {
  id: 9,
  name: 'Grief',
  displayOrder: 1,
  itemCount: 3,
});
