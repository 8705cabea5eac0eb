/** Returns transcripts: whole, in passages, in paragraphs, in segments or as a file; and their revisions. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, notFound } from '../../platform/lib/errors.js';
import { withVersionOf } from '../../platform/lib/etag.js';
import type { Links } from '../../platform/lib/links.js';
import { READY_OR_LATER } from '../../content/items/item-wizard.js';
import { isPublicNow } from '../../content/items/visibility.js';
import { chunkPages } from './chunk.repository.js';
import type { ReadableTranscript } from './read-paragraphs.js';
import type { ReadingThreads } from './reading-tasks.js';
import { joined, transcriptTaskInput, withSegments } from '../stored/transcript-bytes.js';
import type { ExportFormat } from './transcript-exports.js';
import { getRevision } from '../stored/transcript-revision.repository.js';
import { readText } from '../stored/transcript-text.repository.js';
import {
  findTranscript,
  getTranscript,
  isLinkKey,
  versionOfTranscript,
} from '../stored/transcript.repository.js';
import { revisionList, type TranscriptQuery } from '../stored/transcript.schema.js';

export type TranscriptService = ReturnType<typeof createTranscriptService>;

interface Deps {
  db: Db;
  clock: Clock;
  threads: ReadingThreads;
}

export const createTranscriptService = ({ db, clock, threads }: Deps) => {
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
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the item has not been processed
     */
    get: async (accountId: number, itemId: number, mediaAssetId?: number): Promise<Buffer> => {
      const { item, transcript } = await stored(accountId, itemId, mediaAssetId);
      const chunks: (Uint8Array | string)[] = [];
      const add = (rows: readonly unknown[]): unknown =>
        chunks.push(chunks.length > 0 ? ',' : '', Buffer.from(JSON.stringify(rows).slice(1, -1)));
      if (transcript.isCurrent === 1) for await (const rows of chunkPages(db, accountId, itemId)) add(rows);
      // Only indexed transcripts are stored in passages.
      if (chunks.length === 0 && READY_OR_LATER.has(item.status)) {
        const rows = await threads.run('chunk', ...transcriptTaskInput(accountId, transcript));
        add(rows.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })));
      }
      if (chunks.length === 0)
        throw invalidState(`This item has not been processed yet (status ${item.status})`);
      const text = await threads.run('writeText', ...transcriptTaskInput(accountId, transcript));
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
      const [input, options] = transcriptTaskInput(accountId, transcript);
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
      const [input, options] = transcriptTaskInput(accountId, transcript);
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
      const [input, options] = transcriptTaskInput(accountId, transcript);
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
      links: Links,
    ): Promise<Buffer> => {
      const item = await findRow(db, 'item', accountId, itemId);
      const path = item?.transcriptUrl ?? '';
      const isValid = signature !== undefined && links.validSecs(path, signature) !== undefined;
      const isOpen =
        item && isLinkKey(path, key) && (isValid || (signature === undefined && isPublicNow(clock, item)));
      const transcript = isOpen && (await findTranscript(db, accountId, itemId));
      if (!transcript) throw notFound();
      const { mediaAssetId, language } = transcript;
      const [input, options] = transcriptTaskInput(accountId, transcript);
      const segments = await threads.run('writeSegments', { ...input, withWords: words }, options);
      return withSegments({ itemId, mediaAssetId, language }, segments);
    },

    /**
     * The segments with all their fields.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when there is no transcript
     */
    segments: async (
      accountId: number,
      itemId: number,
      { mediaAssetId, words }: TranscriptQuery,
    ): Promise<Buffer> => {
      const transcript = await getTranscript(db, accountId, itemId, mediaAssetId);
      const version = versionOfTranscript(transcript);
      const [input, options] = transcriptTaskInput(accountId, transcript);
      const segments = await threads.run('writeSegments', { ...input, withWords: words }, options);
      const { language } = version;
      return withVersionOf(
        withSegments({ itemId, mediaAssetId: version.mediaAssetId, language }, segments),
        version,
      );
    },

    /** @throws {NotFoundError} */
    revisions: async (
      { accountId }: Caller,
      itemId: number,
      params: ListParams,
    ): Promise<Page<Row<'transcriptRevision'>>> => {
      if (!(await findRow(db, 'item', accountId, itemId, params.withDeleted))) throw notFound();
      return listPage(db, revisionList, accountId, within(params, 'itemId', itemId));
    },

    /** @throws {NotFoundError} */
    revision: async (accountId: number, itemId: number, id: number, withWords: boolean): Promise<Buffer> => {
      const revision = await getRevision(db, accountId, itemId, id);
      const segments = await readText(db, accountId, revision.textId);
      const { mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate, contentHash } = revision;
      const record = { id, itemId, mediaAssetId, language, endMs, sizeBytes, entryDate, replacedDate };
      const [input, options] = transcriptTaskInput(accountId, { segments, contentHash });
      return withSegments(record, await threads.run('writeSegments', { ...input, withWords }, options));
    },
  };
};
