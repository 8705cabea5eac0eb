/** What is asked of the server for a change of many items. */
import type { Schemas } from '../../../../client/index.js';
import type { LibrarySearch } from '../selection/library-search.js';
import type { Selection } from '../selection/use-selection.js';

export type BulkBody = Schemas['NewBulkJob'];
export const ACTIONS = [
  ...(['publish', 'unpublish', 'schedule'] as const),
  ...(['addTopic', 'addSpeaker', 'setSeries', 'setLanguage', 'replaceText', 'delete'] as const),
] as const;
export type BulkAction = (typeof ACTIONS)[number];

/** What only editors do. */
export const EDITORS_ACTIONS: readonly BulkAction[] = ['publish', 'unpublish', 'schedule'];
/** What needs nothing more than the items. */
export const PLAIN_ACTIONS: readonly BulkAction[] = ['publish', 'unpublish', 'delete'];

/** What is filled in for an action. */
export interface BulkValues {
  topicId: number | null;
  speakerId: number | null;
  /** Null for none. */
  seriesId: number | null;
  /** BCP 47; null to tell it from the transcript or the collection. */
  language: string | null;
  /** Times as they are typed, in the person's time zone. */
  publishAt: string;
  unpublishAt: string;
  find: string;
  replaceWith: string;
  match: 'words' | 'exact';
}

/** The server takes this many by id. */
const MAX_IDS = 1_000;

type Target = Pick<BulkBody, 'ids' | 'filter'>;

const definedOf = <T>(values: Record<string, T | undefined>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The items: by id, or by the filters of the list. The server refuses a filter without a condition. */
export const targetOf = ({ isAll, ids }: Selection, { q, ...filters }: LibrarySearch): Target => {
  if (!isAll && ids.length <= MAX_IDS) return { ids: [...ids] };
  const conditions: Record<string, string | number | boolean | readonly string[] | undefined> = {
    ...filters,
    sort: undefined,
    columns: undefined,
    _q: q,
  };
  return {
    filter: { 'id.ge': 1, ...definedOf(conditions), ...(!isAll && { 'id.in': [...ids] }) },
  };
};

/** @param moment makes a moment of a typed time */
export const bodyOf = (
  action: BulkAction,
  values: BulkValues,
  target: Target,
  moment: (local: string) => string | null,
): BulkBody => {
  const { topicId, speakerId, seriesId, language, publishAt, unpublishAt, find, replaceWith, match } = values;
  switch (action) {
    case 'publish':
    case 'unpublish':
    case 'delete':
      return { action, ...target };
    case 'schedule':
      return {
        action,
        ...target,
        ...(publishAt !== '' && { publishAt: moment(publishAt) }),
        ...(unpublishAt !== '' && { unpublishAt: moment(unpublishAt) }),
      };
    case 'addTopic':
      return { action, ...target, topicId: topicId ?? 0 };
    case 'addSpeaker':
      return { action: 'update', ...target, changes: { addSpeakers: [{ id: speakerId ?? 0 }] } };
    case 'setSeries':
      return { action, ...target, seriesId };
    case 'setLanguage':
      return { action: 'update', ...target, changes: { language } };
    case 'replaceText':
      return { action, ...target, find, replaceWith, match };
  }
};

/** Whether all that the action needs is filled in. */
export const isComplete = (action: BulkAction, values: BulkValues): boolean => {
  switch (action) {
    case 'addTopic':
      return values.topicId !== null;
    case 'addSpeaker':
      return values.speakerId !== null;
    case 'schedule':
      return values.publishAt !== '' || values.unpublishAt !== '';
    case 'replaceText':
      return values.find.trim() !== '';
    default:
      return true;
  }
};
