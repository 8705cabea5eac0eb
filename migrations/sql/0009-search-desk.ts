/** What staff set for search: synonyms, pinned and hidden results, their history, and checks; when an index became active. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, add, index } = schemaTools(db);
  const authored = 'createdBy updatedBy entryDate! updatedDate!';
  await create('searchSynonym', {
    integers: 'accountId!>account bothWays!',
    texts: `term! synonyms! ${authored}`,
  });
  await index('searchSynonym', 'accountId id');

  await create('searchPin', {
    integers: 'accountId!>account',
    texts: `query! queryKey! pinnedItemIds! hiddenItemIds! ${authored}`,
  });
  await index('searchPin', 'accountId queryKey', { unique: true });

  await create('searchRevision', {
    integers: 'accountId!>account recordId!',
    texts: 'recordType! author before after entryDate!',
  });
  await index('searchRevision', 'accountId id');

  await create('searchCheck', {
    integers: 'accountId!>account itemId!>item maxRank! rank',
    texts: `query! status! checkedDate ${authored}`,
  });
  await index('searchCheck', 'accountId status id');
  await index('searchCheck', 'itemId');

  await add('indexVersion', { texts: 'activeDate' });
};
