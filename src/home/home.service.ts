/** Collects what waits for a caller: sections, each the first rows of a list that they may read and act on. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { checkFeeds, type FeedCheck } from '../content/feeds/feed-check.js';
import { isContributor } from '../content/items/draft-policy.js';
import { itemList } from '../content/items/item.schema.js';
import { mediaAssetList } from '../content/media/media-asset.schema.js';
import { completeQueue } from '../suggestions/review-queue.repository.js';
import { reviewQueue } from '../suggestions/review-queue.schema.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Db } from '../platform/db/dialect.js';
import { listPage, type ListSpec } from '../platform/db/list-query.js';
import type { Row, Tables } from '../platform/db/tables.js';
import { parseListParams, queryValues } from '../platform/http/endpoint/list-params.js';
import { may, ownAuthors, type Caller } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { AppError, isStoreDown, messageOf, unavailable } from '../platform/lib/errors.js';
import { createLazy } from '../platform/lib/lazy.js';
import type { Log } from '../platform/lib/log.js';
import type { Scope } from '../platform/lib/permissions.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { checkList } from '../search/checks/check.schema.js';
import { FIRST, sectionNames, type Home, type SectionName } from './home.schema.js';
import { countPeople } from '../identity/people/people.repository.js';
import { existingRows } from '../platform/db/rows.js';

/** The report on searches nobody answered. */
const SEARCHES = { range: 'last30days', sort: 'withoutResults' } as const;

/** What a report on searches has. */
interface SearchStats {
  total: { withoutResults: number };
  queries: { query: string; searches: number; withoutResults: number }[];
}

export interface HomeDeps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
  /** Whether this server transcribes recordings. */
  transcribes: boolean;
  /** @throws {Error} when statistics are not available */
  searchStats(account: Account, query: typeof SEARCHES & { limit: number }): Promise<SearchStats>;
}

export type HomeService = ReturnType<typeof createHomeService>;

/** What a caller needs to see a section: they can do something about it. */
const SCOPES: Record<SectionName, Scope> = {
  errors: 'content:draft',
  readyForReview: 'content:write',
  suggestions: 'content:draft',
  scheduled: 'content:write',
  drafts: 'content:draft',
  pendingChanges: 'content:draft',
  uploads: 'content:draft',
  searches: 'stats:read',
  failedChecks: 'stats:read',
  feeds: 'content:write',
  storage: 'content:read',
  checklist: 'admin',
};

/** Statistics that take longer are left out: the embedded engine may have to start first. */
const STATS_TIMEOUT_MS = 2_500;
/** Reports on searches, and how old they may be. */
const MAX_REPORTS = 1_000;
const REPORT_TTL_MS = 60_000;
/** Collections that the filter of incomplete feeds can name. */
const MAX_FEEDS = 200;

