/** Uploads that continue where they were cut, and links with which somebody without an account previews an item. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { add, create, index } = schemaTools(db);
  // Who planned an upload: it ends with their right. Its pieces are accepted until `resumableUntil`, if that is set.
  await add('upload', {
    integers: 'tokenId personId uploadedBytes!=0',
    texts: 'resumableUntil multipartId',
  });

  await create('previewLink', {
    integers: 'accountId!>account itemId!>item',
    texts: 'name secretHash! expiresAt! createdBy lastUsedAt entryDate!',
  });
  await index('previewLink', 'secretHash', { unique: true });
  await index('previewLink', 'itemId id');
};
