/** Schemas of results as the search desk shows them. */
import { z } from 'zod';
import { publicItem, publicItemExample } from '../public/items/public-item.schema.js';
import { foundPassage, integer } from '../public/search/search.schema.js';
import type { SearchPage } from '../public/search/public-search.service.js';
import { exampleOf } from '../platform/lib/example.js';
import type { StoredOf } from '../platform/lib/present.js';

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
export const limit = integer(1, MAX_LIMIT, false).optional().meta({ default: DEFAULT_LIMIT });

/** What the search desk shows of an item. */
const deskItem = publicItem
  .pick({ id: true, title: true, subTitle: true, date: true, urlSlug: true, durationSecs: true })
  .meta({ id: 'DeskItem' });

export const resultFields = {
  rank: z.int().meta({ description: 'Position among the results, from 1.' }),
  score: z.number().nullable().meta({ description: 'As in `GET /search`.' }),
  pinned: z.boolean().meta({ description: 'Whether it is among the first because staff pinned it.' }),
  item: deskItem,
  passages: z.array(foundPassage),
};

export const deskResult = z.object(resultFields).meta({ id: 'DeskResult' });
export type DeskResult = StoredOf<typeof deskResult>;

const itemExample = exampleOf(deskItem, publicItemExample);

export const searchResultExample: z.input<typeof deskResult> = {
  rank: 1,
  score: 0.82,
  pinned: false,
  item: itemExample,
  passages: [],
};

/** A result, never as text. */
type Found = Exclude<SearchPage['results'][number], string>;

/** @param pinned ids of the query's pinned items */
export const resultsOf = (
  { results }: Pick<SearchPage, 'results'>,
  pinned: readonly number[] = [],
): DeskResult[] =>
  (results as Found[]).map(({ score, item, passages }, at) => ({
    rank: at + 1,
    score,
    pinned: pinned.includes(item.id),
    item,
    passages,
  }));
