/** The real application on free ports, with two accounts and a token for each, for HTTP tests. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { startServer } from '../../src/server.js';
import { untilIdle } from './until-idle.js';
import type { Account } from '../../src/identity/accounts/account.record.js';
import type { Scope } from '../../src/platform/lib/permissions.js';
import type { Clock } from '../../src/platform/lib/clock.js';
import type { LogDestination } from '../../src/platform/lib/log.js';
import { createClient, type Client } from './client.js';
import { freshDatabase } from './database.js';
import { transcribesOnlyIn } from './run-cli.js';
import { removeFolder } from './remove-folder.js';
import { loadSharedEmbedder } from './shared-embedder.js';
import { use } from './use.js';

/** The index engine of all tests that do not choose one. */
export const isOnQdrant = process.env.TEST_INDEX === 'qdrant';

export interface Tenant {
  account: Account;
  /** Calls the private API with an admin token. */
  api: Client;
  /** Calls the public host of the account. */
  site: Client;
}

export interface TestApp {
  app: App;
  /** Base URLs, including `/v2` and `/api`. */
  privateUrl: string;
  publicUrl: string;
  /** Where the console listens; browsers know it as `CONSOLE_BASE_URL`. */
  consoleUrl: string;
  /** Empty without METRICS_PORT. */
  metricsUrl: string;
  demo: Tenant;
  /** A second account that must never see the first one's data. */
  other: Tenant;
  /** Creates another account. */
  tenant(shortName: string): Promise<Tenant>;
  /** Resolves once all work on items is done. Only for an app with a worker. */
  idle(): Promise<void>;
  /** A client of the private API whose token has only these scopes. */
  withScopes(tenant: Tenant, ...scopes: Scope[]): Promise<Client>;
  stop(): Promise<void>;
}

interface AppOptions {
  env?: Record<string, string>;
  clock?: Clock;
  /** Whether to run jobs. */
  worker?: boolean;
  /** Whether processing makes suggestions, which cost a second of processor time. */
  suggestions?: boolean;
  logTo?: LogDestination;
}

/**
 * Starts an app before the tests of the file or of the `describe` around, and stops it after them.
 * @param options or a function that returns them when the app starts
 */
export const useApp = (options?: AppOptions | (() => AppOptions)): TestApp =>
  use(() => startApp(typeof options === 'function' ? options() : options), 'stop');

export const startApp = async ({
  env = {},
  clock,
  worker = false,
  suggestions = false,
  logTo,
}: AppOptions = {}): Promise<TestApp> => {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-data-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_PORT: '0',
    CONSOLE_PORT: '0',
    CONSOLE_BASE_URL: 'http://localhost:8083',
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    SUGGESTIONS: String(suggestions),
    PUBLIC_RATE_LIMIT: '100000',
    PRIVATE_RATE_LIMIT: '100000',
    FAILED_AUTHENTICATIONS_LIMIT: '100000',
    ...(isOnQdrant && { QDRANT_URL: inject('qdrantUrl') }),
    ...transcribesOnlyIn(env),
    ...env,
  });
  const loadEmbedder = config.embedding.model ? undefined : loadSharedEmbedder;
  const app = createApp(config, { clock, loadEmbedder, logTo });
  const running = await startServer(app, { role: worker ? 'all' : 'api', warm: worker });
  const { privateUrl, publicUrl, consoleUrl, metricsUrl } = running;

  const clientWith = async (account: Account, scopes: Scope[]): Promise<Client> => {
    const { secret } = await app.tokens.create(account.id, { name: 'test', scopes, expiresAt: null });
    return createClient(privateUrl, { Authorization: `Bearer ${secret}` });
  };
  const tenant = async (shortName: string): Promise<Tenant> => {
    const account = await app.accounts.create({ shortName });
    return {
      account,
      api: await clientWith(account, ['admin']),
      site: createClient(publicUrl, { Host: `${shortName}.localhost` }),
    };
  };

  return {
    app,
    privateUrl,
    publicUrl,
    consoleUrl,
    metricsUrl,
    demo: await tenant('demo'),
    other: await tenant('other'),
    tenant,
    idle: () => untilIdle(app.db),
    withScopes: ({ account }, ...scopes) => clientWith(account, scopes),
    stop: async () => {
      await running.stop();
      // Deletes what the server stores of the library, as deleting DATA_DIR does.
      if (config.qdrant?.urls[0] === inject('qdrantUrl')) await dropIndex(app);
      await app.close();
      await database.drop();
      await removeFolder(dataDir);
    },
  };
};

const dropIndex = async ({ index }: App): Promise<void> => {
  const { version, index: opened } = await index.current();
  await index.activate({ version: { ...version, id: 0 }, index: opened });
  await index.dropRetired();
};
