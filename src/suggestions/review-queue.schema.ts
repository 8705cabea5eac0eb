/** Schemas of the review queue, and the declaration of its list. */
import { sql } from 'kysely';
import { z } from 'zod';
import { listFields, type ListSpec } from '../platform/db/list-query.js';
import { suggestionKinds } from './suggestion-tables.js';
import { exampleOf } from '../platform/lib/example.js';
import { dateOutput, text } from '../platform/lib/fields.js';
import type { StoredOf } from '../platform/lib/present.js';
import { itemExample, itemRecord } from '../content/items/item.record.js';
import { citedIn } from '../content/scriptures/scripture.schema.js';

const ms = z.int().nullable();

export const queuedSuggestion = z
  .object({
    id: z.int().meta({ description: 'Stays the same while the suggestion waits.' }),
    kind: z.enum(suggestionKinds),
    status: z
      .enum(['waiting', 'accepted', 'dismissed'])
      .meta({ description: 'Lists contain those that wait.' }),
    itemId: z.int(),
    collectionId: z.int(),
    itemDate: dateOutput,
    needsEditor: z
      .boolean()
      .meta({ description: 'The item is public or about to be: deciding needs the scope `content:write`.' }),
    text: z.string().meta({
      description:
        'Title of a chapter, reference of a scripture, name of a topic, a description, or the words of a correction.',
    }),
    replaces: z
      .string()
      .nullable()
      .meta({ description: 'Of a correction: the words of the transcript that `text` replaces.' }),
    score: z
      .number()
      .nullable()
      .meta({ description: '0 to 1, comparable within a kind; null for corrections and other generators.' }),
    startMs: ms.meta({ description: 'Its time in the recording, in milliseconds from the start.' }),
    source: z
      .string()
      .nullable()
      .meta({ description: '`transcript`, `correction`, or the model that wrote it.' }),
    passage: z.object({ text: z.string(), startMs: ms, endMs: ms }).nullable().meta({
      description:
        'The words that it comes from: the passage of the transcript at `startMs`, or the sentence of a correction. Null without times.',
    }),
    scripture: z
      .object({
        book: z.string(),
        chapter: z.int(),
        verseStart: z.int(),
        verseEnd: z.int(),
        keyVerse: z.boolean().meta({ description: 'Whether it is proposed as the key scripture.' }),
      })
      .nullable()
      .meta({ description: 'Of a scripture.' }),
    chapter: z.object({ mediaAssetId: z.int() }).nullable().meta({ description: 'Of a chapter.' }),
    topic: z
      .object({
        topicId: z.int().nullable().meta({ description: 'Null for a new topic: accepting it creates one.' }),
      })
      .nullable()
      .meta({ description: 'Of a topic.' }),
    correction: z
      .object({
        occurrences: z
          .int()
          .meta({ description: 'How often the transcript has the words. Accepting replaces all.' }),
      })
      .nullable()
      .meta({ description: 'Of a correction.' }),
    item: itemRecord.optional().meta({ description: 'With `_expand[]=item`.' }),
  })
  .meta({ id: 'QueuedSuggestion' });

export type QueuedSuggestion = StoredOf<typeof queuedSuggestion>;

export const queueExpansions = ['item'] as const;

export const reviewQueue: ListSpec<'waitingSuggestion'> = {
  table: 'waitingSuggestion',
  fields: listFields(queuedSuggestion.omit({ status: true }), {
    text: {
      type: 'string',
      expression: sql`(case when "waitingSuggestion"."kind" = 'scripture' then ${citedIn('waitingSuggestion')}
        else "waitingSuggestion"."text" end)`,
    },
  }),
  expansions: queueExpansions,
  searched: ['text'],
  defaultOrder: [
    { field: 'itemDate', direction: 'DESC' },
    { field: 'itemId', direction: 'DESC' },
    { field: 'startMs', direction: 'ASC' },
  ],
  deletedColumn: null,
  parent: { table: 'item', column: 'itemId' },
};

export const suggestionEdit = z
  .strictObject({
    text: text(50_000).optional().meta({
      description:
        'What to accept instead: another title, description, topic or wording, or a reference such as John 3:16-18.',
    }),
    startMs: z.int().min(0).optional().meta({ description: 'Another start, for chapters.' }),
  })
  .meta({ id: 'SuggestionEdit' });

export type SuggestionEdit = z.output<typeof suggestionEdit>;

export const queuedExample = exampleOf(queuedSuggestion.omit({ item: true }), {
  id: 312,
  kind: 'scripture',
  status: 'waiting',
  itemId: 42,
  collectionId: 1,
  itemDate: itemExample.date,
  needsEditor: false,
  text: 'Psalms 23:1-4',
  score: 0.92,
  startMs: 42_000,
  passage: {
    text: 'Turn with me to Psalm 23, the first four verses. A shepherd walks in front.',
    startMs: 38_000,
    endMs: 71_000,
  },
  scripture: { book: 'PSA', chapter: 23, verseStart: 1, verseEnd: 4, keyVerse: true },
});
