/** A topic's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const topicRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    displayOrder: z.int(),
    itemCount: z.int().meta({ description: 'Items with this topic that are not deleted.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Topic' });

export type TopicRecord = z.input<typeof topicRecord> & Sourced;

export const toTopic = (row: Row<'topic'>, itemCount: number): TopicRecord => ({
  id: row.id,
  name: row.name,
  displayOrder: row.displayOrder,
  itemCount,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const topicExample: TopicRecord = {
  id: 9,
  name: 'Grief',
  displayOrder: 1,
  itemCount: 3,
  deletedDate: null,
};
