/** Which items of the list are selected: single ones, or all that match the filters. */
import { useState } from 'react';
import type { LibrarySearch } from './library-search.js';

export interface Selection {
  isAll: boolean;
  ids: readonly number[];
  /** @param total number of items that match */
  countOf(total: number): number;
  has(id: number): boolean;
  toggle(id: number): void;
  selectAll(): void;
  clear(): void;
}

const NONE: ReadonlySet<number> = new Set();

export const useSelection = (search: LibrarySearch): Selection => {
  const key = JSON.stringify({ ...search, sort: undefined, columns: undefined });
  const [state, setState] = useState<{ key: string; all: boolean; ids: ReadonlySet<number> }>({
    key,
    all: false,
    ids: NONE,
  });
  // Items that are not listed any more cannot stay selected unseen.
  const { all, ids } = state.key === key ? state : { all: false, ids: NONE };
  return {
    isAll: all,
    ids: [...ids],
    countOf: (total) => (all ? total : ids.size),
    has: (id) => all || ids.has(id),
    toggle: (id) => {
      if (all) return;
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setState({ key, all: false, ids: next });
    },
    selectAll: () => setState({ key, all: true, ids: NONE }),
    clear: () => setState({ key, all: false, ids: NONE }),
  };
};
