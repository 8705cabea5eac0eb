/** Fills the staged database: rows of their version, migrated to this one, and what a restore must not undo. */
import { connect } from '../../platform/db/connect.js';
import type { Db } from '../../platform/db/dialect.js';
import { migrate, migrationState } from '../../platform/db/migrate.js';
import type { Manifest } from '../format/manifest.js';
import { loadRows, type LoadOptions, type RowSource } from '../rows/load-rows.js';
import { replay, unreplayed, type ReplayReport } from './replay.js';
import type { StagedDatabase } from './staged-database.js';
import { migrateAsBackup } from './rehearse.js';

interface StagedRows {
  accounts: number;
  rows: number;
  report: ReplayReport;
}

/** @param sources of the version of the manifest */
export const stageRows = async (
  staged: StagedDatabase,
  manifest: Manifest,
  sources: readonly RowSource[],
  options: LoadOptions,
): Promise<StagedRows> => {
  await staged.create();
  const db = connect(staged.url);
  try {
    await migrateAsBackup(db, manifest);
    const counts = await loadRows(db, sources, options);
    await migrate(db);
    const report = await withFormer(staged, async (former) => {
      if (!former) return unreplayed(db, manifest.startedAt);
      await keepIndexVersions(former, db);
      return replay(former, db, options.clock);
    });
    return {
      accounts: counts['account'] ?? 0,
      rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
      report,
    };
  } finally {
    await db.destroy();
  }
};

/** Runs the work with the present database, or null if it has no accounts or is of another version. */
const withFormer = async <T>(
  { formerUrl }: StagedDatabase,
  work: (former: Db | null) => Promise<T>,
): Promise<T> => {
  const url = await formerUrl();
  if (url === null) return work(null);
  const db = connect(url);
  try {
    const { pending, unknown, executed } = await migrationState(db);
    const isReadable = executed.length > 0 && pending.length === 0 && unknown.length === 0;
    const hasAccounts =
      isReadable && (await db.selectFrom('account').select('id').limit(1).execute()).length > 0;
    return await work(hasAccounts ? db : null);
  } finally {
    await db.destroy();
  }
};

/** So that the indexes of the former library are dropped later, as after a reindex. */
const keepIndexVersions = async (former: Db, restored: Db): Promise<void> => {
  for (const version of await former.selectFrom('indexVersion').selectAll().execute())
    await restored
      .insertInto('indexVersion')
      .values({ ...version, state: 'retired' })
      .execute();
};

/** Number of accounts in the present database; 0 if it has no tables. */
export const presentAccounts = async ({ formerUrl }: StagedDatabase): Promise<number> => {
  const url = await formerUrl();
  if (url === null) return 0;
  const db = connect(url);
  try {
    const { executed, isFormer } = await migrationState(db);
    if (executed.length === 0) return isFormer ? 1 : 0;
    return (await db.selectFrom('account').select('id').execute()).length;
  } finally {
    await db.destroy();
  }
};
