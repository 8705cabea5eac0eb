/** Breaks down the time of a search, one search at a time. */
import { createSearcher, type Embedder, type SearchIndex } from '../../indexer/index.js';
import type { SearchService } from '../../src/search/query/search.service.js';
import { accountById } from '../../src/identity/accounts/account.repository.js';
import { clientInfoOf } from '../../src/engagement/events/client-info.js';
import { createPublicSearchService } from '../../src/public/search/public-search.service.js';
import { createSearchRules } from '../../src/search/rules/search-rules.js';
import { createAutocompleteProvider } from '../../src/search/autocomplete/autocomplete-provider.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { createLog } from '../../src/platform/lib/log.js';
import type { Db } from '../../src/platform/db/dialect.js';
import type { Engine } from './engine.js';
import type { Query } from './queries.js';
import { timing, type Timing } from './report.js';

type Methods = Record<string, (...args: never[]) => unknown>;

/** Wraps `target` so that each asynchronous call is timed under its method's name. */
const watched = <T extends object>(target: T, ms: Map<string, number[]>): T =>
  new Proxy(target, {
    get: (object, name) => {
      const value = (object as Record<PropertyKey, unknown>)[name];
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...args: never[]): unknown => {
        const started = performance.now();
        const result = (object as unknown as Methods)[name]!(...args);
        if (!(result instanceof Promise)) return result;
        return result.finally(() => ms.set(name, [...(ms.get(name) ?? []), performance.now() - started]));
      };
    },
  });

/** Timings of `queries`. The calls for candidates overlap, as in the product. */
export const timeSplit = async (engine: Engine, db: Db, queries: readonly Query[]): Promise<Timing[]> => {
  const ms = new Map<string, number[]>();
  const add = (name: string, value: number): void => void ms.set(name, [...(ms.get(name) ?? []), value]);
  const searcher = createSearcher({
    index: {
      ...watched<SearchIndex>(engine.index, ms),
      reader: async (accountId) => watched((await engine.index.reader?.(accountId)) ?? engine.index, ms),
    },
    embedder: watched<Embedder>(engine.embedder, ms),
  });
  const searchService: Pick<SearchService, 'search'> = {
    search: async (request) => {
      const started = performance.now();
      const result = await searcher.search(request);
      add('search as a whole, before SQL', performance.now() - started);
      add('… scoring', result.timings.rank);
      add('… texts of the passages shown', result.timings.passages);
      return { ...result, itemIds: [] };
    },
  };
  const libraries = createAutocompleteProvider({ db, clock: systemClock, log: createLog('silent') });
  const service = createPublicSearchService({
    db,
    clock: systemClock,
    libraries,
    searchService: searchService as SearchService,
    rules: createSearchRules({ db }),
    record: () => undefined,
  });
  const account = (await accountById(db, engine.accountId))!;
  const clientInfo = clientInfoOf({ ip: '127.0.0.1', message: { headers: {} } });
  for (const { text, collectionId } of queries) {
    const started = performance.now();
    const params = {
      q: text,
      mode: 'hybrid' as const,
      spelling: 'auto' as const,
      scripture: 'auto' as const,
      names: 'auto' as const,
      limit: 10,
      offset: 0,
      passages: 3,
      ...(collectionId !== undefined && { collectionId }),
    };
    await service.search(account, params, clientInfo);
    add('service as a whole, with SQL', performance.now() - started);
  }
  await libraries.close();
  return [...ms].map(([name, values]) => timing(`part: ${name}`, values)).sort((a, b) => b.p50 - a.p50);
};
