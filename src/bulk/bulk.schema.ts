/** Schemas of bulk jobs. */
import { z } from 'zod';
import { listFilter } from '../platform/http/endpoint/list-filter.js';
import { dateInput, id, longList, text, timeInput } from '../platform/lib/fields.js';
import { isWordless } from '../transcripts/editing/text-matches.js';
import { itemChanges } from '../content/items/item.schema.js';
import { kinds } from '../suggestions/suggestion.schema.js';
import { listFields, type ListSpec } from '../platform/db/list-query.js';
import { exampleOf } from '../platform/lib/example.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import type { Caller } from '../platform/lib/caller.js';

/** The kind of bulk jobs. */
export const BULK = 'bulk';

/** The action of a job that undoes another one. */
export const UNDO = 'undo';

export type BulkParameters = Omit<NewBulkJob, 'ids' | 'filter' | 'action' | 'dryRun'>;

export interface BulkRequest extends BulkParameters {
  action: BulkAction | typeof UNDO;
  /** The action of the job that this one undoes. */
  undone?: BulkAction;
  actor: Actor;
  /** Whose rights apply, as they were at the time of the request; absent in requests of version 0.1. */
  caller?: Caller;
}

/** The actions that cannot be undone, and why. */
export const irreversible: Partial<Record<BulkAction, string>> = {
  reprocess: 'Processing cannot be undone',
};

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

