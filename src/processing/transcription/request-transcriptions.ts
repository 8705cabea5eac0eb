/** What the step `transcribe` does for items without a transcript, where something transcribes. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { runStarts } from '../run.repository.js';
import type { StepResult } from '../step.js';
import { filesToTranscribe, startTranscriptions, transcriptionsOf } from './transcription.repository.js';

/**
 * Has a file of each item transcribed, unless that has just failed.
 * @returns how the step ends for them; items without a file are absent
 */
export const requestTranscriptions = async (
  db: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, StepResult>> => {
  const results = new Map<number, StepResult>();
  const files = await filesToTranscribe(db, accountId, itemIds);
  const transcriptions = await transcriptionsOf(db, accountId, [...files.values()]);
  const starts = await runStarts(db, accountId, [...files.keys()]);
  const requests: { itemId: number; mediaAssetId: number }[] = [];
  for (const [itemId, mediaAssetId] of files) {
    const { status, failedDate, message } = transcriptions.get(mediaAssetId) ?? {};
    // Of an earlier run: that somebody starts another one asks for another attempt.
    const isNew = failedDate && failedDate >= (starts.get(itemId) ?? '');
    if (status === 'failed' && isNew && message) results.set(itemId, { status: 'actionRequired', message });
    else {
      requests.push({ itemId, mediaAssetId });
      results.set(itemId, { status: 'waiting', message: 'It is about to be transcribed.' });
    }
  }
  if (requests.length > 0) await startTranscriptions(db, clock, accountId, requests);
  return results;
};
