/** Whether suggestions are accepted automatically: a setting of the item, or else of its account. */
import { accountById } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** Whether a new suggestion for the item is accepted at once. */
export const acceptsSuggestions = async (
  trx: Db,
  item: Row<'item'>,
  setting: 'autoAcceptScriptures' | 'autoAcceptMediaChapters',
): Promise<boolean> => {
  const own = item[setting];
  if (own !== null) return own === 1;
  return (await accountById(trx, item.accountId))?.settings[setting] ?? false;
};
