/** Runs the SQL migrations, in order, for both engines. */
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Migration } from 'kysely';
import * as initial from '../../../migrations/sql/0001-initial.js';
import * as contentApi from '../../../migrations/sql/0002-content-api.js';
import * as listIndexes from '../../../migrations/sql/0003-list-indexes.js';
import * as visitorSalts from '../../../migrations/sql/0004-visitor-salts.js';
import * as defaultAccount from '../../../migrations/sql/0005-default-account.js';
import * as secrets from '../../../migrations/sql/0006-secrets.js';
import * as tenancy from '../../../migrations/sql/0007-tenancy.js';
import * as contentVersion from '../../../migrations/sql/0008-content-version.js';
import * as imagesAndTranscripts from '../../../migrations/sql/0009-images-and-transcripts.js';
import * as publicLists from '../../../migrations/sql/0010-public-lists.js';
import * as collectionFeeds from '../../../migrations/sql/0011-collection-feeds.js';
import * as schedules from '../../../migrations/sql/0012-schedules.js';
import * as accountJobs from '../../../migrations/sql/0013-account-jobs.js';
import * as importedFields from '../../../migrations/sql/0014-imported-fields.js';
import * as indexVersion from '../../../migrations/sql/0015-index-version.js';
import * as titleSortKeys from '../../../migrations/sql/0016-title-sort-keys.js';
import * as indexChange from '../../../migrations/sql/0017-index-change.js';
import * as processingSteps from '../../../migrations/sql/0018-processing-steps.js';
import * as jobCrashes from '../../../migrations/sql/0019-job-crashes.js';
import * as renditions from '../../../migrations/sql/0020-renditions.js';
import * as transcriptRevisions from '../../../migrations/sql/0021-transcript-revisions.js';
import * as suggestions from '../../../migrations/sql/0022-suggestions.js';
import * as transcriptions from '../../../migrations/sql/0023-transcriptions.js';
import * as writings from '../../../migrations/sql/0024-writings.js';
import * as undatedItems from '../../../migrations/sql/0025-undated-items-and-paragraphs.js';
import * as importedContents from '../../../migrations/sql/0026-imported-contents.js';
import * as unfinishedSuggestions from '../../../migrations/sql/0027-unfinished-suggestions.js';
import * as importFolders from '../../../migrations/sql/0028-import-folders-and-refusals.js';
import * as samples from '../../../migrations/sql/0029-samples.js';
import type { Db } from './dialect.js';

const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-content-api': contentApi,
  '0003-list-indexes': listIndexes,
  '0004-visitor-salts': visitorSalts,
  '0005-default-account': defaultAccount,
  '0006-secrets': secrets,
  '0007-tenancy': tenancy,
  '0008-content-version': contentVersion,
  '0009-images-and-transcripts': imagesAndTranscripts,
  '0010-public-lists': publicLists,
  '0011-collection-feeds': collectionFeeds,
  '0012-schedules': schedules,
  '0013-account-jobs': accountJobs,
  '0014-imported-fields': importedFields,
  '0015-index-version': indexVersion,
  '0016-title-sort-keys': titleSortKeys,
  '0017-index-change': indexChange,
  '0018-processing-steps': processingSteps,
  '0019-job-crashes': jobCrashes,
  '0020-renditions': renditions,
  '0021-transcript-revisions': transcriptRevisions,
  '0022-suggestions': suggestions,
  '0023-transcriptions': transcriptions,
  '0024-writings': writings,
  '0025-undated-items-and-paragraphs': undatedItems,
  '0026-imported-contents': importedContents,
  '0027-unfinished-suggestions': unfinishedSuggestions,
  '0028-import-folders-and-refusals': importFolders,
  '0029-samples': samples,
};

/**
 * Runs pending migrations, one process at a time (Kysely locks).
 * @throws {Error} when a newer version has migrated the database
 * @returns the names of the migrations that ran
 */
export const migrate = async (db: Db): Promise<string[]> => {
  const { unknown } = await migrationState(db);
  if (unknown.length > 0)
    throw new Error(
      `The database belongs to a newer version of Lectern (${unknown.join(', ')}): update Lectern, or set DATA_DIR to another folder`,
    );
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
};

export interface MigrationState {
  /** Names of migrations that ran, that have yet to run, and that ran but are not of this version. */
  executed: string[];
  pending: string[];
  unknown: string[];
}

export const migrationState = async (db: Db): Promise<MigrationState> => {
  const known = await migrator(db).getMigrations();
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const recorded = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
    ? await sql<{
        name: string;
      }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
    : { rows: [] };
  return {
    executed: known.filter(({ executedAt }) => executedAt).map(({ name }) => name),
    pending: known.filter(({ executedAt }) => !executedAt).map(({ name }) => name),
    unknown: recorded.rows.map(({ name }) => name).filter((name) => !(name in migrations)),
  };
};

const migrator = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
