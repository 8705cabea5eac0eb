/** Measures what a search consists of. */
import type { Searcher } from '../../../indexer/index.js';

type Timings = Awaited<ReturnType<Searcher['search']>>['timings'];

export const createSearchParts = () => {
  const started = performance.now();
  let confirmMs = 0;
  return {
    /** Runs a query that confirms which items the caller may see. */
    confirming: async <T>(work: () => Promise<T>): Promise<T> => {
      const from = performance.now();
      try {
        return await work();
      } finally {
        confirmMs += performance.now() - from;
      }
    },
    /**
     * @param timings those of the engine; undefined if it was down
     * @returns ms by name; the parts overlap
     */
    end: (timings?: Timings): Record<string, number> => ({
      searchMs: performance.now() - started,
      confirmMs,
      ...(timings && {
        embedMs: timings.embed,
        candidatesMs: timings.candidates,
        rankMs: timings.rank,
        passagesMs: timings.passages,
      }),
    }),
  };
};
