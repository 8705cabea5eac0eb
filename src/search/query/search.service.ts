/** From a question to ranked items: by the search engine, or by the database where the engine cannot. */
import {
  createSearcher,
  EmbedderUnavailableError,
  IndexUnavailableError,
  type Embedder,
  type FoundItem,
  type ScriptureBoost,
  type SearchFilter,
  type Searcher,
  type SearchIndex,
  type SearchMode,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Log } from '../../platform/lib/log.js';
import type { EmbedderProvider } from '../indexing/embedder-provider.js';
import { searchFullText } from './full-text.js';
import { visibleItems } from './filter-sql.js';
import { wrongModel, type IndexProvider, type OpenIndex } from '../indexing/index-provider.js';

export interface ItemSearchRequest {
  text: string;
  mode: SearchMode;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Passages shown of each item at most. */
  passages: number;
  scripture?: ScriptureBoost;
}

export interface ItemSearchResult {
  /** What the answer was made by: `keyword` where meaning could not be asked. */
  mode: SearchMode;
  results: FoundItem[];
  /** Items among the candidates that were considered. */
  totalRecords: number;
  totalIsExact: boolean;
  /** All those items, on whatever page. */
  itemIds: readonly number[];
}

export type SearchService = ReturnType<typeof createSearchService>;

export const createSearchService = ({
  db,
  log,
  index,
  embedder,
}: {
  db: Db;
  log: Log;
  index: IndexProvider;
  embedder: EmbedderProvider;
}) => {
  const searchers = new WeakMap<SearchIndex, Searcher>();
  const embedders = new Map<number, Embedder>();
  let away = false;

  const searcherOf = ({ version, index: serving }: OpenIndex): Searcher => {
    const known = searchers.get(serving);
    if (known) return known;
    const asking = embedders.get(version.id) ?? embedderFor(version, embedder);
    embedders.set(version.id, asking);
    const searcher = createSearcher({ index: serving, embedder: asking });
    searchers.set(serving, searcher);
    return searcher;
  };

  /** What the engine answers; undefined where it cannot, which is logged once until it can again. */
  const ask = async <T>(work: (searcher: Searcher) => Promise<T>): Promise<T | undefined> => {
    try {
      const answer = await work(searcherOf(await index.serving()));
      if (away) log.info('the search engine answers again');
      away = false;
      return answer;
    } catch (err) {
      if (err instanceof IndexUnavailableError) index.failed();
      if (!away) log.error({ err }, 'the search engine does not answer: the database does instead');
      away = true;
      return undefined;
    }
  };

  return {
    /** Never fails for want of the engine or the embedder: the database answers then. */
    find: async (request: ItemSearchRequest): Promise<ItemSearchResult> => {
      let visible: ReadonlySet<number> = new Set();
      const accept = async (itemIds: readonly number[]) =>
        (visible = await visibleItems(db, request.filter, itemIds));
      const answer = await ask((searcher) => searcher.search({ ...request, accept }));
      if (answer) return { ...answer, itemIds: [...visible] };
      const firstItemIds = request.scripture?.itemIds ?? [];
      return { mode: 'keyword', ...(await searchFullText(db, { ...request, firstItemIds })) };
    },

    /** Ids of the nearest items that the filter lets through, best first; none where the engine cannot tell. */
    related: async (itemId: number, filter: SearchFilter, limit: number): Promise<number[]> => {
      // Twice as many as asked for: some may not be shown.
      const found = (await ask((searcher) => searcher.related({ itemId, filter, limit: 2 * limit }))) ?? [];
      const ids = found.map((item) => item.itemId);
      const visible = await visibleItems(db, filter, ids);
      return ids.filter((id) => visible.has(id)).slice(0, limit);
    },

    /** Does what the first search would otherwise wait for. */
    warm: async (): Promise<void> => {
      const filter = { accountId: 0, publishedOnly: true };
      const nothing = { text: 'grace', mode: 'hybrid', filter, limit: 1, offset: 0, passages: 1 } as const;
      await ask((searcher) => searcher.search(nothing));
    },
  };
};

/** The embedder as a version may use it: only where it is of the same model. */
const embedderFor = (
  { modelId, dimensions, ...version }: OpenIndex['version'],
  access: EmbedderProvider,
): Embedder => {
  const fitting = async (): Promise<Embedder> => {
    const embedder = await access.get();
    if (embedder.modelId === modelId) return embedder;
    throw new EmbedderUnavailableError(
      wrongModel({ ...version, modelId, dimensions }, embedder.modelId).message,
    );
  };
  return {
    modelId,
    dimensions,
    embedPassages: async (texts) => (await fitting()).embedPassages(texts),
    embedQuery: async (text) => (await fitting()).embedQuery(text),
    countPieces: async (words) => (await (await fitting()).countPieces?.(words)) ?? [],
    close: () => Promise.resolve(),
  };
};
