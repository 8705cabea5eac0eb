/** What is restored: a whole backup, or one account of it beside the others that are there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBackup, type OpenBackup } from '../backup/format/backup-reader.js';
import { createFolderPlace } from '../backup/format/folder-place.js';
import type { Manifest } from '../backup/format/manifest.js';
import type { PartReader } from '../backup/format/backup-writer.js';
import {
  accountIn,
  assertSameAccount,
  composedReader,
  peopleIn,
  rowsOfAccount,
  rowsOfOthers,
} from '../backup/restore/composed-reader.js';
import { presentAccounts } from '../backup/restore/stage-rows.js';
import { stagedDatabase } from '../backup/restore/staged-database.js';
import type { RowSource } from '../backup/rows/load-rows.js';
import type { StoredRow } from '../backup/rows/snapshot.js';
import type { Config } from '../config/config.js';
import { usingApp } from './context.js';
import { note } from './output.js';
import {
  connectClickHouse,
  DEFAULT_RETENTION,
  migrateClickHouse,
  storedRows,
  type LoadedAccounts,
  type StagedStore,
} from '../../analytics/index.js';
import { loadEvents } from '../backup/contents/events.js';
import { clickHouseAddress } from '../engagement/clickhouse-address.js';

export interface RestoredParts {
  /** Manifest of the restored backup. All `rows` have the schema version that it states. */
  manifest: Manifest;
  rows: readonly RowSource[];
  events: readonly RestoredEvents[];
  vectors: PartReader;
  /** Undefined for all accounts. */
  accountId: number | undefined;
  close(): Promise<void>;
}

const nothingToClose = (): Promise<void> => Promise.resolve();

/** @param account its short name; undefined for all */
export const restoredParts = async (
  config: Config,
  backup: OpenBackup,
  account: string | undefined,
  signal: AbortSignal,
): Promise<RestoredParts> => {
  const { manifest } = backup;
  const madeAt = manifest.startedAt;
  if (account === undefined)
    return {
      manifest,
      rows: [{ reader: backup, keeps: () => true }],
      events: [{ reader: backup, madeAt, accounts: null }],
      vectors: backup,
      accountId: undefined,
      close: nothingToClose,
    };
  const row = await accountIn(backup, account);
  const accountId = Number(row['id']);
  if ((await presentAccounts(stagedDatabase(config.databaseUrl))) === 0)
    return {
      manifest,
      rows: [await rowsOfAccount(backup, accountId)],
      events: [{ reader: backup, madeAt, accounts: { only: accountId } }],
      vectors: backup,
      accountId,
      close: nothingToClose,
    };
  return besideOthers(config, backup, row, signal);
};

/** The other accounts come from a backup of what is there now: all is restored in one way. */
const besideOthers = async (
  config: Config,
  backup: OpenBackup,
  account: StoredRow,
  signal: AbortSignal,
): Promise<RestoredParts> => {
  const accountId = Number(account['id']);
  const folder = join(config.dataDir, 'restore-others');
  rmSync(folder, { recursive: true, force: true });
  const place = createFolderPlace(folder);
  note('Copying the other accounts');
  const plain = { ...config, backup: { ...config.backup, encryption: null }, logLevel: 'error' };
  const others = await usingApp(plain, async ({ db, backupsAt, engagement }) => {
    await assertSameAccount(db, account);
    try {
      if (engagement.eventSource) await engagement.start();
      const { name } = await backupsAt(folder).create({ signal });
      return await openBackup(place, name, config.backup.key);
    } finally {
      await engagement.stop();
    }
  });
  if (others.manifest.migrations.join() !== backup.manifest.migrations.join())
    throw new Error(
      'One account of a backup of another version cannot be put beside others: restore the backup into an empty installation, back it up there, and restore the account from that backup',
    );
  return {
    manifest: backup.manifest,
    rows: [
      rowsOfOthers(others, accountId),
      await rowsOfAccount(backup, accountId, { without: await peopleIn(others) }),
    ],
    events: [
      { reader: others, madeAt: others.manifest.startedAt, accounts: { except: accountId } },
      { reader: backup, madeAt: backup.manifest.startedAt, accounts: { only: accountId } },
    ],
    vectors: composedReader(backup, others, accountId),
    accountId,
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
};

interface RestoredEvents {
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
