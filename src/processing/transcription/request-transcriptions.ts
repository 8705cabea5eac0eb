/** What the step `transcribe` does for items without a transcript if a transcriber is configured. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { runStarts } from '../run.repository.js';
import type { StepResult } from '../step.js';
import { filesToTranscribe, startTranscriptions, transcriptionsOf } from './transcription.repository.js';

/**
 * Requests the transcription of one file per item, unless that has just failed.
 * @returns the result of the step for these items; items without a file are absent
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
    // A failure of an earlier run does not count: starting a new run requests another attempt.
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
