/** Schemas of the suggestion endpoints. */
import { z } from 'zod';
import { exampleOf } from '../platform/lib/example.js';
import { id, longList, MAX_NAMES } from '../platform/lib/fields.js';
import type { StoredOf } from '../platform/lib/present.js';
import { descriptionIds } from '../content/items/suggested-descriptions.js';

const MAX_IDS = 1_000;

const score = z
  .number()
  .nullable()
  .meta({ description: '0 to 1; null if another program made the suggestion or a person changed it.' });
const startMs = z.int().nullable().meta({
  description: 'Its time in the recording, in milliseconds from the start; null if unknown.',
});

const scripture = z
  .object({
    id: z.int(),
    book: z.string().meta({ description: 'USFM book code, e.g. JHN.' }),
    bookName: z.string(),
    chapter: z.int(),
    verseStart: z.int(),
    verseEnd: z.int(),
    citation: z.string(),
    keyVerse: z.boolean().meta({
      description:
        'Whether it is proposed as the key scripture. Accepting it makes it one, unless the item already has one.',
    }),
    score,
    startMs,
  })
  .meta({ id: 'SuggestedScripture' });

const chapter = z
  .object({ id: z.int(), mediaAssetId: z.int(), title: z.string(), score, startMs: z.int() })
  .meta({ id: 'SuggestedChapter' });

const description = z
  .object({
    id: z.enum(descriptionIds).meta({ description: 'Field of the item.' }),
    text: z.string(),
    score,
    startMs,
    source: z.string().nullable().meta({
      description:
        '`transcript` for sentences of the transcript, or the model that wrote it; null if another program made it.',
    }),
  })
  .meta({ id: 'SuggestedDescription' });

const topic = z
  .object({
    id: z.int().meta({ description: 'Of the suggestion.' }),
    topicId: z.int().nullable().meta({ description: 'Null for a new topic: accepting it creates one.' }),
    name: z.string(),
    score,
    startMs,
    source: z.string().meta({ description: '`transcript`, or the model that suggested it.' }),
  })
  .meta({ id: 'SuggestedTopic' });

const correction = z
  .object({
    id: z.int().meta({ description: 'Of the suggestion.' }),
    replaces: z.string().meta({ description: 'Words of the transcript.' }),
    text: z.string().meta({ description: 'What to write instead, as corrected in another transcript.' }),
    occurrences: z.int().meta({ description: 'How often the transcript has the words.' }),
    quote: z.string().nullable().meta({ description: 'The sentence with the first of them.' }),
    startMs,
  })
  .meta({ id: 'SuggestedCorrection' });

export const suggestions = z
  .object({
    scriptures: z.array(scripture).meta({ description: 'Best first.' }),
    chapters: z.array(chapter).meta({ description: 'Sorted by time.' }),
    descriptions: z.array(description),
    topics: z.array(topic).meta({ description: 'Best first.' }),
    corrections: z.array(correction).meta({ description: 'Sorted by time.' }),
  })
  .meta({ id: 'Suggestions' });

export type Suggestions = StoredOf<typeof suggestions>;
export const kinds = ['scriptures', 'chapters', 'descriptions', 'topics', 'corrections'] as const;
export type SuggestionKind = (typeof kinds)[number];

const all = z.literal('all');
const ids = z.union([all, longList(id, MAX_IDS)]).optional();

export const chosenSuggestions = z
  .strictObject({
    scriptures: ids,
    chapters: ids,
    topics: ids,
    corrections: ids,
    descriptions: z.union([all, z.array(z.enum(descriptionIds)).min(1).max(MAX_NAMES)]).optional(),
    all: z.literal(true).optional().meta({ description: 'All kinds; excludes other fields.' }),
  })
  .superRefine((body, context) => {
    const named = kinds.filter((kind) => body[kind] !== undefined);
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['all'], message });
    if (body.all && named.length > 0) refuse('must not be combined with others');
    if (!body.all && named.length === 0)
      refuse('is required without scriptures, chapters, topics, descriptions or corrections');
  })
  .meta({
    id: 'ChosenSuggestions',
    description: 'Ids of each kind, or `"all"` of a kind; or `all` of every kind.',
  });

export type ChosenSuggestions = z.output<typeof chosenSuggestions>;

export const suggestionsExample = exampleOf(suggestions, {
  scriptures: [
    {
      id: 31,
      book: 'PSA',
      bookName: 'Psalms',
      chapter: 23,
      verseStart: 1,
      verseEnd: 4,
      citation: 'Psalms 23:1-4',
      keyVerse: true,
      score: 0.92,
      startMs: 42_000,
    },
  ],
  chapters: [{ id: 11, mediaAssetId: 7, title: 'The valley of the shadow', score: 0.61, startMs: 615_000 }],
  descriptions: [
    {
      id: 'shortDescription',
      text: 'A shepherd walks in front, and that is why the flock is not afraid of the valley.',
      score: 0.7,
      startMs: 1_204_000,
      source: 'transcript',
    },
  ],
  topics: [{ id: 5, topicId: 9, name: 'Trust', score: 0.8, startMs: 615_000, source: 'transcript' }],
  corrections: [
    {
      id: 6,
      replaces: 'Aquilla',
      text: 'Aquila',
      occurrences: 3,
      quote: 'Aquilla made tents, and so did Paul.',
      startMs: 94_000,
    },
  ],
});
