/** Schemas of the topic endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { newPosition, title } from '../../platform/lib/fields.js';
import { countOfItems } from '../items/item-links.repository.js';
import { topicRecord } from '../records/topic.record.js';

export const newTopic = z.strictObject({ name: title }).meta({ id: 'NewTopic' });

export const topicChanges = z
  .strictObject({
    name: title,
    displayOrder: newPosition('topics'),
  })
  .partial()
  .meta({ id: 'TopicChanges' });

export type TopicInput = z.output<typeof newTopic>;
export type TopicChanges = z.output<typeof topicChanges>;

export const topicList: ListSpec<'topic'> = {
  table: 'topic',
  fields: listFields(topicRecord, {
    itemCount: { type: 'integer', expression: countOfItems('itemTopic') },
  }),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'displayOrder', direction: 'ASC' }],
};
