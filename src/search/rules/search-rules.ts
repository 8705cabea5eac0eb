/** What staff set for searches, ready to apply: synonyms and pins of each account, from a cache in memory. */
import { LRUCache } from 'lru-cache';
import { createSynonymIndex, type SynonymIndex, type SynonymRule } from '../../../indexer/index.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { keysOf, type PinQueries } from './pin-queries.js';
import { queryKey } from './query-key.js';
import { rulesVersion } from './rule-revision.repository.js';
import { rowsWhere } from '../../platform/db/rows.js';

export interface StoredRules {
  synonyms: (SynonymRule & { id: number })[];
  pins: (PinQueries & {
    id: number;
    pinnedItemIds: readonly number[];
    hiddenItemIds: readonly number[];
  })[];
}

/** The search rules of an account. */
export interface AccountRules {
  synonyms: SynonymIndex;
  /** The pinned and hidden items of a query; undefined if it has none. */
  pinOf(query: string): { pinned: readonly number[]; hidden: readonly number[] } | undefined;
}

/** How long rules are used without checking for changes by other processes, in ms. */
const CACHE_TTL_MS = 1_000;
const MAX_ACCOUNTS = 1_000;

interface CachedRules {
  version: number;
  rules: AccountRules;
  checkedAt: number;
}

export type SearchRules = ReturnType<typeof createSearchRules>;

export const createSearchRules = ({ db }: { db: Db }) => {
  const cache = new LRUCache<number, CachedRules>({ max: MAX_ACCOUNTS });

  return {
    /** Costs nothing within a second, and then one small read unless something has changed. */
    of: async (accountId: number): Promise<AccountRules> => {
      const cached = cache.get(accountId);
      if (cached && performance.now() - cached.checkedAt < CACHE_TTL_MS) return cached.rules;
      const checkedAt = performance.now();
      // Before the rules themselves: a change in between is then read again.
      const version = await rulesVersion(db, accountId);
      const rules =
        cached?.version === version
          ? cached.rules
          : version === 0
            ? NO_RULES
            : compileRules(await readRules(db, accountId));
      cache.set(accountId, { version, rules, checkedAt });
      return rules;
    },

    /** Changes the account's rules in a transaction, after which searches of this process use the new ones. */
    change: async <T>(accountId: number, work: (trx: Db) => Promise<T>): Promise<T> => {
      try {
        return await db.transaction().execute(async (trx) => {
          await lockAccount(trx, accountId);
          return work(trx);
        });
      } finally {
        cache.delete(accountId);
      }
    },
  };
};

export const readRules = async (db: Db, accountId: number): Promise<StoredRules> => {
  const [synonyms, pins] = await Promise.all([
    rowsWhere(db, 'searchSynonym', { accountId }).selectAll().orderBy('id').execute(),
    rowsWhere(db, 'searchPin', { accountId }).selectAll().orderBy('id').execute(),
  ]);
  return {
    synonyms: synonyms.map(({ id, term, synonyms: others, bothWays }) => ({
      id,
      term,
      bothWays: bothWays === 1,
      synonyms: JSON.parse(others) as string[],
    })),
    pins: pins.map(({ id, query, otherQueries, pinnedItemIds, hiddenItemIds }) => ({
      id,
      query,
      otherQueries: JSON.parse(otherQueries) as string[],
      pinnedItemIds: JSON.parse(pinnedItemIds) as number[],
      hiddenItemIds: JSON.parse(hiddenItemIds) as number[],
    })),
  };
};

export const compileRules = ({ synonyms, pins }: StoredRules): AccountRules => {
  const byKey = new Map(
    pins.flatMap(({ pinnedItemIds: pinned, hiddenItemIds: hidden, ...queries }) =>
      keysOf(queries).map((key) => [key, { pinned, hidden }] as const),
    ),
  );
  return {
    synonyms: createSynonymIndex(synonyms),
    pinOf: (query) => (byKey.size === 0 ? undefined : byKey.get(queryKey(query))),
  };
};

const NO_RULES = compileRules({ synonyms: [], pins: [] });
