/** What the commands run in: the app as the environment configures it, and the process. */
import { createApp, type App } from '../app.js';
import { loadConfig } from '../config.js';
import { cliEvent, insertAuditEntries } from '../platform/audit/audit.repository.js';
import { pendingMigrations } from '../platform/db/migrate.js';

export interface CommandContext {
  /** Aborts when the process is asked to stop. */
  signal: AbortSignal;
  /** Sets the exit code of a command that ends without throwing. */
  exitWith(code: number): void;
}

/** Runs `work` with the app and closes it afterwards. */
export const withApp = async (work: (app: App) => Promise<void>): Promise<void> => {
  // The command reports its own progress: the log is for problems only.
  const app = createApp({ ...loadConfig(), logLevel: process.stderr.isTTY ? 'error' : 'warn' });
  try {
    await work(app);
  } finally {
    await app.close();
  }
};

/** @throws {Error} when the schema is not up to date; the message says what to run. */
export const requireSchema = async ({ db }: App): Promise<void> => {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) throw new Error('The database is not up to date: run `lectern migrate` first');
};

/** Adds what a command has changed to the audit log. */
export const audit = ({ db, clock }: App, ...event: Parameters<typeof cliEvent>): Promise<void> =>
  insertAuditEntries(db, clock, [cliEvent(...event)]);
