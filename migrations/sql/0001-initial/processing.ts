/** Processing runs and their steps, suggestions, transcriptions, and texts written by a chat server. */
import type { SchemaTools } from '../schema-tools.js';

export const processing = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('processing', {
    integers: 'accountId!>account itemId!>item',
    texts: 'status! errorMessage startedDate! finishedDate',
  });
  await index('processing', 'itemId');
  await index('processing', 'id', { name: 'processing_running', where: `"status" = 'running'` });

  await create('processingStep', {
    integers: 'accountId!>account itemId!>item percent!',
    texts: 'name! status! message input startedDate finishedDate',
  });
  await index('processingStep', 'itemId name', { unique: true });
  await index('processingStep', 'itemId', {
    name: 'processingStep_unsuggested',
    where: `"name" = 'suggest' and "status" in ('pending', 'running')`,
  });

  await create('suggestion', {
    integers: 'accountId!>account itemId!>item topicId>topic startMs',
    texts: 'kind! text! source! status! contentHash! entryDate!',
    reals: 'score!=0',
  });
  await index('suggestion', 'itemId kind');

  await create('transcription', {
    integers: 'accountId!>account itemId!>item mediaAssetId!>mediaAsset sentMs!',
    texts: 'status! message plan contentHash failedDate entryDate!',
  });
  await index('transcription', 'mediaAssetId', { unique: true });
  await index('transcription', 'accountId itemId');
  await create('transcriptionPart', {
    integers: 'accountId!>account transcriptionId!>transcription ordinal!',
    texts: 'segments! language',
  });
  await index('transcriptionPart', 'transcriptionId ordinal', { unique: true });

  await create('writing', {
    integers: 'accountId!>account itemId!>item',
    texts: 'status! contentHash! model! written message failedDate entryDate!',
  });
  await index('writing', 'itemId', { unique: true });
};
