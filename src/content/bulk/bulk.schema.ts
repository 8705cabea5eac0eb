/** Schemas of bulk jobs. */
import { z } from 'zod';
import { listFilter } from '../../platform/http/list-filter.js';
import { id, longList } from '../../platform/lib/fields.js';

export const bulkActions = [
  'publish',
  'unpublish',
  'delete',
  'restore',
  'addTopic',
  'removeTopic',
  'setSeries',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Maximum number of items per job. */
export const MAX_ITEMS = 1_000;

export const newBulkJob = z
  .strictObject({
    ids: longList(id, MAX_ITEMS).optional(),
    filter: listFilter.optional(),
    action: z.enum(bulkActions),
    topicId: id
      .optional()
      .meta({ description: 'Required for `addTopic` and `removeTopic`; not allowed otherwise.' }),
    seriesId: id.nullable().optional().meta({
      description:
        'Required for `setSeries`; not allowed otherwise. Null removes the items from their series.',
    }),
  })
  .superRefine(
    (body, context) => {
      const refuse = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      const { ids, filter, action, topicId, seriesId } = body;
      if (ids === undefined && filter === undefined) refuse('ids', 'is required, unless there is a filter');
      if (ids !== undefined && filter !== undefined) refuse('filter', 'must not be combined with ids');
      if (!bulkActions.includes(action)) return;
      const takesTopic = action === 'addTopic' || action === 'removeTopic';
      if (takesTopic && topicId === undefined) refuse('topicId', `is required for ${action}`);
      if (!takesTopic && topicId !== undefined) refuse('topicId', 'is only for addTopic and removeTopic');
      if (action === 'setSeries' && seriesId === undefined)
        refuse('seriesId', 'is required for setSeries: an id, or null to take items out of their series');
      if (action !== 'setSeries' && seriesId !== undefined) refuse('seriesId', 'is only for setSeries');
    },
    // Checked even if fields are invalid, so that all problems are reported at once.
    { when: () => true },
  )
  .meta({ id: 'NewBulkJob' });

export type NewBulkJob = z.output<typeof newBulkJob>;
