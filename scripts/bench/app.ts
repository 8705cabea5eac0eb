/** Opens the real app on the benchmark's data folder, with one account and a token. */
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { appEnvironment } from './server.js';

export const openApp = (dataDir: string, environment: Record<string, string> = {}) =>
  createApp(loadConfig({ ...appEnvironment(dataDir), ...environment }));

/** Creates a migrated app with the account `bench`. */
export const newApp = async (dataDir: string, environment?: Record<string, string>) => {
  const app = openApp(dataDir, environment);
  await migrate(app.db);
  const account = await app.accounts.create({ shortName: ACCOUNT });
  const { secret } = await app.tokens.create(account.id, {
    name: 'bench',
    scopes: ['admin'],
    expiresAt: null,
  });
  return { app, account, secret };
};

export const ACCOUNT = 'bench';
