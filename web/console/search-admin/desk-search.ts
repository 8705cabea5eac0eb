/** What the address of the search desk says: its tab, and what is searched for. */
import { readListSearch, type ListSearch } from '../parts/list/list-search.js';

export const DESK_TABS = ['explain', 'synonyms', 'pins', 'checks', 'history', 'index'] as const;
export type DeskTab = (typeof DESK_TABS)[number];

export interface DeskSearch extends ListSearch {
  tab?: DeskTab;
  /** Searches that ask for the same: what is pinned applies to them, too. */
  also?: readonly string[];
}

/** A pin takes at most so many. */
const MOST_ALSO = 20;

const alsoIn = ({ also }: Record<string, unknown>): string[] =>
  Array.isArray(also)
    ? (also as unknown[])
        .filter((query): query is string => typeof query === 'string' && query !== '')
        .slice(0, MOST_ALSO)
    : [];

/** Ignores what the search desk does not know. */
export const readDeskSearch = (search: Record<string, unknown>): DeskSearch => {
  const tab = DESK_TABS.find((one) => one === search.tab);
  const also = alsoIn(search);
  return { ...readListSearch(search), ...(tab && { tab }), ...(also.length > 0 && { also }) };
};
