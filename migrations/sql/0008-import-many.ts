/** Imported episodes of podcast feeds, and an index that finds media by their size. */
import type { Kysely } from 'kysely';
import { EXISTING, schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create('importedEpisode', {
    integers:
      'accountId!>account collectionId!>collection itemId!>item mediaAssetId!>mediaAsset accountJobId',
    texts:
      'feedUrl! guid! enclosureUrl! transcriptUrl transcriptType language status! errorMessage entryDate! finishedDate',
  });
  await index('importedEpisode', 'accountId guid');
  await index('importedEpisode', 'accountId enclosureUrl');
  await index('importedEpisode', 'itemId');
  await index('importedEpisode', 'mediaAssetId');
  await index('mediaAsset', 'accountId fileSizeBytes', { where: EXISTING });
};
