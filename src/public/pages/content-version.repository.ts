/**
 * The version of an account's content. Database triggers change it whenever anything changes that the public may
 * see.
 */
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import type { ContentVersion } from '../../platform/http/rendered-responses.js';

const reader = prepared((db: Db, accountId: number) =>
  db.selectFrom('contentVersion').select(['version', 'changedDate']).where('accountId', '=', accountId),
);

export const contentVersionOf = async (db: Db, accountId: number): Promise<ContentVersion> =>
  (await reader(db, accountId))[0]!;
