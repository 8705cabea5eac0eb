/** Whether suggestions need a person: what the item says of itself, or where it says nothing, its account. */
import { accountById } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** Whether a suggestion that is made for the item now is accepted with that. */
export const acceptsSuggestions = async (
  trx: Db,
  item: Row<'item'>,
  setting: 'autoAcceptScriptures' | 'autoAcceptMediaChapters',
): Promise<boolean> => {
  const own = item[setting];
  if (own !== null) return own === 1;
  return (await accountById(trx, item.accountId))?.settings[setting] ?? false;
};
