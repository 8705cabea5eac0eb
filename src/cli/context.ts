/** The context in which commands run: the configured app, and the process. */
import { createApp, type App } from '../app.js';
import { Database } from '../../sqlite/driver.js';
import { loadConfig, type Config } from '../config/config.js';
import { cliEvent, insertAuditEntries } from '../platform/audit/audit.repository.js';
import { sqliteFile } from '../platform/db/connect.js';
import { storeFault } from '../platform/lib/store-fault.js';
import { requireLibrary, type Needs } from './library.js';

export interface CommandContext {
  /** Aborts when the process is asked to stop. */
  signal: AbortSignal;
  /** Sets the exit code of a command that ends without throwing. */
  exitWith(code: number): void;
}

/**
 * Runs `work` with the app and closes it afterwards.
 * @throws {Error} when the library is not what the command needs
 */
export const withApp = async (work: (app: App) => Promise<void>, needs: Needs = 'schema'): Promise<void> => {
  const config = loadConfig();
  return explainDatabaseErrors(config, async () => {
    await requireLibrary(config, needs);
    // The command prints its own progress, so the log shows problems only.
    await usingApp({ ...config, logLevel: process.stderr.isTTY ? 'error' : 'warn' }, work);
  });
};

/** Runs `work`. SQLite errors get a message that names the file and the remedy. */
export const explainDatabaseErrors = async <T>(
  { databaseUrl }: Config,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const file = sqliteFile(databaseUrl);
    throw file !== null && error instanceof Database.SqliteError ? storeFault(error, file) : error;
  }
};

/** Runs `work` with an app of this configuration, whatever the state of its stores, and closes it afterwards. */
export const usingApp = async <T>(config: Config, work: (app: App) => Promise<T>): Promise<T> => {
  const app = createApp(config);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

/** Adds a change made by a command to the audit log. */
export const audit = ({ db, clock }: App, ...event: Parameters<typeof cliEvent>): Promise<void> =>
  insertAuditEntries(db, clock, [cliEvent(...event)]);
