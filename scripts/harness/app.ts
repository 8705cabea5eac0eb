/** The real app on a folder of its own, with accounts and tokens to call it with. */
import { join } from 'node:path';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import type { Account } from '../../src/identity/accounts/account.record.js';
import { migrate } from '../../src/platform/db/migrate.js';

/** The environment of an app that is measured or attacked: without limits on the number of requests. */
export const environmentOf = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: `sqlite:${join(dataDir, 'lectern.db')}`,
  HOST: '127.0.0.1',
  CONSOLE: 'false',
  LOG_LEVEL: 'warn',
  PUBLIC_RATE_LIMIT: '1000000000',
  PRIVATE_RATE_LIMIT: '1000000000',
  EVENT_BYTES_LIMIT: '1000000000000',
  // Disables the response cache, so that repeated searches are measured.
  SEARCH_ANSWER_BYTES: '0',
  QDRANT_URL: '',
  EMBEDDING_MODEL: '',
  TRANSCRIBE: 'off',
});

export const openApp = (environment: Record<string, string>): App => createApp(loadConfig(environment));

export interface AppWithAccount {
  app: App;
  account: Account;
  /** Secret of a token with all scopes. */
  secret: string;
}

/** Creates the database, and an account in it. */
export const newApp = async (
  environment: Record<string, string>,
  shortName: string,
): Promise<AppWithAccount> => {
  const app = openApp(environment);
  await migrate(app.db);
  const account = await app.accounts.create({ shortName });
  return { app, account, secret: await newToken(app, account) };
};

/** @returns the secret of a new token with all scopes */
export const newToken = async ({ tokens }: App, { id }: Account): Promise<string> =>
  (await tokens.create(id, { name: 'script', scopes: ['admin'], expiresAt: null })).secret;
