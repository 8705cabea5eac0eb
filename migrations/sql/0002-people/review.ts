/** Items that wait for review, pending changes of public items, and the history of items. */
import type { SchemaTools } from '../schema-tools.js';

export const review = async ({ add, create, index }: SchemaTools): Promise<void> => {
  await add('item', { integers: 'readyForReview!=0 hasDraft!=0', texts: 'reviewNote' });
  await index('item', 'accountId readyForReview', { where: '"readyForReview" = 1' });

  await create('itemDraft', {
    integers: 'accountId!>account itemId!>item',
    texts: 'changes! base! createdBy updatedBy entryDate! updatedDate!',
  });
  await index('itemDraft', 'itemId', { unique: true });

  await create('itemRevision', {
    integers: 'accountId!>account itemId!>item',
    texts: 'author draftAuthor changes! entryDate!',
  });
  await index('itemRevision', 'itemId id');

  // A file that arrives may not be stored if its item has become public since a contributor planned the upload.
  await add('upload', { integers: 'byContributor!=0' });
  await add('auditEntry', { texts: 'draftAuthor' });
};
