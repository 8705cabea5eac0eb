/** The part of `lectern restore` about events. */
import {
  connectClickHouse,
  DEFAULT_RETENTION,
  migrateClickHouse,
  storedRows,
  type LoadedAccounts,
  type StagedStore,
} from '../../analytics/index.js';
import { loadEvents } from '../backup/contents/events.js';
import type { PartReader } from '../backup/format/parts.js';
import type { Config } from '../config.js';
import { clickHouseAddress } from '../engagement/clickhouse-address.js';

export interface RestoredEvents {
  reader: PartReader;
  /** ISO 8601 */
  madeAt: string;
  accounts: LoadedAccounts;
}

/** @returns number of rows */
export const stageEvents = async (
  store: StagedStore,
  { analytics: { retentionMonths } }: Config,
  sources: readonly RestoredEvents[],
  signal: AbortSignal,
): Promise<number> => {
  await store.create();
  const clickHouse = await connectClickHouse(store.address);
  try {
    await migrateClickHouse(clickHouse, { ...DEFAULT_RETENTION, rawMonths: retentionMonths });
    for (const { reader, ...options } of sources)
      await loadEvents(reader, clickHouse, { ...options, signal });
    return await storedRows(clickHouse);
  } finally {
    await clickHouse.close();
  }
};

/** Rows in the present store. */
export const countEvents = async (store: StagedStore, config: Config): Promise<number> => {
  if (!(await store.exists())) return 0;
  const clickHouse = await connectClickHouse(clickHouseAddress(config));
  try {
    return await storedRows(clickHouse);
  } finally {
    await clickHouse.close();
  }
};
