/**
 * The libraries that abuse runs against: a large public one, and a small one of another account whose visitors
 * keep searching.
 */
import type { App } from '../../src/app.js';
import type { Account } from '../../src/identity/accounts/account.record.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { createClient } from '../../test/support/client.js';
import { buildEverything } from '../../test/support/factories.js';
import { openOperationsOf, operationsOf } from '../../test/support/operations.js';
import { putCopies, putMedia } from '../../test/support/public-rows.js';
import type { Tenant } from '../../test/support/start-app.js';
import { knownIds } from '../fuzz/known-ids.js';
import { newToken } from '../harness/app.js';
import { ROOT } from '../harness/program.js';
import { readCatalog } from '../seed/catalog.js';
import { seed } from '../seed/seed.js';
import type { Host, HostTarget, Target } from './abuse-class.js';

export const VISITED = 'visited';
/** Items of the abused account, and how many of them have a file, for the feeds. */
const ITEMS = 10_000;
const FEED_ITEMS = 300;
const TOKENS = 40;
/** Items that the requests refer to: the first have content, the last are copies. */
const NAMED_ITEMS = 4;

export interface Urls {
  privateUrl: string;
  publicUrl: string;
}

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

/** The data for building requests: the documents of both hosts, the ids of the account's records, and its tokens. */
export const newTarget = async (
  db: Db,
  { account, api, site }: Tenant,
  { privateUrl, publicUrl }: Urls,
  tokens: string[],
): Promise<Target> => {
  const items = await db
    .selectFrom('item')
    .select(['id', 'urlSlug'])
    .where('accountId', '=', account.id)
    .orderBy('id')
    .limit(NAMED_ITEMS)
    .execute();
  const hostOf = async (host: Host): Promise<HostTarget> => {
    const document = (await (host === 'private' ? api : site).get('/openapi.json')).body;
    const operations = [...operationsOf(document), ...openOperationsOf(document)];
    const known = await knownIds(db, account.id, operations);
    known.set('itemId', [...items.map(({ id }) => id), ...(known.get('itemId') ?? []).slice(0, 1)]);
    return { url: host === 'private' ? privateUrl : publicUrl, document, operations, known };
  };
  return {
    hosts: { private: await hostOf('private'), public: await hostOf('public') },
    hostName: `${account.shortName}.localhost`,
    slug: items[0]?.urlSlug ?? 'nothing',
    tokens,
  };
};
