/** The sample content of an account, and its removal. */
import type { RemovedEvents } from '../../analytics/index.js';
import { lockAccount, updateAccount } from '../identity/accounts/account.repository.js';
import { forgetImports } from '../import/import.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { Clock } from '../platform/lib/clock.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { purgeItems, purgeUnused } from '../trash/purge-content.js';
import type { Row } from '../platform/db/tables.js';
import { groupBy } from '../platform/lib/group.js';
import { updateWhere, rowsWhere, deleteWhere } from '../platform/db/rows.js';

export type SampleService = ReturnType<typeof createSampleService>;

/** Number of samples, or of removed ones. */
export interface SampleCounts {
  items: number;
  series: number;
  speakers: number;
  topics: number;
  collections: number;
}

export const createSampleService = ({
  db,
  clock,
  quotas,
  removeEvents,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  removeEvents(events: RemovedEvents): Promise<number>;
}) => ({
  stateOf: async (accountId: number): Promise<SampleState> =>
    (await rowsWhere(db, 'account', { id: accountId }).select('samples').executeTakeFirstOrThrow()).samples,

  /** Records that all sample content has been added, so that it is added again only on request. */
  setAdded: (accountId: number): Promise<void> => setSampleState(db, accountId, 'added'),

  /** Marks these records as samples. Safe to repeat. */
  mark: (accountId: number, type: SampleType, ids: readonly (number | string)[]): Promise<void> =>
    markSamples(db, accountId, type, ids),

  itemsOf: async (accountId: number): Promise<number[]> =>
    ((await findSamples(db, accountId)).get('item') ?? []).map(Number),

  count: async (accountId: number): Promise<SampleCounts> => {
    const samples = await findSamples(db, accountId);
    const count = (type: SampleType): number => samples.get(type)?.length ?? 0;
    return {
      items: count('item'),
      series: count('series'),
      speakers: count('speaker'),
      topics: count('topic'),
      collections: count('collection'),
    };
  },

  /**
   * Removes the samples, the records that belong to them, and all events about them. Series, speakers, topics and
   * collections that other items use stay, as the account's own. Safe to repeat: a second call continues where
   * the first one failed.
   * @throws {AnalyticsUnavailableError} when ClickHouse is down; by then the content is removed, but not the
   * events
   */
  remove: async (accountId: number): Promise<SampleCounts & { events: number }> => {
    const { samples, counts } = await db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId);
      await quotas.lock(trx, accountId);
      const marked = await findSamples(trx, accountId);
      const content = { trx, clock, accountId };
      const ids = (type: SampleType): number[] => (marked.get(type) ?? []).map(Number);
      const sites = new Set(marked.get('site'));
      await forgetImports(trx, accountId, ids('item'));
      const removed: SampleCounts = {
        items: await purgeItems(content, ids('item')),
        series: await purgeUnused(content, 'series', ids('series')),
        speakers: await purgeUnused(content, 'speaker', ids('speaker')),
        topics: await purgeUnused(content, 'topic', ids('topic')),
        collections: await purgeUnused(content, 'collection', ids('collection')),
      };
      const { publicSites = [] } = account.settings;
      if (publicSites.some((site) => sites.has(site)))
        await updateAccount(trx, accountId, {
          settings: JSON.stringify({
            ...account.settings,
            publicSites: publicSites.filter((site) => !sites.has(site)),
          }),
        });
      if (marked.size > 0) await setSampleState(trx, accountId, 'removed');
      return { samples: marked, counts: removed };
    });
    if (samples.size === 0) return { ...counts, events: 0 };
    const events = await removeEvents({
      accountId,
      itemIds: (samples.get('item') ?? []).map(Number),
      pageViewIds: samples.get('pageView') ?? [],
      searchIds: samples.get('search') ?? [],
    });
    await deleteWhere(db, 'sampleRecord', { accountId }).execute();
    return { ...counts, events };
  },
});

type SampleType = Row<'sampleRecord'>['type'];
type SampleState = Row<'account'>['samples'];

/** Rows per insert; SQLite allows 32,766 values. */
const INSERT_ROWS = 5_000;

/** Marks records as samples; does nothing for marked ones. */
export const markSamples = async (
  db: Db,
  accountId: number,
  type: SampleType,
  ids: readonly (number | string)[],
): Promise<void> => {
  const rows = [...new Set(ids)].map((id) => ({ accountId, type, record: String(id) }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS)
    await db
      .insertInto('sampleRecord')
      .values(rows.slice(start, start + INSERT_ROWS))
      .onConflict((oc) => oc.doNothing())
      .execute();
};

/** The marked records, by type. */
const findSamples = async (db: Db, accountId: number): Promise<Map<SampleType, string[]>> => {
  const rows = await rowsWhere(db, 'sampleRecord', { accountId }).select(['type', 'record']).execute();
  return new Map(
    [...groupBy(rows, ({ type }) => type)].map(([type, own]) => [type, own.map(({ record }) => record)]),
  );
};

const setSampleState = async (db: Db, accountId: number, samples: SampleState): Promise<void> => {
  await updateWhere(db, 'account', { id: accountId }).set({ samples }).execute();
};
