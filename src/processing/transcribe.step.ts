/**
 * Step: makes sure that an item has a transcript, either an uploaded one or one that a job makes from its
 * recording. An item that visitors can play needs none.
 */
import { currentTranscripts, playableRecordings } from '../content/items/current-transcript.repository.js';
import type { StepFactory } from './step.js';
import { runStarts, type StepResult } from './runs/run.repository.js';
import {
  transcriptionsOf,
  filesToTranscribe,
  startTranscriptions,
} from './transcription/transcription.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { Clock } from '../platform/lib/clock.js';

/**
 * Requests the transcription of one file per item, unless that has just failed.
 * @returns the result of the step for these items; items without a file are absent
 */
const requestTranscriptions = async (
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
    if (status === 'failed' && isNew && message) results.set(itemId, { status: 'skipped', message });
    else {
      requests.push({ itemId, mediaAssetId });
      results.set(itemId, { status: 'waiting', message: 'It is about to be transcribed.' });
    }
  }
  if (requests.length > 0) await startTranscriptions(db, clock, accountId, requests);
  return results;
};

const WITHOUT_TRANSCRIPT: StepResult = {
  status: 'skipped',
  message: 'No transcript: found by title, speakers and description.',
};
const NEEDS_TRANSCRIPT = 'This item needs a transcript. Upload one to continue processing.';

export const transcribeStep: StepFactory = ({ db, clock, transcribes }) => ({
  weight: 40,
  run: async ({ accountId, items }) => {
    const ids = items.map(({ itemId }) => itemId);
    const transcripts = await currentTranscripts(db, accountId, ids);
    const missing = ids.filter((id) => !transcripts.has(id));
    const requested =
      transcribes && missing.length > 0
        ? await requestTranscriptions(db, clock, accountId, missing)
        : new Map<number, StepResult>();
    const recordings = await playableRecordings(db, accountId, missing);
    const transcribed = await transcriptionsOf(
      db,
      accountId,
      [...transcripts.values()].flatMap(({ mediaAssetId }) => mediaAssetId ?? []),
    );
    return new Map(
      items.map((work): [number, StepResult] => {
        const transcript = transcripts.get(work.itemId);
        work.transcript = transcript;
        work.recordingId = recordings.get(work.itemId)?.id ?? null;
        if (!transcript) {
          const without: StepResult =
            work.recordingId === null
              ? { status: 'actionRequired', message: NEEDS_TRANSCRIPT }
              : WITHOUT_TRANSCRIPT;
          return [work.itemId, requested.get(work.itemId) ?? without];
        }
        const { contentHash, message } = transcribed.get(transcript.mediaAssetId ?? 0) ?? {};
        return [
          work.itemId,
          contentHash === transcript.contentHash
            ? { status: 'done', message: message ?? undefined }
            : { status: 'skipped', message: 'The item has a transcript.' },
        ];
      }),
    );
  },
});
