/** Former versions of transcripts. Their segments are in a table of their own, since lists do not need them. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create(
    'transcriptRevision',
    'accountId!>account itemId!>item mediaAssetId>mediaAsset sizeBytes! endMs',
    'language contentHash! entryDate! replacedDate!',
  );
  await index('transcriptRevision', 'accountId itemId');
  await create('transcriptRevisionText', 'accountId!>account revisionId!>transcriptRevision', 'segments!');
  await index('transcriptRevisionText', 'revisionId', { unique: true });
};
