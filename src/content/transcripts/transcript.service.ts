/** Stores transcripts and has their items processed; returns them whole, in passages or as a file. */
import { moved } from '../../../workers/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound, unknownId } from '../../platform/lib/errors.js';
import { withVersion, withVersionOf } from '../../platform/lib/etag.js';
import type { Item } from '../items/item.schema.js';
import { assertMayProcess } from '../items/draft-policy.js';
import { recordRevision } from '../items/item-revisions.repository.js';
import { isPublicNow } from '../items/visibility.js';
import type { SignedLinks } from '../../platform/secrets/signed-links.js';
import { READY_OR_LATER } from '../items/item-wizard.js';
import { readChunks } from './chunk.repository.js';
import { saveAndProcess } from './process-transcript.js';
import type { ReadableTranscript } from './read-paragraphs.js';
import { joined, textOf, withSegments } from './transcript-bytes.js';
import { opens } from './transcript-link.js';
import type { ExportFormat } from './transcript-exports.js';
import { storeLargeText } from './transcript-text.repository.js';
import { weightOf, type TranscriptThreads, type UploadInput } from './transcript-tasks.js';
import { findMedia, findTranscript, versionOfTranscript } from './transcript.repository.js';

export type TranscriptService = ReturnType<typeof createTranscriptService>;

interface Deps {
  db: Db;
  clock: Clock;
  threads: TranscriptThreads;
  signedLinks: Pick<SignedLinks, 'validSecs'>;
}

export const createTranscriptService = ({ db, clock, threads, signedLinks }: Deps) => {
  const stored = async (accountId: number, itemId: number, mediaAssetId?: number) => {
    const item = await findRow(db, 'item', accountId, itemId);
    if (!item) throw notFound();
    const transcript = await findTranscript(db, accountId, itemId, mediaAssetId);
    if (!transcript && mediaAssetId !== undefined)
      throw invalidState(`The media asset ${mediaAssetId} of this item has no transcript`);
    if (!transcript)
      throw invalidState(`This item has no transcript (status ${item.status}). Upload one, then process it.`);
    return { item, transcript };
  };

  return {
    /**
     * Replaces the transcript of the item, or of one of its media, and queues processing; a published item stays
     * published. Text without times is spread over the duration of its media, if that is known.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item
     * @throws {ValidationError} when the media asset does not belong to the item
     */
    put: async (
      caller: Caller,
      itemId: number,
      { bytes, ...given }: Omit<UploadInput, 'media' | 'durationSecs' | 'former'>,
    ): Promise<Item> => {
      const { accountId } = caller;
      const item = await findRow(db, 'item', accountId, itemId);
      const { mediaAssetId } = given;
      const former = item && (await findTranscript(db, accountId, itemId, mediaAssetId ?? undefined));
      const upload = await threads.run(
        'readUpload',
        moved(
          {
            ...given,
            bytes,
            media: await findMedia(db, accountId, itemId),
            durationSecs: item?.durationSecs ?? null,
            former: former ? { segments: former.segments, contentHash: former.contentHash } : null,
          },
          [bytes],
        ),
        { accountId, bytes: weightOf(bytes) + (former?.segments.length ?? 0), path: 'segments' },
      );
      const input = await storeLargeText(db, clock, accountId, upload);
      return db.transaction().execute(async (trx) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayProcess(caller, item);
        const media = await findMedia(trx, accountId, itemId);
        if (upload.mediaAssetId !== null && !media.some(({ id }) => id === upload.mediaAssetId))
          throw invalid([unknownId('mediaAssetId')]);
        const changed = await saveAndProcess(trx, clock, accountId, item, input);
        await recordRevision(trx, clock, caller, { row: item, lists: {} }, item, { notes: ['transcript'] });
        return withVersion(changed);
      });
    },

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the item has not been processed
     */
    get: async (accountId: number, itemId: number, mediaAssetId?: number): Promise<Buffer> => {
      const { item, transcript } = await stored(accountId, itemId, mediaAssetId);
      const chunks: (Uint8Array | string)[] = [];
      const add = (rows: readonly unknown[]): unknown =>
        chunks.push(chunks.length > 0 ? ',' : '', Buffer.from(JSON.stringify(rows).slice(1, -1)));
      if (transcript.isCurrent === 1) for await (const rows of readChunks(db, accountId, itemId)) add(rows);
      // Only indexed transcripts are stored in passages.
      if (chunks.length === 0 && READY_OR_LATER.has(item.status)) {
        const rows = await threads.run('chunk', ...textOf(accountId, transcript));
        add(rows.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })));
      }
      if (chunks.length === 0)
        throw invalidState(`This item has not been processed yet (status ${item.status})`);
      const text = await threads.run('writeText', ...textOf(accountId, transcript));
      const head = `{"itemId":${itemId},"title":${JSON.stringify(item.title)},"transcript":`;
      return withVersionOf(
        joined(head, text, ',"chunks":[', ...chunks, ']}'),
        versionOfTranscript(transcript),
      );
    },

    /**
     * Returns the transcript as a file.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     * @throws {ConflictError} when captions are requested for a transcript without times
     */
    export: async (
      accountId: number,
      itemId: number,
      format: ExportFormat,
      { mediaAssetId, words = false }: { mediaAssetId?: number | undefined; words?: boolean } = {},
    ): Promise<Buffer> => {
      const { transcript } = await stored(accountId, itemId, mediaAssetId);
      const [input, options] = textOf(accountId, transcript);
      const { language } = transcript;
      return joined(await threads.run('writeFile', { ...input, format, language, words }, options));
    },

    /**
     * The transcript in paragraphs; null if the item has none.
     * @param breaks times in ms at which a paragraph always starts, ascending
     */
    paragraphs: async (
      accountId: number,
      itemId: number,
      breaks: readonly number[],
    ): Promise<ReadableTranscript | null> => {
      const transcript = await findTranscript(db, accountId, itemId);
      if (!transcript) return null;
      const [input, options] = textOf(accountId, transcript);
      const json = await threads.run('writeParagraphs', { ...input, breaks }, options);
      return JSON.parse(joined(json).toString()) as ReadableTranscript;
    },

    /**
     * JSON with the transcript as a `ReadTranscript`.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     */
    readable: async (accountId: number, itemId: number): Promise<Buffer> => {
      const { transcript } = await stored(accountId, itemId);
      const [input, options] = textOf(accountId, transcript);
      const { language } = transcript;
      return joined(await threads.run('writeReadable', { ...input, language }, options));
    },

    /**
     * Returns the transcript for the item's `transcriptUrl`.
     * @throws {NotFoundError} also when the key is wrong, or the item is not public and the signature is not
     * valid
     */
    open: async (
      accountId: number,
      itemId: number,
      { key, signature, words }: { key: string; signature?: string; words: boolean },
    ): Promise<Buffer> => {
      const item = await findRow(db, 'item', accountId, itemId);
      const path = item?.transcriptUrl ?? '';
      const isValid = signature !== undefined && signedLinks.validSecs(path, signature) !== undefined;
      const isOpen =
        item && opens(path, key) && (isValid || (signature === undefined && isPublicNow(clock, item)));
      const transcript = isOpen && (await findTranscript(db, accountId, itemId));
      if (!transcript) throw notFound();
      const { mediaAssetId, language } = transcript;
      const [input, options] = textOf(accountId, transcript);
      const segments = await threads.run('writeSegments', { ...input, withWords: words }, options);
      return withSegments({ itemId, mediaAssetId, language }, segments);
    },
  };
};
