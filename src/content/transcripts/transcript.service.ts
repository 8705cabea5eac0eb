/** Stores transcripts and has their items processed; returns them whole, in passages or as a file. */
import type { Segment } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound, unknownId } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import type { Item } from '../items/item.schema.js';
import { applyEvent } from '../items/item-status.repository.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { writePlainText } from './formats/plain-text.js';
import { writeSrt } from './formats/srt.js';
import { estimateTimes } from './formats/times.js';
import { writeVtt } from './formats/vtt.js';
import { opens } from './transcript-link.js';
import { findMedia, findTranscript, readChunks, saveTranscript } from './transcript.repository.js';
import type { RawTranscript, Transcript } from './transcript.schema.js';

export type TranscriptService = ReturnType<typeof createTranscriptService>;

export interface TranscriptUpload {
  segments: Segment[];
  language?: string | null;
  mediaAssetId?: number | null;
}

const writers = { vtt: writeVtt, srt: writeSrt, txt: writePlainText };
export type ExportFormat = keyof typeof writers;

export const createTranscriptService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const stored = async (accountId: number, itemId: number) => {
    const item = await findRow(db, 'item', accountId, itemId);
    if (!item) throw notFound();
    const transcript = await findTranscript(db, accountId, itemId);
    if (!transcript)
      throw invalidState(`This item has no transcript (status ${item.status}). Upload one, then process it.`);
    return { item, transcript };
  };

  return {
    /**
     * Replaces the item's transcript and queues processing; a published item stays published. Untimed text is spread
     * over the duration of its media, where one is known.
     * @throws {NotFoundError}
     * @throws {ValidationError} when the media asset is not the item's
     */
    put: ({ accountId }: Caller, itemId: number, upload: TranscriptUpload): Promise<Item> =>
      db.transaction().execute(async (trx) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        const media = await findMedia(trx, accountId, itemId);
        const chosen = media.find(({ id }) => id === upload.mediaAssetId);
        if (upload.mediaAssetId && !chosen) throw invalid([unknownId('mediaAssetId')]);
        const known = media.flatMap(({ durationSecs }) => durationSecs ?? []);
        const durationSecs =
          chosen?.durationSecs ?? (known.length > 0 ? Math.max(...known) : item.durationSecs);
        await saveTranscript(trx, clock, accountId, item, {
          segments:
            durationSecs === null ? upload.segments : estimateTimes(upload.segments, durationSecs * 1_000),
          language: upload.language ?? null,
          mediaAssetId: chosen?.id ?? null,
        });
        // Where the state takes no new run, the one at hand sees that the transcript changed and starts over.
        await applyEvent(trx, clock, accountId, itemId, 'process');
        await enqueue(trx, clock, accountId, 'processItem', { itemId });
        const changed = await findRow(trx, 'item', accountId, itemId);
        if (!changed) throw notFound();
        return withVersion(changed);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the item has not been processed
     */
    get: async (accountId: number, itemId: number): Promise<Transcript> => {
      const { item, transcript } = await stored(accountId, itemId);
      const chunks = await readChunks(db, accountId, itemId);
      if (chunks.length === 0)
        throw invalidState(`This item has not been processed yet (status ${item.status})`);
      return { itemId, title: item.title, transcript: fullText(transcript.segments), chunks };
    },

    /**
     * Returns the transcript as the text of a file.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     */
    export: async (accountId: number, itemId: number, format: ExportFormat): Promise<string> =>
      writers[format]((await stored(accountId, itemId)).transcript.segments),

    /**
     * Returns what the item's `transcriptUrl` opens.
     * @throws {NotFoundError} also when the key is wrong
     */
    open: async (accountId: number, itemId: number, key: string): Promise<RawTranscript> => {
      const item = await findRow(db, 'item', accountId, itemId);
      const transcript =
        item && opens(item.transcriptUrl, key) && (await findTranscript(db, accountId, itemId));
      if (!transcript) throw notFound();
      return {
        ...transcript,
        segments: transcript.segments.map((segment) => ({
          ...segment,
          speaker: segment.speaker ?? null,
          heading: segment.heading ?? false,
        })),
      };
    },
  };
};

/** The words without speakers and times; headings and untimed paragraphs keep lines of their own. */
const fullText = (segments: readonly Segment[]): string =>
  segments
    .map(({ text, startMs, heading }, i) => {
      const before = segments[i - 1];
      if (!before) return text;
      return (heading || before.heading || startMs === null ? '\n\n' : ' ') + text;
    })
    .join('');