export const bulkActions = [
  'publish',
  'unpublish',
  'schedule',
  'delete',
  'restore',
  'reprocess',
  'acceptSuggestions',
  'update',
  'replaceText',
  'addTopic',
  'removeTopic',
  'setSeries',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Maximum number of ids in a request. */
export const MAX_IDS = 1_000;
/** Maximum number of items that a filter may match. */
export const MAX_FILTERED = 100_000;
/** Corrections have no score. */
export const scoredKinds = kinds.filter((kind) => kind !== 'corrections');
const MAX_TEXT_LENGTH = 500;

const { speakers, topics, collectionId, seriesId, orderInSeries, dateIsKnown, ...details } =
  itemChanges.shape;
const { title, subTitle, description, shortDescription, language } = details;
const { autoAcceptScriptures, autoAcceptMediaChapters, autoPublish } = details;
const flags = { autoAcceptScriptures, autoAcceptMediaChapters, autoPublish };

export const bulkChanges = z
  .strictObject({
    speakers: speakers.meta({ description: 'Replace the speakers.' }),
    addSpeakers: speakers.meta({ description: 'Added after the others, unless the item has them.' }),
    removeSpeakers: speakers,
    topics: topics.meta({ description: 'Replace the topics.' }),
    addTopics: topics.meta({ description: 'Added after the others, unless the item has them.' }),
    removeTopics: topics,
    collectionId,
    seriesId,
    orderInSeries,
    numberFrom: z.int().min(0).max(1_000_000).optional().meta({
      description: 'Numbers the items in their order, from this number: sets `orderInSeries`.',
    }),
    date: dateInput.optional(),
    dateIsKnown,
    title,
    subTitle,
    description,
    shortDescription,
    language,
    ...flags,
  })
  .superRefine((changes, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (Object.values(changes).every((value) => value === undefined))
      context.addIssue({ code: 'custom', path: [], message: 'must not be empty' });
    for (const [all, added, removed] of [
      ['speakers', 'addSpeakers', 'removeSpeakers'],
      ['topics', 'addTopics', 'removeTopics'],
    ] as const)
      for (const other of [added, removed])
        if (changes[all] && changes[other]) refuse(other, `must not be combined with ${all}`);
    if (changes.numberFrom !== undefined && changes.orderInSeries !== undefined)
      refuse('numberFrom', 'must not be combined with orderInSeries');
  })
  .meta({ id: 'BulkChanges' });
export type BulkChanges = z.output<typeof bulkChanges>;

/** The fields of each action, besides the items; `?` marks those that it does not require. */
const FIELDS: Record<BulkAction, readonly string[]> = {
  publish: [],
  unpublish: [],
  schedule: ['publishAt?', 'unpublishAt?'],
  delete: [],
  restore: [],
  reprocess: [],
  acceptSuggestions: ['minScore', 'kinds?'],
  update: ['changes'],
  replaceText: ['find', 'replaceWith', 'match?'],
  addTopic: ['topicId'],
  removeTopic: ['topicId'],
  setSeries: ['seriesId'],
};
const actionFields = [
  ...new Set(
    Object.values(FIELDS)
      .flat()
      .map((name) => name.replace('?', '')),
  ),
];
const usersOf = (field: string): string =>
  bulkActions
    .filter((action) => FIELDS[action].some((name) => name.replace('?', '') === field))
    .join(' and ');
const only = (field: string, more = ''): { description: string } => ({
  description: `Only for \`${usersOf(field)}\`.${more && ` ${more}`}`,
});
const MISSING: Record<string, string> = { seriesId: ': an id, or null to take items out of their series' };

export const newBulkJob = z
  .strictObject({
    ids: longList(id, MAX_IDS).optional(),
    filter: listFilter.optional(),
    action: z.enum(bulkActions),
    dryRun: z.boolean().default(false).meta({
      description:
        'Changes nothing: the job and its results say what would change, and why other items would not.',
    }),
    topicId: id.optional().meta(only('topicId')),
    seriesId: id.nullable().optional().meta(only('seriesId', 'Null removes the items from their series.')),
    publishAt: timeInput.optional().meta(only('publishAt', 'Null clears it.')),
    unpublishAt: timeInput.optional().meta(only('unpublishAt', 'Null clears it.')),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta(only('minScore', 'Accepts the suggestions with at least this score.')),
    kinds: z
      .array(z.enum(scoredKinds))
      .min(1)
      .max(scoredKinds.length)
      .optional()
      .meta(only('kinds', 'The kinds of suggestions to accept; all by default.')),
    changes: bulkChanges.optional().meta(only('changes')),
    find: text(MAX_TEXT_LENGTH)
      .trim()
      .normalize('NFC')
      .min(1)
      .optional()
      .meta(only('find', 'The words to replace.')),
    replaceWith: text(MAX_TEXT_LENGTH).trim().normalize('NFC').optional().meta(only('replaceWith')),
    match: z
      .enum(['words', 'exact'])
      .optional()
      .meta(
        only('match', '`words` (default): whole words, in any case; `exact`: these characters anywhere.'),
      ),
  })
  .superRefine(
    (body, context) => {
      const refuse = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      const { ids, filter, action } = body;
      if (ids === undefined && filter === undefined) refuse('ids', 'is required, unless there is a filter');
      if (ids !== undefined && filter !== undefined) refuse('filter', 'must not be combined with ids');
      if (!bulkActions.includes(action)) return;
      const given = (field: string): boolean => (body as Record<string, unknown>)[field] !== undefined;
      const takes = FIELDS[action];
      for (const field of actionFields) {
        if (given(field) && !takes.includes(field) && !takes.includes(`${field}?`))
          refuse(field, `is only for ${usersOf(field)}`);
        if (!given(field) && takes.includes(field))
          refuse(field, `is required for ${action}${MISSING[field] ?? ''}`);
      }
      if (action === 'schedule' && !given('publishAt') && !given('unpublishAt'))
        refuse('publishAt', 'or unpublishAt is required for schedule');
      if (action === 'replaceText' && typeof body.find === 'string' && body.match !== 'exact')
        if (isWordless(body.find)) refuse('find', 'must have words, unless match is exact');
    },
    // Checked even if fields are invalid, so that all problems are reported at once.
    { when: () => true },
  )
  .meta({ id: 'NewBulkJob' });

export type NewBulkJob = z.output<typeof newBulkJob>;
