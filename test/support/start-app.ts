/** The real application on free ports, with two accounts and a token for each, for tests over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Koa from 'koa';
import { compose, type Composed } from '../../src/compose.js';
import { loadConfig } from '../../src/config.js';
import { migrate } from '../../src/db/migrate.js';
import type { Account } from '../../src/accounts/account.record.js';
import type { Scope } from '../../src/http/endpoint.js';
import type { Clock } from '../../src/lib/clock.js';
import { createClient, type Client } from './client.js';
import { freshDatabase } from './database.js';

export interface Tenant {
  account: Account;
  /** Calls the private API with an admin token. */
  api: Client;
  /** Calls the public host of the account. */
  site: Client;
}

export interface TestApp {
  house: Composed;
  /** Base addresses, `/v2` and `/api` included. */
  privateUrl: string;
  publicUrl: string;
  demo: Tenant;
  /** A second account that must never see the first one's data. */
  other: Tenant;
  /** A client of the private API whose token has just these scopes. */
  withScopes(tenant: Tenant, ...scopes: Scope[]): Promise<Client>;
  stop(): Promise<void>;
}

export const startApp = async ({
  env = {},
  clock,
}: { env?: Record<string, string>; clock?: Clock } = {}): Promise<TestApp> => {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-data-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PUBLIC_RATE_LIMIT: '100000',
    ...env,
  });
  const house = compose(config, { clock });
  await migrate(house.db);
  const [privateServer, publicServer] = [await listen(house.privateApp), await listen(house.publicApp)];
  const privateUrl = `${addressOf(privateServer)}/v2`;
  const publicUrl = `${addressOf(publicServer)}/api`;

  const clientWith = async (account: Account, scopes: Scope[]): Promise<Client> => {
    const { secret } = await house.tokens.create(account.id, { name: 'test', scopes, expiresAt: null });
    return createClient(privateUrl, { Authorization: `Bearer ${secret}` });
  };
  const tenant = async (shortName: string): Promise<Tenant> => {
    const account = await house.accounts.create({ shortName });
    return {
      account,
      api: await clientWith(account, ['admin']),
      site: createClient(publicUrl, { Host: `${shortName}.localhost` }),
    };
  };

  return {
    house,
    privateUrl,
    publicUrl,
    demo: await tenant('demo'),
    other: await tenant('other'),
    withScopes: ({ account }, ...scopes) => clientWith(account, scopes),
    stop: async () => {
      for (const server of [privateServer, publicServer]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await house.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const listen = (app: Koa): Promise<Server> =>
  new Promise((resolve) => {
    const handle = app.callback();
    const server = createServer((message, response) => void handle(message, response));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
