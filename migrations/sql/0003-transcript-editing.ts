/** Drafts of transcripts, one per person or token and transcript. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create('transcriptDraft', {
    integers:
      'accountId!>account itemId!>item mediaAssetId!>mediaAsset textId!>transcriptText operationCount!',
    texts: 'caller! createdBy! base! contentHash! operations! entryDate! updatedDate!',
  });
  await index('transcriptDraft', 'itemId mediaAssetId caller', { unique: true });
  await index('transcriptDraft', 'textId');
  await index('transcriptDraft', 'caller');
};
