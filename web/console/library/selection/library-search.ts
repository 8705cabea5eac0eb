/** What the address of the library says: which items it lists, in which order. */
import { en } from '../../../../strings/console/en.js';
import { languageName } from '../../parts/language-name.js';

export const LISTED_STATUSES = [
  'draft',
  'queued',
  'processing',
  'ready',
  'published',
  'unpublished',
  'error',
] as const;
type ListedStatus = (typeof LISTED_STATUSES)[number];

export const SORTS = {
  newest: 'date,DESC',
  oldest: 'date,ASC',
  title: 'title,ASC',
  titleDescending: 'title,DESC',
  added: 'entryDate,DESC',
  addedFirst: 'entryDate,ASC',
} as const;
export type Sort = keyof typeof SORTS;

/** Columns beside the title, in their order. */
export const COLUMNS = ['date', 'speakers', 'collection', 'series', 'duration', 'added', 'status'] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const USUAL_COLUMNS: readonly ColumnName[] = ['date', 'speakers', 'collection', 'status'];

/** Filters of the list that are on or off. */
export const FLAGS = ['needsAttention', 'readyForReview', 'hasSuggestions', 'hasDraft'] as const;

/** Id of the field that the key `/` goes to. */
export const SEARCH_FIELD = 'library-search';

export interface LibrarySearch {
  q?: string;
  status?: ListedStatus;
  collectionId?: number;
  speakerId?: number;
  seriesId?: number;
  topicId?: number;
  /** BCP 47 */
  effectiveLanguage?: string;
  needsAttention?: true;
  readyForReview?: true;
  hasSuggestions?: true;
  hasDraft?: true;
  sort?: Sort;
  /** Those of the table, if they are not the usual ones. */
  columns?: readonly ColumnName[];
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);
const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
const tagOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value) ? value : undefined;
const flagOf = (value: unknown): true | undefined => (value === true ? true : undefined);

/** Ignores what is not a filter: an address that somebody typed shows a list, never an error. */
export const readLibrarySearch = (search: Record<string, unknown>): LibrarySearch => ({
  q: typeof search.q === 'string' && search.q !== '' ? search.q : undefined,
  status: oneOf(LISTED_STATUSES, search.status),
  collectionId: idOf(search.collectionId),
  speakerId: idOf(search.speakerId),
  seriesId: idOf(search.seriesId),
  topicId: idOf(search.topicId),
  effectiveLanguage: tagOf(search.effectiveLanguage),
  needsAttention: flagOf(search.needsAttention),
  readyForReview: flagOf(search.readyForReview),
  hasSuggestions: flagOf(search.hasSuggestions),
  hasDraft: flagOf(search.hasDraft),
  sort: oneOf(Object.keys(SORTS) as Sort[], search.sort),
  columns: Array.isArray(search.columns)
    ? COLUMNS.filter((name) => (search.columns as unknown[]).includes(name))
    : undefined,
});

/** The query of `GET /items`, without the page. */
export const itemsQuery = ({ q, sort = 'newest', columns = USUAL_COLUMNS, ...filters }: LibrarySearch) => ({
  ...filters,
  ...(q !== undefined && { _q: q }),
  '_orderBy[]': [SORTS[sort]],
  '_expand[]': EXPANDED.filter((name) => columns.includes(name)),
});

/** Columns that show related records. */
const EXPANDED = ['speakers', 'collection', 'series'] as const;

export interface Chip {
  label: string;
  /** The fields of the address without this filter. */
  without: Partial<Record<keyof LibrarySearch, undefined>>;
}

type Names = Readonly<Record<'collections' | 'speakers' | 'series' | 'topics', readonly Named[]>>;
interface Named {
  id: number;
  name: string;
}

/** The filters that are on, in words. */
export const chipsOf = (search: LibrarySearch, { collections, speakers, series, topics }: Names): Chip[] => {
  const named = (
    key: 'collectionId' | 'speakerId' | 'seriesId' | 'topicId',
    records: readonly Named[],
  ): Chip[] => {
    const id = search[key];
    const name = records.find((record) => record.id === id)?.name ?? String(id);
    return id === undefined ? [] : [{ label: `${en.library[key]}: ${name}`, without: { [key]: undefined } }];
  };
  return [
    ...(search.status === undefined
      ? []
      : [{ label: `${en.library.status}: ${en.statuses[search.status]}`, without: { status: undefined } }]),
    ...named('collectionId', collections),
    ...named('speakerId', speakers),
    ...named('seriesId', series),
    ...named('topicId', topics),
    ...(search.effectiveLanguage === undefined
      ? []
      : [
          {
            label: `${en.fields.language}: ${languageName(search.effectiveLanguage)}`,
            without: { effectiveLanguage: undefined },
          },
        ]),
    ...FLAGS.filter((flag) => search[flag]).map((flag) => ({
      label: en.library.flags[flag],
      without: { [flag]: undefined },
    })),
  ];
};
