/** What every command is given. */
import type { App } from '../app.js';
import type { Config } from '../config.js';
import { pendingMigrations } from '../platform/db/migrate.js';

export interface CommandContext {
  /** Aborts when the process is asked to end. */
  signal: AbortSignal;
  /** The app on the configuration of the environment. */
  createApp(overrides?: Partial<Config>): App;
  /** Sets the exit code of a command that ends without throwing. */
  exitWith(code: number): void;
}

/** Runs `work` in the composed app and closes it afterwards, whatever happens. */
export const withApp = async (context: CommandContext, work: (app: App) => Promise<void>): Promise<void> => {
  // What a command says of its work is for people: the log keeps to what went wrong.
  const app = context.createApp({ logLevel: process.stderr.isTTY ? 'error' : 'warn' });
  try {
    await work(app);
  } finally {
    await app.close();
  }
};

/** @throws Error that says what to run where the schema is not up to date */
export const requireSchema = async ({ db }: App): Promise<void> => {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Error('The database is not set up or not up to date: run `lectern migrate` first');
};
