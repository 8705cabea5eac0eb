/**
 * The libraries that abuse runs against: a large public one, and a small one of another account whose visitors
 * keep searching.
 */
import type { App } from '../../src/app.js';
import type { Account } from '../../src/identity/accounts/account.record.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { createClient } from '../../test/support/client.js';
import { buildEverything } from '../../test/support/factories.js';
import { putCopies, putMedia } from '../../test/support/public-rows.js';
import type { Tenant } from '../../test/support/start-app.js';
import { newToken } from '../harness/app.js';
import { ROOT } from '../harness/program.js';
import { readCatalog } from '../seed/catalog.js';
import { seed } from '../seed/seed.js';
import type { Target } from '../../test/support/abuse/abuse-class.js';
import { newTarget, type Urls } from '../../test/support/abuse/target.js';

export const VISITED = 'visited';
/** Items of the abused account, and how many of them have a file, for the feeds. */
const ITEMS = 10_000;
const FEED_ITEMS = 300;
const TOKENS = 40;
/**
 * Fills both accounts through the running server.
 * @param account the one to abuse
 */
export const buildLibrary = async (app: App, account: Account, urls: Urls): Promise<Target> => {
  const visited = await app.accounts.create({ shortName: VISITED });
  const tokens: string[] = [];
  for (let i = 0; i < TOKENS; i++) tokens.push(await newToken(app, account));
  const tenant: Tenant = {
    account,
    api: createClient(urls.privateUrl, { Authorization: `Bearer ${tokens[0]!}` }),
    site: createClient(urls.publicUrl, { Host: `${account.shortName}.localhost` }),
  };
  await tenant.api.patch('/account', {
    settings: { publicSiteUrl: 'https://demo.example.org', itemPagePath: '/talks/{slug}' },
  });
  const { signal } = new AbortController();
  const catalog = await readCatalog(ROOT);
  for (const each of [visited, account]) await seed(app, each, catalog, { root: ROOT, signal });
  await buildEverything({ app }, tenant);
  await makePublic(app.db, account);
  return newTarget(app.db, tenant, urls, tokens);
};

/** Publishes all items, and adds enough copies to make lists, feeds and the sitemap expensive. */
const makePublic = async (db: Db, { id: accountId }: Account): Promise<void> => {
  await db.updateTable('item').set({ status: 'published' }).where('accountId', '=', accountId).execute();
  const items = db.selectFrom('item').select('id').where('accountId', '=', accountId).orderBy('id', 'desc');
  await putCopies(db, await items.executeTakeFirstOrThrow(), ITEMS);
  for (const { id } of await items.limit(FEED_ITEMS).execute())
    await putMedia(db, { id, accountId }, { url: `/files/${accountId}/key${id}/talk.mp3` });
};
