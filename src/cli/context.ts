/** What every command is given. */
import type { Composed } from '../app.js';
import type { Config } from '../config.js';
import { pendingMigrations } from '../platform/db/migrate.js';

export interface CommandContext {
  /** Aborts when the process is asked to end. */
  signal: AbortSignal;
  /** The house on the configuration of the environment. */
  compose(overrides?: Partial<Config>): Composed;
  /** Sets the exit code of a command that ends without throwing. */
  exitWith(code: number): void;
}

/** Runs `work` in the composed house and closes it afterwards, whatever happens. */
export const withHouse = async (
  context: CommandContext,
  work: (house: Composed) => Promise<void>,
): Promise<void> => {
  // What a command says of its work is for people: the log keeps to what went wrong.
  const house = context.compose({ logLevel: process.stderr.isTTY ? 'error' : 'warn' });
  try {
    await work(house);
  } finally {
    await house.close();
  }
};

/** @throws Error that says what to run where the schema is not up to date */
export const requireSchema = async ({ db }: Composed): Promise<void> => {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Error('The database is not set up or not up to date: run `lectern migrate` first');
};
