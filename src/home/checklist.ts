/** What a new library still lacks. */
import { sql } from 'kysely';
import type { FeedCheck } from '../content/feeds/feed-check.js';
import type { Account } from '../identity/accounts/account.record.js';
import { countPeople } from '../identity/people/people.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { existingRows } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Home } from './home.schema.js';

/** @param feeds what the feeds lack */
export const readChecklist = async (
  db: Db,
  account: Account,
  { feeds, transcribes }: { feeds: readonly FeedCheck[]; transcribes: boolean },
): Promise<Home['checklist']> => {
  const { logo, publicSiteUrl, publicSites = [] } = account.settings;
  return {
    talks: await hasOwnItems(db, account.id),
    logo: logo !== undefined,
    site: Boolean(publicSiteUrl) || publicSites.length > 0,
    feed: feeds.some(({ enclosed, missing }) => enclosed > 0 && missing.length === 0),
    transcriber: transcribes,
    people: (await countPeople(db, account.id)) > 1,
  };
};

/** Whether there are items besides the sample content. */
const hasOwnItems = async (db: Db, accountId: number): Promise<boolean> => {
  const id = sql.ref<Row<'item'>['id']>('item.id');
  const own = await existingRows(db, 'item', accountId)
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sampleRecord')
            .select('record')
            .where('sampleRecord.accountId', '=', accountId)
            .where('type', '=', 'item')
            .where('record', '=', sql<string>`cast(${id} as text)`),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
};
