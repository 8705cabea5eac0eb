/** Turns a query into ranked items, with the search engine or, while it is down, the database. */
import {
  citationOf,
  IndexUnavailableError,
  type Explanation,
  type FoundItem,
  type FoundPhrase,
  type NamedItems,
  type ParsedQuery,
  type QuerySynonym,
  type ScriptureBoost,
  type SearchFilter,
  type Searcher,
  type SearchMode,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { addParts } from '../../platform/db/request-work.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { unavailable } from '../../platform/lib/errors.js';
import { createFairQueue } from '../../platform/lib/fair-queue.js';
import type { Log } from '../../platform/lib/log.js';
import type { IndexProvider } from '../indexing/index-provider.js';
import { visibleItems } from './filter-sql.js';
import { searchFullText } from './full-text.js';

export interface ItemSearchRequest extends ParsedQuery {
  spelling: 'auto' | 'exact';
  mode: SearchMode;
  filter: SearchFilter;
  /** Language of the page, BCP 47. */
  language?: string;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /** Minimum score of a result, 0..1. */
  minScore?: number;
  scripture?: ScriptureBoost;
  named?: NamedItems;
  synonyms?: readonly QuerySynonym[];
  /** The first results, in this order. */
  pinned?: readonly number[];
  /** Items that are no results. */
  hidden?: readonly number[];
}

export interface ItemSearchResult {
  /** The mode that was used: `keyword` while the engine or the embedder is down. */
  mode: SearchMode;
  /** ISO 639-1 code of the query's language if it is not English; null if it is, or while the engine is down. */
  language: string | null;
  results: FoundItem[];
  /** The closest items, if there are no results. */
  related: FoundItem[];
  /** Number of items among the candidates. */
  totalRecords: number;
  /** Number of leading items with at least a tenth of the best score. */
  similarRecords: number;
  totalIsExact: boolean;
  /** Corrected words by what was typed, lower-case; none while the engine is down. */
  corrections: ReadonlyMap<string, string>;
  /** The phrases of the query. One that no item contains was searched as words. */
  phrases: FoundPhrase[];
  /** Ids of all these items, on every page. SQL has just confirmed that the caller may see them. */
  itemIds: readonly number[];
}

export interface Warming {
  /** Whether this process will serve searches. */
  serves: boolean;
  /** Stops after the account that is being loaded. */
  signal?: AbortSignal;
}

/** Searches that the engine gets at a time; the others wait for the turn of their account. */
const AT_ONCE = 16;

export type SearchService = ReturnType<typeof createSearchService>;

export const createSearchService = ({
  db,
  clock,
  log,
  index,
  observe,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  index: IndexProvider;
  /** Observes the parts of a search, ms by name. */
  observe?: ((parts: Record<string, number>) => void) | undefined;
}) => {
  const turns = createFairQueue<number>({ atOnce: AT_ONCE, total: AT_ONCE });
  let isDown = false;
  /** Whether a request is finding out if the engine is available again: the others do not wait for it. */
  let isTrying = false;

  /** The engine's result, or undefined while it is down, which is logged once. Accounts take turns. */
  const withEngine = async <T>(
    accountId: number,
    work: (searcher: Searcher) => Promise<T>,
  ): Promise<T | undefined> => {
    if (isDown && isTrying) return undefined;
    const tries = isDown;
    if (tries) isTrying = true;
    try {
      const result = await turns.run(accountId, async () => work((await index.serving()).searcher));
      if (isDown) log.info('the search engine is available again');
      isDown = false;
      return result;
    } catch (err) {
      if (err instanceof IndexUnavailableError) index.reopen(err);
      if (!isDown)
        log.error({ err }, 'the search engine is unavailable: falling back to full-text search in SQL');
      isDown = true;
      return undefined;
    } finally {
      if (tries) isTrying = false;
    }
  };

  return {
    /** Falls back to full-text search in SQL while the engine is down. */
    search: async (request: ItemSearchRequest): Promise<ItemSearchResult> => {
      const parts = createSearchParts();
      const accept = (itemIds: readonly number[]) =>
        parts.confirming(() => visibleItems(db, isoTime(clock), request.filter, itemIds));
      const result = await withEngine(request.filter.accountId, (searcher) =>
        searcher.search({ ...request, accept }),
      );
      const ended = parts.end(result?.timings);
      observe?.(ended);
      addParts(ended);
      if (result) return { ...result, itemIds: [...result.itemIds] };
      const firstItemIds = [...(await accept(request.scripture?.itemIds ?? []))];
      const pinned = await accept(request.pinned ?? []);
      const named = request.named && visibleOf(request.named, await accept(request.named.itemIds));
      return {
        mode: 'keyword',
        language: null,
        corrections: new Map(),
        related: [],
        ...(await searchFullText(db, isoTime(clock), {
          ...request,
          ...mentionedOnly(request),
          filter: { ...request.filter, excludeItemIds: request.hidden },
          pinned: request.pinned?.filter((itemId) => pinned.has(itemId)),
          firstItemIds,
          named,
        })),
      };
    },

    /**
     * Why the search finds what it finds.
     * @throws {UnavailableError} while the engine is down
     */
    explain: async (
      request: ItemSearchRequest & { itemId?: number | undefined; below: number },
    ): Promise<Explanation> => {
      const accept = (itemIds: readonly number[]) =>
        visibleItems(db, isoTime(clock), request.filter, itemIds);
      const { itemId, ...others } = request;
      const explanation = await withEngine(request.filter.accountId, (searcher) =>
        searcher.explain({ ...others, ...(itemId !== undefined && { itemId }), accept }),
      );
      if (explanation) return explanation;
      // Throws where it is the database that is down.
      await visibleItems(db, isoTime(clock), request.filter, [0]);
      throw unavailable('The search engine is not available. Try again later.');
    },

    /** Ids of the most similar items that match the filter, best first; null while the engine is down. */
    related: async (itemId: number, filter: SearchFilter, limit: number): Promise<number[] | null> => {
      // Twice as many as requested, because some may no longer be visible.
      const found = await withEngine(filter.accountId, (searcher) =>
        searcher.related({ itemId, filter, limit: 2 * limit }),
      );
      if (!found) return null;
      if (found.length === 0) return [];
      const ids = found.map((item) => item.itemId);
      const visible = await visibleItems(db, isoTime(clock), filter, ids);
      return ids.filter((id) => visible.has(id)).slice(0, limit);
    },

    /**
     * Loads the model and opens the index. In a serving process, also loads accounts into memory as far as they
     * fit.
     */
    warm: async ({ serves, signal }: Warming): Promise<void> => {
      const serving = await index.serving().catch(() => undefined);
      await serving?.embedder.embedQuery('grace').catch(() => undefined);
      if (!serves || signal?.aborted) return;
      const filter = { accountId: 0, publishedOnly: true };
      const request = { text: 'grace', mode: 'hybrid', filter, limit: 1, offset: 0, passages: 1 } as const;
      await withEngine(filter.accountId, (searcher) => searcher.search(request));
      const accounts = serving ? await db.selectFrom('account').select('id').orderBy('id').execute() : [];
      for (const { id } of accounts) {
        if (signal?.aborted) return;
        await serving?.thread?.load(id);
      }
    },
  };
};

const visibleOf = (named: NamedItems, visible: ReadonlySet<number>): NamedItems => {
  const isVisible = named.itemIds.map((itemId) => visible.has(itemId));
  return {
    ...named,
    itemIds: named.itemIds.filter((_, at) => isVisible[at]),
    counts: named.counts.filter((_, at) => isVisible[at]),
  };
};

/** For a scripture that no item has, full-text search looks for its name as a phrase. */
const mentionedOnly = ({ scripture }: ItemSearchRequest): { text?: string; required?: string[] } => {
  if (!scripture?.mentioned || !scripture.isWholeQuery) return {};
  const text = citationOf(scripture.mentioned);
  return { text, required: [text] };
};

type Timings = Awaited<ReturnType<Searcher['search']>>['timings'];

/** Measures what a search consists of. */
const createSearchParts = () => {
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
