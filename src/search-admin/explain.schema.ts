/** Schemas of explanations: what a score consists of, and why an item is missing. */
import { z } from 'zod';
import { id } from '../platform/lib/fields.js';
import type { StoredOf } from '../platform/lib/present.js';
import { searchInterpretation, bodyFilters, requiresBook } from '../public/search/search.schema.js';
import { deskQuery } from '../search/rules/pin.schema.js';
import { limit, searchResultExample, resultFields } from './result.schema.js';

export const MAX_BELOW = 10;

export const explainRequest = z
  .strictObject({
    query: deskQuery,
    itemId: id
      .optional()
      .meta({ description: 'An item to explain as well, whether it is found or not, public or not.' }),
    limit,
    ...bodyFilters,
  })
  .refine(...requiresBook)
  .meta({ id: 'SearchExplainRequest' });

export type ExplainRequest = z.output<typeof explainRequest>;

/** What adds to a score. A name before a dot is a group: meaning, or words. */
const signalNames = [
  ...(['library', 'competition'] as const),
  ...(['meaning.passages', 'meaning.item', 'meaning.bestPassage', 'meaning.length'] as const),
  ...(['words.passages', 'words.item', 'words.title', 'words.lead', 'language'] as const),
  ...(['names', 'scripture'] as const),
] as const;

const signal = z
  .object({
    name: z.enum(signalNames).meta({
      description:
        '`library`: whether the library answers the query at all. `competition`: what an item without any evidence would have beside these results. ' +
        '`meaning.…`: how near the query is to the best passages, to the item as a whole and to its nearest passage, compared with the other candidates, and what a long ' +
        'item has by chance. `words.…`: the query’s words in passages, in the whole item and in its title, and the lead of its best passage. `names`, `scripture`: the ' +
        'rank of items that the query names.',
    }),
    contribution: z.number().meta({ description: 'In nats of log-odds.' }),
  })
  .meta({ id: 'SearchSignal' });

export const missingReasons = [
  ...(['notPublic', 'notIndexed', 'hidden', 'filters', 'phrases'] as const),
  ...(['noMatch', 'belowMinScore', 'notCompared'] as const),
] as const;

const missing = z
  .object({
    reason: z.enum(missingReasons).meta({
      description:
        'The first that applies: not public; not in the index yet; hidden by a pin; other filters; without a phrase of the query, or with what it excludes; no ' +
        'passage is near enough and no word of the query is in it; a score below `minScore`; so many items match that it was not compared.',
    }),
    message: z.string(),
  })
  .meta({ id: 'SearchMissing' });

export const explainedResult = z
  .object({
    ...resultFields,
    rank: z.int().nullable().meta({ description: 'Position among the results, from 1; null if it is none.' }),
    score: z.number().meta({ description: 'As in `GET /search`; what it would be if it is no result.' }),
    signals: z.array(signal).meta({
      description:
        'They add up to the log-odds of the score, ln(score / (1 − score)); empty if the item is not in the index.',
    }),
    missing: missing.nullable().meta({ description: 'Why the item is no result; null for a result.' }),
  })
  .meta({ id: 'ExplainedResult' });

export const searchExplanation = z
  .object({
    query: z.string(),
    mode: z.enum(['hybrid', 'semantic', 'keyword']),
    interpretation: searchInterpretation,
    totalRecords: z.int(),
    minScore: z.number().meta({ description: 'What another result would have to score.' }),
    results: z.array(explainedResult),
    below: z
      .array(explainedResult)
      .max(MAX_BELOW)
      .meta({ description: 'Public items just below the threshold, best first.' }),
    item: explainedResult.nullable().meta({ description: 'The item `itemId`; null without it.' }),
  })
  .meta({ id: 'SearchExplanation' });

export type SearchExplanation = StoredOf<typeof searchExplanation>;
export type ExplainedResult = StoredOf<typeof explainedResult>;

const explained: z.input<typeof explainedResult> = {
  ...searchResultExample,
  score: 0.82,
  missing: null,
  signals: [
    { name: 'library', contribution: -0.01 },
    { name: 'competition', contribution: -6.12 },
    { name: 'meaning.passages', contribution: 3.9 },
    { name: 'words.passages', contribution: 3.75 },
  ],
};

export const explainExample: {
  body: z.input<typeof explainRequest>;
  response: z.input<typeof searchExplanation>;
} = {
  body: { query: 'calm nerves before giving a speech', limit: 1 },
  response: {
    query: 'calm nerves before giving a speech',
    mode: 'hybrid',
    interpretation: { language: 'en' },
    totalRecords: 1,
    minScore: 0.00005,
    results: [explained],
    below: [
      {
        ...explained,
        rank: null,
        score: 0.00002,
        signals: [],
        missing: {
          reason: 'belowMinScore',
          message: 'Its score is 0.00002; results score at least 0.00005.',
        },
      },
    ],
    item: null,
  },
};
