/** Whether suggestions are accepted automatically, according to a setting of the item or its account. */
import { accountById } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** Whether a new suggestion for the item is accepted immediately. */
export const acceptsSuggestions = async (
  trx: Db,
  item: Row<'item'>,
  setting: 'autoAcceptScriptures' | 'autoAcceptMediaChapters',
): Promise<boolean> => {
  const own = item[setting];
  if (own !== null) return own === 1;
  return (await accountById(trx, item.accountId))?.settings[setting] ?? false;
};
