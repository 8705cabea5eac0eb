/** What hostile requests to an account are built from. */
import type { Db } from '../../../src/platform/db/dialect.js';
import { knownIds } from '../fuzz/known-ids.js';
import { openOperationsOf, operationsOf } from '../operations.js';
import type { Tenant } from '../start-app.js';
import type { Host, HostTarget, Target } from './abuse-class.js';

/** Items that the requests refer to: the first have content, the last are copies. */
const NAMED_ITEMS = 4;

export interface Urls {
  privateUrl: string;
  publicUrl: string;
}

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
