/**
 * Step: makes sure that an item has a transcript, either an uploaded one or one that a job makes from its
 * recording.
 */
import { currentTranscripts } from '../content/items/current-transcript.repository.js';
import type { StepFactory, StepResult } from './step.js';
import { requestTranscriptions } from './transcription/request-transcriptions.js';
import { transcriptionsOf } from './transcription/transcription.repository.js';

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
    const transcribed = await transcriptionsOf(
      db,
      accountId,
      [...transcripts.values()].flatMap(({ mediaAssetId }) => mediaAssetId ?? []),
    );
    return new Map(
      items.map((work): [number, StepResult] => {
        const transcript = transcripts.get(work.itemId);
        work.transcript = transcript;
        if (!transcript)
          return [
            work.itemId,
            requested.get(work.itemId) ?? { status: 'actionRequired', message: NEEDS_TRANSCRIPT },
          ];
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
