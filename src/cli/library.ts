/**
 * Checks the library that a command works on, and reports one that is missing or of another version in one
 * sentence.
 */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFormerStore, unsupportedServer } from '../../analytics/index.js';
import { assertNoSwitch } from '../backup/restore/journal.js';
import type { Config } from '../config/config.js';
import { sqliteFile } from '../platform/db/connect.js';
import { migrationStateOf, type MigrationState } from '../platform/db/migrate.js';
import { lockDataFolder } from '../platform/db/server-lock.js';
import { ExitError } from '../platform/lib/errors.js';
import { sleep } from '../platform/lib/retry.js';

/** A newer version of Lectern has migrated the library. */
class NewerLibraryError extends ExitError {
  override name = 'NewerLibraryError';
  readonly exitCode = 6;
}

/**
 * What a command needs: `anything`, even no library, to create one; a `database`, whose schema may be outdated;
 * the current `schema`.
 */
export type Needs = 'anything' | 'database' | 'schema';

/**
 * Checks the library before anything is opened or created. Changes nothing.
 * @throws {Error} when the library is not what the command needs, or of a version that cannot be upgraded
 */
export const requireLibrary = async (config: Config, needs: Needs): Promise<void> => {
  const { dataDir, databaseUrl } = config;
  assertNoSwitch(dataDir);
  const file = sqliteFile(databaseUrl);
  if (file !== null && !isPresent(file)) {
    if (needs === 'anything') return;
    throw new Error(
      dirname(file) === dataDir
        ? `There is no library in ${dataDir}: set DATA_DIR to the folder of your library, or create one there with \`lectern migrate\``
        : `The database ${file} does not exist: correct DATABASE_URL, or create a library there with \`lectern migrate\``,
    );
  }
  const state = await migrationStateOf(databaseUrl).catch((error: unknown) => {
    // `lectern doctor` reports what is wrong with it.
    if (needs === 'database') return null;
    throw error;
  });
  if (!state) return;
  if (needs !== 'schema' && !state.isFormer && state.unknown.length === 0) return;
  const problem = schemaProblem(state, config);
  if (problem)
    throw state.unknown.length > 0 && !state.isFormer ? new NewerLibraryError(problem) : new Error(problem);
};

/** @throws {Error} when the folder may not be entered: `existsSync` takes the file for missing then */
const isPresent = (path: string): boolean => {
  try {
    // Opening and closing the file would give up the locks that SQLite has on it in this process.
    statSync(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') return false;
    throw new Error(
      `${path} belongs to another user, or its folder does: run this as that user, or correct the permissions`,
      { cause: error },
    );
  }
};

/** After this, the command continues even if ClickHouse does not respond. */
const CLICKHOUSE_TIMEOUT_MS = 3_000;

/**
 * Changes nothing.
 * @throws {Error} when the events belong to a version that cannot be upgraded, or ClickHouse would keep them wrong
 */
export const requireEvents = async (config: Config): Promise<void> => {
  if (!config.analytics.enabled) return;
  const problem = await Promise.race([eventsProblem(config).catch(() => null), sleep(CLICKHOUSE_TIMEOUT_MS)]);
  if (problem) throw new Error(problem);
};

/** @returns why the events cannot be used, in one sentence; null if they can */
const eventsProblem = async ({
  dataDir,
  analytics: { clickHouseUrl: url },
}: Config): Promise<string | null> => {
  const path = join(dataDir, 'clickhouse');
  if (!(await isFormerStore(url === null ? { path } : { url })))
    return url === null ? null : unsupportedServer(url);
  const [events, remedy] =
    url === null
      ? [path, 'move that folder away']
      : ['the database of CLICKHOUSE_URL', 'name an empty database there'];
  return `The events in ${events} belong to a version of Lectern from before 0.1.0, which this version cannot upgrade: ${remedy}, or go on with the version that wrote them`;
};

/**
 * Keeps other servers off a data folder with embedded engines; workers and commands may share it.
 * @returns a function that releases the folder
 * @throws {Error} when another server uses it
 */
export const lockLibrary = ({ dataDir, databaseUrl, qdrant, analytics }: Config): (() => void) =>
  sqliteFile(databaseUrl) !== null || !qdrant || (analytics.enabled && !analytics.clickHouseUrl)
    ? lockDataFolder(dataDir)
    : () => undefined;

/** What is wrong with the schema, and what to do; null if it is current. */
export const schemaProblem = (
  { executed, pending, unknown, isFormer }: MigrationState,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): string | null => {
  const file = sqliteFile(databaseUrl);
  const place = file === null ? 'in DATABASE_URL' : `in ${dataDir}`;
  if (isFormer) {
    const [library, remedy] =
      file === null
        ? ['database in DATABASE_URL', 'name an empty database there']
        : dirname(file) === dataDir
          ? [`library in ${dataDir}`, 'move the folder away']
          : [`database ${file}`, 'move the file away'];
    return `The ${library} belongs to a version of Lectern from before 0.1.0, which this version cannot upgrade: ${remedy} and import your content again, or go on with the version that wrote it`;
  }
  if (unknown.length > 0)
    return `The library ${place} belongs to a newer version of Lectern (${unknown.join(', ')}): update Lectern, or set DATA_DIR to another folder`;
  if (pending.length === 0) return null;
  return executed.length === 0
    ? `The database ${place} is empty: set DATA_DIR to the folder of your library, or create one there with \`lectern migrate\``
    : `The library ${place} belongs to an older version of Lectern: back it up, then run \`lectern migrate\``;
};
