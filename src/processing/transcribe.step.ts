/** The step that sees to it that an item has a transcript. */
import { currentTranscripts } from '../content/items/current-transcript.repository.js';
import type { StepFactory, StepResult } from './step.js';

const NEEDS_TRANSCRIPT = 'This item needs a transcript. Upload one, and processing goes on by itself.';

export const transcribeStep: StepFactory = ({ db }) => ({
  weight: 40,
  run: async ({ accountId, items }) => {
    const ids = items.map(({ itemId }) => itemId);
    const transcripts = await currentTranscripts(db, accountId, ids);
    return new Map(
      items.map((work): [number, StepResult] => {
        work.transcript = transcripts.get(work.itemId);
        return [
          work.itemId,
          work.transcript
            ? { status: 'skipped', message: 'The item has a transcript.' }
            : { status: 'actionRequired', message: NEEDS_TRANSCRIPT },
        ];
      }),
    );
  },
});
