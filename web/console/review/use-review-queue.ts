/** The suggestions that wait, one after the other, and the decisions that can be undone. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

type Suggestion = Schemas['QueuedSuggestion'];

const PAGE = 50;
/** Pages that are read at most to find one that was not skipped. */
const MAX_PAGES = 20;
/** The next ones are read when so few are left. */
const FEW = 5;
const UNDOABLE = 10;

export interface ReviewQueue {
  /** undefined until it is there; null if no other waits. */
  current: Suggestion | null | undefined;
  next: Suggestion | undefined;
  /** How many wait, skipped ones included. */
  total: number;
  /** How many of them were skipped here. */
  skipped: number;
  error: Error | null;
  retry(): unknown;
  /** Why the last decision failed. */
  failure: unknown;
  undoable: number;
  accept(id: number, text?: string): Promise<void>;
  dismiss(id: number): Promise<void>;
  skip(id: number): void;
  /** Shows the skipped ones again. */
  startAgain(): void;
  undo(): Promise<void>;
}

/** @param itemId of the item whose suggestions are shown; undefined for those of all items */
export const useReviewQueue = (itemId?: number): ReviewQueue => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const skipped = useRef<Set<number>>(new Set());
  const decided = useRef<number[]>([]);
  const deciding = useRef(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [, setCount] = useState(0);
  const render = (): void => setCount((count) => count + 1);
  const isDecided = ({ id }: Suggestion): boolean => decided.current.includes(id);
  const isOpen = (one: Suggestion): boolean => !skipped.current.has(one.id) && !isDecided(one);

  const query = useQuery({
    queryKey: keys.list('suggestions', { itemId }),
    queryFn: async () => {
      const decidedBefore = decided.current.length;
      const read = new Map<number, Suggestion>();
      const found = (): Suggestion[] => [...read.values()].filter(isOpen);
      let total = 0;
      for (let page = 0; page < MAX_PAGES && found().length < PAGE; page++) {
        // Those that were just decided may or may not be gone by now: some are read twice, but none is passed over.
        const _offset = [...read.values()].filter((one) => !isDecided(one)).length;
        const query = { itemId, _limit: PAGE, _offset, '_expand[]': ['item' as const] };
        const { suggestions, totalRecords, hasMore } = await unwrap(
          api.GET('/suggestions', { params: { query } }),
        );
        total = totalRecords;
        for (const one of suggestions) read.set(one.id, one);
        if (!hasMore) break;
      }
      return { suggestions: found(), total, decidedBefore };
    },
  });
  const waiting = query.data?.suggestions.filter(isOpen);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keys.every('suggestions') });
  const refreshIfFew = async (): Promise<void> => {
    if ((query.data?.suggestions.filter(isOpen).length ?? 0) <= FEW) await refresh();
  };

  /** The next one is there at once; if the decision fails, this one comes back. */
  const decide = async (id: number, work: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    decided.current = [...decided.current, id];
    deciding.current += 1;
    render();
    try {
      await work();
      await refreshIfFew();
    } catch (error) {
      decided.current = decided.current.filter((one) => one !== id);
      setFailure(error);
    } finally {
      deciding.current -= 1;
      render();
    }
  };
  const path = (suggestionId: number) => ({ path: { suggestionId } });
  const since = decided.current.length - (query.data?.decidedBefore ?? 0);
  const mayFollow = query.isFetching || deciding.current > 0;
  return {
    current: waiting?.[0] ?? (waiting && !mayFollow ? null : undefined),
    next: waiting?.[1],
    total: Math.max((query.data?.total ?? 0) - since, waiting?.length ?? 0),
    skipped: skipped.current.size,
    error: query.error,
    retry: () => query.refetch(),
    failure,
    undoable: Math.min(decided.current.length, UNDOABLE),
    accept: (id, text) =>
      decide(id, () =>
        unwrap(
          api.POST('/suggestions/{suggestionId}/accept', {
            params: path(id),
            body: text === undefined ? {} : { text },
          }),
        ),
      ),
    dismiss: (id) =>
      decide(id, () => unwrap(api.POST('/suggestions/{suggestionId}/dismiss', { params: path(id) }))),
    skip: (id) => {
      skipped.current.add(id);
      render();
      void refreshIfFew();
    },
    startAgain: () => {
      skipped.current.clear();
      void refresh();
    },
    undo: async () => {
      const id = decided.current.at(-1);
      if (id === undefined) return;
      setFailure(null);
      try {
        await unwrap(api.POST('/suggestions/{suggestionId}/undo', { params: path(id) }));
        decided.current = decided.current.filter((one) => one !== id);
        skipped.current.delete(id);
        await refresh();
      } catch (error) {
        setFailure(error);
      }
    },
  };
};
