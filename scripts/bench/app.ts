/** A house of the benchmark's own: the real composition on a folder of its own, with one account and a token. */
import { compose } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { houseEnvironment } from './server.js';

export const openHouse = (dataDir: string) => compose(loadConfig(houseEnvironment(dataDir)));

/** A migrated house with the account `bench`. */
export const newHouse = async (dataDir: string) => {
  const house = openHouse(dataDir);
  await migrate(house.db);
  const account = await house.accounts.create({ shortName: ACCOUNT });
  const { secret } = await house.tokens.create(account.id, {
    name: 'bench',
    scopes: ['admin'],
    expiresAt: null,
  });
  return { house, account, secret };
};

export const ACCOUNT = 'bench';
