/** The suggestions that wait, one after the other, and the decisions that can be undone. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

type Suggestion = Schemas['QueuedSuggestion'];

const PAGE = 50;
const UNDOABLE = 10;

export interface ReviewQueue {
  /** undefined until it is there; null if nothing waits. */
  current: Suggestion | null | undefined;
  /** How many wait. */
  total: number;
  error: Error | null;
  retry(): unknown;
  /** Why the last decision failed. */
  failure: unknown;
  undoable: number;
  accept(id: number, text?: string): Promise<void>;
  dismiss(id: number): Promise<void>;
  skip(id: number): void;
  undo(): Promise<void>;
}

export const useReviewQueue = (): ReviewQueue => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [decided, setDecided] = useState<readonly number[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const query = useQuery({
    queryKey: keys.list('suggestions'),
    queryFn: () =>
      unwrap(api.GET('/suggestions', { params: { query: { _limit: PAGE, '_expand[]': ['item'] } } })),
  });
  const waiting = query.data?.suggestions.filter(({ id }) => !skipped.has(id) && !decided.includes(id));
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keys.every('suggestions') });

  /** The next one is there at once; if the decision fails, this one comes back. */
  const decide = async (id: number, work: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    setDecided((former) => [...former, id]);
    try {
      await work();
      if ((waiting?.length ?? 0) <= 2) await refresh();
    } catch (error) {
      setDecided((former) => former.filter((one) => one !== id));
      setFailure(error);
    }
  };
  const path = (suggestionId: number) => ({ path: { suggestionId } });
  return {
    current: waiting && (waiting[0] ?? null),
    total: Math.max((query.data?.totalRecords ?? 0) - decided.length, waiting?.length ?? 0),
    error: query.error,
    retry: () => query.refetch(),
    failure,
    undoable: Math.min(decided.length, UNDOABLE),
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
    skip: (id) => setSkipped((former) => new Set([...former, id])),
    undo: async () => {
      const id = decided.at(-1);
      if (id === undefined) return;
      setFailure(null);
      try {
        await unwrap(api.POST('/suggestions/{suggestionId}/undo', { params: path(id) }));
        setDecided((former) => former.filter((one) => one !== id));
        await refresh();
      } catch (error) {
        setFailure(error);
      }
    },
  };
};
