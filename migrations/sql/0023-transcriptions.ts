/** What of a recording has been transcribed by speech recognition: finished parts outlive the process. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create(
    'transcription',
    'accountId!>account itemId!>item mediaAssetId!>mediaAsset sentMs!',
    'status! message plan contentHash failedDate entryDate!',
  );
  await index('transcription', 'mediaAssetId', { unique: true });
  await index('transcription', 'accountId itemId');
  await create(
    'transcriptionPart',
    'accountId!>account transcriptionId!>transcription ordinal!',
    'segments! language',
  );
  await index('transcriptionPart', 'transcriptionId ordinal', { unique: true });
};
