/** Which library a command works on: refused in one sentence where there is none, or one of another version. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { App } from '../app.js';
import type { Config } from '../config.js';
import { sqliteFile } from '../platform/db/connect.js';
import { migrationState } from '../platform/db/migrate.js';
import { lockDataFolder } from '../platform/db/server-lock.js';

/** @throws {Error} when the SQLite file does not exist; nothing is created */
export const requireDatabase = ({ dataDir, databaseUrl }: Config): void => {
  const file = sqliteFile(databaseUrl);
  if (file === null || existsSync(file)) return;
  const isElsewhere = dirname(file) !== dataDir;
  throw new Error(
    isElsewhere
      ? `The database ${file} does not exist: correct DATABASE_URL, or create a library there with \`lectern migrate\``
      : `There is no library in ${dataDir}: set DATA_DIR to the folder of your library, or create one there with \`lectern migrate\``,
  );
};

/**
 * Keeps other servers off a data folder with embedded engines; workers and commands may share it.
 * @returns releases the folder
 * @throws {Error} when another server is running on it
 */
export const lockLibrary = ({ dataDir, databaseUrl, qdrant, analytics }: Config): (() => void) =>
  sqliteFile(databaseUrl) !== null || !qdrant || (analytics.enabled && !analytics.clickHouseUrl)
    ? lockDataFolder(dataDir)
    : () => undefined;

/** @throws {Error} when the schema is not that of this version; the message says what to run */
export const requireSchema = async (app: App): Promise<void> => {
  const problem = await schemaProblem(app);
  if (problem) throw new Error(problem);
};

/** What is wrong with the schema, and what to do; null where it is that of this version. */
export const schemaProblem = async ({ db, config }: App): Promise<string | null> => {
  const { executed, pending, unknown } = await migrationState(db);
  const place = sqliteFile(config.databaseUrl) ? `in ${config.dataDir}` : 'in DATABASE_URL';
  if (unknown.length > 0)
    return `The library ${place} belongs to a newer version of Lectern (${unknown.join(', ')}): update Lectern, or set DATA_DIR to another folder`;
  if (pending.length === 0) return null;
  return executed.length === 0
    ? `The database ${place} is empty: set DATA_DIR to the folder of your library, or create one there with \`lectern migrate\``
    : `The library ${place} belongs to an older version of Lectern: back it up, then run \`lectern migrate\``;
};