export const createHomeService = ({ db, clock, log, quotas, transcribes, searchStats }: HomeDeps) => {
  const listed = async <T extends keyof Tables, P extends string>(
    accountId: number,
    spec: ListSpec<T>,
    path: P,
    filter: string,
  ) => {
    const params = { ...parseListParams(queryValues(filter), spec), limit: FIRST };
    const { rows, totalRecords } = await listPage(db, spec, accountId, params);
    return { count: totalRecords, path, filter, first: rows };
  };

  // One report at a time per account: while ClickHouse is slow, more of them would make it slower.
  const reports = new LRUCache<number, SearchStats, Account>({
    max: MAX_REPORTS,
    ttl: REPORT_TTL_MS,
    fetchMethod: (_id, _stale, { context }) => searchStats(context, { ...SEARCHES, limit: FIRST }),
  });

  const searches = async (account: Account): Promise<Home['searches']> => {
    const report = await withinTime(reports.forceFetch(account.id, { context: account }));
    return {
      count: report.total.withoutResults,
      path: '/stats/searches',
      filter: new URLSearchParams(SEARCHES).toString(),
      first: report.queries.filter(({ withoutResults }) => withoutResults > 0),
    };
  };

  const feeds = (checks: readonly FeedCheck[]): Home['feeds'] => {
    const lacking = checks
      .filter(
        ({ missing, enclosed, playable }) => enclosed > 0 && (missing.length > 0 || playable < enclosed),
      )
      .map(({ collection, ...check }) => ({ collectionId: collection.id, name: collection.name, ...check }));
    const ids = lacking.slice(0, MAX_FEEDS).map(({ collectionId }) => collectionId);
    return {
      count: lacking.length,
      path: '/collections',
      filter: `id.in=${ids.length > 0 ? ids.join() : 0}`,
      first: lacking.slice(0, FIRST),
    };
  };

  const suggestions = async (accountId: number, filter: string): Promise<Home['suggestions']> => {
    const { first, ...section } = await listed(accountId, reviewQueue, '/suggestions', filter);
    return { ...section, first: await completeQueue(db, accountId, first, ['item']) };
  };

  /** The reader of each section. In lists of content, contributors see only what they may change. */
  const readersOf = (account: Account, caller: Caller) => {
    const { id } = account;
    const own = isContributor(caller) ? 'needsEditor=false' : '';
    const feedChecks = createLazy(() => checkFeeds(db, isoTime(clock), account));
    const items = (filter: string, spec: ListSpec<'item'> = itemList) => listed(id, spec, '/items', filter);
    const joined = (...filters: string[]): string => filters.filter(Boolean).join('&');
    return {
      errors: () => items(joined('needsAttention=true', own)),
      readyForReview: () => items('readyForReview=true'),
      suggestions: () => suggestions(id, own),
      scheduled: () => items('publishAt.nl=false&_orderBy=publishAt,ASC'),
      drafts: () => items(joined('status=draft', own), ownFirst(caller)),
      pendingChanges: () => items('hasDraft=true'),
      uploads: () => listed(id, mediaAssetList, '/media', joined('status=created', own)),
      searches: () => searches(account),
      failedChecks: () => listed(id, checkList, '/search/checks', 'status=failed'),
      feeds: async () => feeds(await feedChecks.get()),
      storage: async () => {
        const { limits, usage } = await quotas.of(id);
        return { usedBytes: usage.storedBytes, maxBytes: limits.storedBytes };
      },
      checklist: async () => readChecklist(db, account, { feeds: await feedChecks.get(), transcribes }),
    } satisfies { [Name in SectionName]: () => Promise<Home[Name]> };
  };

  return {
    /** A section whose statistics are not available is null, with the reason. */
    read: async (account: Account, caller: Caller): Promise<Home> => {
      const readers = readersOf(account, caller);
      const sections: Partial<Record<SectionName, unknown>> = {};
      const missing: { section: SectionName; reason: string }[] = [];
      for (const section of sectionNames) {
        sections[section] = null;
        const scope = SCOPES[section];
        if (!may(caller, scope)) {
          missing.push({ section, reason: `Needs the scope ${scope}` });
          continue;
        }
        try {
          sections[section] = await readers[section]();
        } catch (error) {
          if (section !== 'searches') throw error;
          log.warn({ err: error, accountId: account.id }, 'the home screen has no statistics');
          missing.push({ section, reason: reasonOf(error) });
        }
        // SQLite reads on this thread, so other requests run between the sections.
        await setImmediate();
      }
      return { ...sections, unavailable: missing } as Home;
    },
  };
};

/** For callers, without the inside of a defect. */
const reasonOf = (error: unknown): string =>
  error instanceof AppError || isStoreDown(error) ? messageOf(error) : 'The statistics are not available';

const withinTime = async <T>(work: Promise<T>): Promise<T> => {
  const cancelled = new AbortController();
  const { signal } = cancelled;
  const timeout = setTimeout(STATS_TIMEOUT_MS, undefined, { signal }).then(() => {
    throw unavailable('The statistics take too long. Try again later.');
  });
  // Whichever loses the race may fail later.
  for (const one of [work, timeout]) one.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancelled.abort();
  }
};

/** The list of items with those that the caller created first. */
const ownFirst = (caller: Caller): ListSpec<'item'> => {
  const [from, to] = ownAuthors(caller);
  const createdBy = sql.ref<Row<'item'>['createdBy']>('item.createdBy');
  const isOwn = sql`case when ${createdBy} >= ${from} and ${createdBy} < ${to} then 1 else 0 end`;
  return {
    ...itemList,
    fields: { ...itemList.fields, isOwn: { type: 'integer', expression: isOwn } },
    defaultOrder: [{ field: 'isOwn', direction: 'DESC' }, ...itemList.defaultOrder],
  };
};

/** @param feeds what the feeds lack */
const readChecklist = async (
  db: Db,
  account: Account,
  { feeds, transcribes }: { feeds: readonly FeedCheck[]; transcribes: boolean },
): Promise<Home['checklist']> => {
  const { logo, publicSiteUrl, publicSites = [] } = account.settings;
  return {
    talks: await hasOwnItems(db, account.id),
    logo: logo !== undefined,
    site: Boolean(publicSiteUrl) || publicSites.length > 0,
    feed: feeds.some(({ enclosed, missing }) => enclosed > 0 && missing.length === 0),
    transcriber: transcribes,
    people: (await countPeople(db, account.id)) > 1,
  };
};

/** Whether there are items besides the sample content. */
const hasOwnItems = async (db: Db, accountId: number): Promise<boolean> => {
  const id = sql.ref<Row<'item'>['id']>('item.id');
  const own = await existingRows(db, 'item', accountId)
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sampleRecord')
            .select('record')
            .where('sampleRecord.accountId', '=', accountId)
            .where('type', '=', 'item')
            .where('record', '=', sql<string>`cast(${id} as text)`),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
};
